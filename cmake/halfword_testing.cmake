# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# How a test program is made and registered: each GoogleTest case is a ctest, so
# that counts, filters and time limits mean cases.

find_package(GTest REQUIRED)
include(GoogleTest)

# halfword_test_cases(TARGET PREFIX TIMEOUT ENVIRONMENT) registers the cases of
# a test program as PREFIX.Suite.Case.
function(halfword_test_cases target prefix timeout environment)
  gtest_discover_tests(${target}
    TEST_PREFIX "${prefix}."
    NO_PRETTY_VALUES
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${timeout} ENVIRONMENT "${environment}")
endfunction()

# halfword_test(NAME SOURCES x_test.cc... [LIBRARIES library...]
#               [TIMEOUT seconds] [ENVIRONMENT name=value...])
# builds a test program and registers its cases as NAME.Suite.Case. It links
# halfword::halfword, and may include the headers of src/.
function(halfword_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST
    "" "TIMEOUT" "SOURCES;LIBRARIES;ENVIRONMENT")
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE
    halfword::halfword ${TEST_LIBRARIES} GTest::gtest GTest::gtest_main)
  halfword_internal(${name})
  halfword_test_cases(${name} ${name} ${TEST_TIMEOUT} "${TEST_ENVIRONMENT}")
endfunction()

# halfword_fuzzers(x_fuzz.cc...) builds each file into a libFuzzer program,
# which needs Clang; with another compiler there is none. `./dev ci` runs them.
function(halfword_fuzzers)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE halfword::halfword)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    halfword_internal(${name})
    set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
  endforeach()
endfunction()
