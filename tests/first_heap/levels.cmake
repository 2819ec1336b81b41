# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The first heap at each level of optimisation, as users compile it: against the
# package that tests/install leaves behind.

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

foreach(compiler IN LISTS HALFWORD_TEST_COMPILERS)
  get_filename_component(label "${compiler}" NAME)
  foreach(package IN ITEMS halfword halfword-based)
    add_test(NAME first_heap.levels.${package}.${label}
      COMMAND Python3::Interpreter -B
        "${CMAKE_CURRENT_SOURCE_DIR}/try_levels.py"
        "${CMAKE_CURRENT_SOURCE_DIR}/first_heap.cc"
        "${PROJECT_BINARY_DIR}/tests/install/work/prefix/lib/pkgconfig"
        ${package} "${compiler}")
    set_tests_properties(first_heap.levels.${package}.${label} PROPERTIES
      FIXTURES_REQUIRED installed)
  endforeach()
endforeach()
