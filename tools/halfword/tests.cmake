# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Tests of the program: its parts by GoogleTest, the whole as a user calls it,
# its manual, and its completion in each shell that is installed.

halfword_test(commands_test LIBRARIES halfword-commands SOURCES
  completion_test.cc growth_bound_test.cc near_names_test.cc
  printable_text_test.cc table_test.cc way_text_test.cc)

find_package(Python3 3.10 COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  return()
endif()

# NAME SCRIPT [ARGUMENT...]
function(halfword_program_test name script)
  add_test(NAME halfword.${name} COMMAND Python3::Interpreter -B
    "${CMAKE_CURRENT_SOURCE_DIR}/${script}" $<TARGET_FILE:halfword-program>
    ${ARGN})
endfunction()

halfword_program_test(cli cli_test.py)
halfword_program_test(cli_comparison cli_comparison_test.py)
if(NOT HALFWORD_SANITIZED AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  halfword_program_test(cli_memory cli_memory_test.py)
endif()
halfword_program_test(cli_objects cli_objects_test.py)
halfword_program_test(cli_output cli_output_test.py)
halfword_program_test(manual manual_test.py)
foreach(shell IN ITEMS bash zsh fish)
  find_program(HALFWORD_SHELL_${shell} ${shell})
  if(HALFWORD_SHELL_${shell})
    halfword_program_test(completion_${shell} completion_test.py
      ${shell} "${HALFWORD_SHELL_${shell}}")
  endif()
endforeach()

find_program(HALFWORD_MANDOC mandoc)
if(HALFWORD_MANDOC)
  add_test(NAME halfword.manual_lint COMMAND "${HALFWORD_MANDOC}"
    -T lint -W warning "${CMAKE_CURRENT_SOURCE_DIR}/halfword.1")
endif()
