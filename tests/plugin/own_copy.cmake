# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# A plugin with a copy of Halfword, in a program that has none and in one that
# has a copy too. Two copies would share the zero-based window, if `cage=` left
# room for both, and each would take the other's references for its own.

add_library(own_copy_plugin MODULE own_copy_plugin.cc)
target_link_libraries(own_copy_plugin PRIVATE halfword::halfword)
halfword_warnings(own_copy_plugin)

add_executable(bare_host bare_host.cc)
target_link_libraries(bare_host PRIVATE ${CMAKE_DL_LIBS})
target_compile_features(bare_host PRIVATE cxx_std_20)
halfword_warnings(bare_host)
add_test(NAME plugin.own_copy
  COMMAND bare_host $<TARGET_FILE:own_copy_plugin>)

if(HALFWORD_REFERENCES EQUAL 64 OR HALFWORD_EFFECTIVE_DECODE STREQUAL "based")
  return()
endif()

add_executable(second_copy_host second_copy_host.cc)
target_link_libraries(second_copy_host PRIVATE
  halfword::halfword ${CMAKE_DL_LIBS})
halfword_warnings(second_copy_host)
# The shell, because ctest takes no program that a signal ended.
foreach(cage 16g 256m)
  add_test(NAME plugin.second_copy_${cage}
    COMMAND sh -c "\"$0\" \"$1\"; exit 1"
      $<TARGET_FILE:second_copy_host> $<TARGET_FILE:own_copy_plugin>)
  set_tests_properties(plugin.second_copy_${cage} PROPERTIES
    ENVIRONMENT HALFWORD_OPTIONS=cage=${cage}
    PASS_REGULAR_EXPRESSION
      "^halfword: this process has another copy of Halfword; [^\n]+\n")
endforeach()
