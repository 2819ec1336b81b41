# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The installed program: a package of its own beside that of the library.

install(TARGETS halfword-program
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
install(FILES halfword.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)

# The program writes them itself, unless it was built for another machine.
if(NOT CMAKE_CROSSCOMPILING)
  foreach(pair IN ITEMS "bash|bash-completion/completions|halfword"
      "fish|fish/vendor_completions.d|halfword.fish")
    string(REPLACE "|" ";" pair "${pair}")
    list(GET pair 0 shell)
    list(GET pair 1 folder)
    list(GET pair 2 name)
    set(script "${CMAKE_CURRENT_BINARY_DIR}/${shell}/${name}")
    add_custom_command(OUTPUT "${script}" VERBATIM
      COMMAND ${CMAKE_COMMAND} -E make_directory
        "${CMAKE_CURRENT_BINARY_DIR}/${shell}"
      COMMAND halfword-program completion ${shell} > "${script}"
      DEPENDS halfword-program)
    list(APPEND scripts "${script}")
    install(FILES "${script}"
      DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT tools)
  endforeach()
  add_custom_target(halfword-completions ALL DEPENDS ${scripts})
endif()
