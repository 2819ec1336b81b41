# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The tests of examples/nouns: the library with a model beside it, the program
# from outside, real jams where there are any, and the fuzzer.

add_library(nouns-model STATIC noun_model.cc)
target_link_libraries(nouns-model PUBLIC nouns)
halfword_internal(nouns-model)

halfword_test(nouns_test LIBRARIES halfword-nouns-commands nouns-model SOURCES
  bits_test.cc census_test.cc cue_test.cc direct_positions_test.cc
  input_file_test.cc jam_test.cc messages_test.cc noun_graph_test.cc
  noun_heap_test.cc noun_image_test.cc noun_test.cc number_table_test.cc
  object_numbers_test.cc position_table_test.cc)
if(EXISTS "${HALFWORD_JAMS}/kernel.jam")
  halfword_test(nouns_real_test LIBRARIES halfword-nouns-commands nouns-model
    SOURCES real_jams_test.cc)
  target_compile_definitions(nouns_real_test PRIVATE
    HALFWORD_JAMS="${HALFWORD_JAMS}")
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME halfword-nouns.cli COMMAND Python3::Interpreter -B
  "${CMAKE_CURRENT_SOURCE_DIR}/cli_test.py" $<TARGET_FILE:halfword-nouns>)
set_tests_properties(halfword-nouns.cli PROPERTIES TIMEOUT 300)

# Images of nouns are what `halfword image` is tested with.
if(TARGET halfword-program)
  add_test(NAME halfword.image_cli COMMAND Python3::Interpreter -B
    "${PROJECT_SOURCE_DIR}/tools/halfword/image_cli_test.py"
    $<TARGET_FILE:halfword-program> $<TARGET_FILE:halfword-nouns>)
endif()

halfword_fuzzed(nouns)
halfword_fuzzers(cue_fuzz.cc LIBRARIES nouns GTest::gtest)
