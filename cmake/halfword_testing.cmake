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

# Test programs whose files have classes of the same name: each file stays a
# compilation of its own where the build joins them (CMAKE_UNITY_BUILD).
set(HALFWORD_SEPARATE_TESTS
  collections_test container_stress_test gc_test gc_marking_test
  gc_platform_test gc_roots_test gc_verify_test gc_weak_test heap_test
  snapshot_file_test snapshot_test types_test)

# halfword_test(NAME SOURCES x_test.cc... [LIBRARIES library...]
#               [TIMEOUT seconds] [ENVIRONMENT name=value...])
# builds a test program and registers its cases as NAME.Suite.Case. It links
# halfword::halfword, and may include the headers of src/.
function(halfword_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST
    "" "TIMEOUT" "SOURCES;LIBRARIES;ENVIRONMENT")
  if(NOT TEST_TIMEOUT)
    # Where threads are checked for races, two minutes are usual for some.
    set(TEST_TIMEOUT 300)
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
      set(TEST_TIMEOUT 900)
    endif()
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE
    halfword::halfword ${TEST_LIBRARIES} GTest::gtest GTest::gtest_main)
  halfword_internal(${name})
  if(name IN_LIST HALFWORD_SEPARATE_TESTS)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  halfword_test_cases(${name} ${name} ${TEST_TIMEOUT} "${TEST_ENVIRONMENT}")
endfunction()

# Fuzzers are programs of libFuzzer, which needs Clang, and find little without
# AddressSanitizer: the asan preset has them, and `./dev ci` runs them there.
set(HALFWORD_BUILD_FUZZERS FALSE)
if(HALFWORD_SANITIZED AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(HALFWORD_BUILD_FUZZERS TRUE)
endif()

# halfword_fuzzed(TARGET...) lets a fuzzer see which branches of a target its
# input reaches. Without that it would only guess. It does not see what values
# are compared: that took 3/5 of the time of a run, and the heap's comparisons
# are of addresses.
function(halfword_fuzzed)
  if(HALFWORD_BUILD_FUZZERS)
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE
        -fsanitize-coverage=edge,inline-8bit-counters,pc-table)
    endforeach()
  endif()
endfunction()

# halfword_fuzzers(x_fuzz.cc... [LIBRARIES library...]) builds each file into a
# program of its own.
function(halfword_fuzzers)
  cmake_parse_arguments(PARSE_ARGV 0 FUZZ "" "" "LIBRARIES")
  if(NOT HALFWORD_BUILD_FUZZERS)
    return()
  endif()
  foreach(source IN LISTS FUZZ_UNPARSED_ARGUMENTS)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE
      halfword::halfword ${FUZZ_LIBRARIES})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    halfword_internal(${name})
    halfword_fuzzed(${name})
    set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
  endforeach()
endfunction()

halfword_fuzzed(${HALFWORD_VARIANTS})

# What tests of compilation try: the compiler of this build, and clang 19 where
# that is installed.
find_program(HALFWORD_CLANG NAMES clang++-19)
mark_as_advanced(HALFWORD_CLANG)
set(HALFWORD_TEST_COMPILERS "${CMAKE_CXX_COMPILER}")
if(HALFWORD_CLANG AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  list(APPEND HALFWORD_TEST_COMPILERS "${HALFWORD_CLANG}")
endif()
