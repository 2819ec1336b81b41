# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Tests of the scripts that run the suites, and one quick run of all suites.

if(NOT HALFWORD_BUILD_TESTS)
  return()
endif()
foreach(test IN ITEMS
        run_test.py rivals_test.py goals_test.py operations_test.py
        analyser_test.py settling_test.py)
  add_test(NAME bench_${test} COMMAND Python3::Interpreter -B
    "${CMAKE_CURRENT_SOURCE_DIR}/${test}")
endforeach()
# A sixteenth of the work: variants that do other work, or crash, fail here.
add_test(NAME bench_quick COMMAND Python3::Interpreter -B
  "${CMAKE_CURRENT_SOURCE_DIR}/run.py" --build "${PROJECT_BINARY_DIR}"
  --quick --rounds 1 --without pauses)
# Where threads are checked for races, it takes as long as all others: five
# minutes each on an idle machine.
add_test(NAME bench_quick_pauses COMMAND Python3::Interpreter -B
  "${CMAKE_CURRENT_SOURCE_DIR}/run.py" --build "${PROJECT_BINARY_DIR}"
  --quick --rounds 1 pauses)
set(quick_timeout 600)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  set(quick_timeout 1800)
endif()
set_tests_properties(bench_quick bench_quick_pauses PROPERTIES
  TIMEOUT ${quick_timeout})
if(TARGET halfword-program)
  add_test(NAME bench_quick_analyser COMMAND Python3::Interpreter -B
    "${CMAKE_CURRENT_SOURCE_DIR}/run.py" --build "${PROJECT_BINARY_DIR}"
    --quick --rounds 1 --folder "${CMAKE_CURRENT_BINARY_DIR}/snapshots"
    analyser)
  set_tests_properties(bench_quick_analyser PROPERTIES TIMEOUT 300)
endif()
# Those that run alone.
foreach(suite IN ITEMS cow operations)
  if(TARGET bench_${suite}_std)
    add_test(NAME bench_quick_${suite} COMMAND Python3::Interpreter -B
      "${CMAKE_CURRENT_SOURCE_DIR}/run.py" --build "${PROJECT_BINARY_DIR}"
      --quick --rounds 1 ${suite})
    set_tests_properties(bench_quick_${suite} PROPERTIES TIMEOUT 300)
  endif()
endforeach()
