# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The tests of examples/dom: one program for what all builds share, one a build
# for the nodes, and the command line from outside.

if(NOT HALFWORD_BUILD_TESTS)
  return()
endif()
find_package(GTest REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
include(GoogleTest)

function(halfword_dom_test name library)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE
    ${library} GTest::gtest GTest::gtest_main)
  halfword_internal(${name})
  gtest_discover_tests(${name} TEST_PREFIX "${name}."
    DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endfunction()

halfword_dom_test(halfword-dom-pages_test halfword-dom-pages
  child_test.cc image_summary_test.cc input_test.cc nesting_test.cc
  options_test.cc page_places_test.cc page_test.cc parser_arena_test.cc
  parser_budget_test.cc quantities_test.cc siblings_test.cc streams_test.cc
  summary_test.cc tag_reader_test.cc)

set(node_tests atom_cache_test.cc document_test.cc dom_test.cc forest_test.cc
  measure_test.cc string_census_test.cc tree_builder_test.cc)
set(gc_tests gc_handles_test.cc page_image_test.cc page_sources_test.cc
  snapshot_test.cc tree_difference_test.cc tree_outline_test.cc)
halfword_dom_test(halfword-dom_test halfword-dom-nodes
  ${node_tests} ${gc_tests})
halfword_dom_test(halfword-dom-64_test halfword-dom-64-nodes
  ${node_tests} ${gc_tests})
halfword_dom_test(halfword-dom-malloc_test halfword-dom-malloc-nodes
  ${node_tests} malloc_atoms_test.cc malloc_handles_test.cc
  malloc_strings_test.cc)

# A sanitizer's shadow memory needs more addresses than any limit leaves.
# Objects of a heap with memory debugging are larger than malloc's.
set(cli_environment DOM_TEST_REFERENCES=${HALFWORD_REFERENCES})
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  list(APPEND cli_environment DOM_TEST_SANITIZED=1)
endif()
if(HALFWORD_MEMORY_DEBUG)
  list(APPEND cli_environment DOM_TEST_MEMORY_DEBUG=1)
endif()
foreach(script IN ITEMS
    cli_test.py cli_image_test.py cli_report_test.py cli_snapshot_test.py)
  string(REPLACE "_test.py" "" part ${script})
  add_test(NAME halfword-dom.${part}
    COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/${script}"
      $<TARGET_FILE_DIR:halfword-dom>)
  set_tests_properties(halfword-dom.${part} PROPERTIES
    TIMEOUT 300 ENVIRONMENT "${cli_environment}")
endforeach()
