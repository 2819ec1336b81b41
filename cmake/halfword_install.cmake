# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The installed package: headers, one static library a variant, the files by
# which CMake and pkg-config find them, and a .deb (cpack -G DEB). Everything is
# relocatable: no file holds the prefix.

include(CMakePackageConfigHelpers)

# halfword_export(TARGET name pkg_config_name) installs one variant as
# halfword::<name>, and writes its pkg-config file from the target's own compile
# definitions, so that both ways of finding it agree.
function(halfword_export target name pkg_config_name)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT halfword_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)

  file(RELATIVE_PATH PC_PREFIX
    "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" PC_PREFIX "${PC_PREFIX}")
  set(PC_NAME ${pkg_config_name})
  set(PC_LIBRARY ${target})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/halfword.pc.in"
    "${PROJECT_BINARY_DIR}/${pkg_config_name}.pc.in" @ONLY)
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/${pkg_config_name}.pc"
    INPUT "${PROJECT_BINARY_DIR}/${pkg_config_name}.pc.in")
  install(FILES "${PROJECT_BINARY_DIR}/${pkg_config_name}.pc"
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

# halfword::halfword is made by the configuration file, which may choose another
# variant for it than the one the options of this build asked for.
halfword_export(halfword as_installed halfword)
if(HALFWORD_BUILD_VARIANTS)
  halfword_export(halfword_based based halfword-based)
  halfword_export(halfword_full_width full_width halfword-full-width)
endif()

configure_file("${PROJECT_SOURCE_DIR}/cmake/halfword-cppgc.pc.in"
  "${PROJECT_BINARY_DIR}/halfword-cppgc.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/halfword-cppgc.pc"
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

set(HALFWORD_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/halfword)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/halfword-config.cmake.in"
  "${PROJECT_BINARY_DIR}/halfword-config.cmake"
  INSTALL_DESTINATION ${HALFWORD_CMAKE_DIR}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/halfword-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(EXPORT halfword_targets
  FILE halfword-targets.cmake
  NAMESPACE halfword::
  DESTINATION ${HALFWORD_CMAKE_DIR} COMPONENT development)
install(FILES
  "${PROJECT_BINARY_DIR}/halfword-config.cmake"
  "${PROJECT_BINARY_DIR}/halfword-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/halfword_sanitizer.cmake"
  DESTINATION ${HALFWORD_CMAKE_DIR} COMPONENT development)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h")
if(HALFWORD_BUILD_TOOLS)
  install(TARGETS halfword-program
    DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)

# The libraries are static, so a program built with this package needs nothing
# of it at run time; the package itself needs only what compiling needs.
set(CPACK_GENERATOR DEB)
# The command line is no part of it: that needs libraries at run time.
set(CPACK_INSTALL_CMAKE_PROJECTS
  "${PROJECT_BINARY_DIR};${PROJECT_NAME};development;/")
set(CPACK_PACKAGE_NAME libhalfword-dev)
set(CPACK_PACKAGE_CONTACT "The Halfword Authors <halfword@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6-dev, libstdc++-dev")
set(CPACK_STRIP_FILES OFF)
include(CPack)
