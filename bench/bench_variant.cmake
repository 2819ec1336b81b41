# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# bench_variant(VARIANT RUNTIME COUNTED LIBRARY...) builds all suites with one
# memory manager: with the header RUNTIME, the suite ref_ptr with the header
# COUNTED, linked with the libraries; `none` leaves out what it cannot do. Two
# memory managers never share a program.
# bench_tables(VARIANT HEADER LIBRARY...) builds the suite hash_table with the
# tables of that header. Release builds are compiled with -O2
# whatever CMake's default is, the rivals' headers the same way as ours;
# BENCH_OPTIMIZE says otherwise for a rival whose own build does.

set(BENCH_FOLDER "${CMAKE_CURRENT_LIST_DIR}")
set(BENCH_SUITES
  allocation32 binary_trees dom gcbench hash_set lru node2 pauses small_heap)
if(NOT BENCH_OPTIMIZE)
  set(BENCH_OPTIMIZE -O2)
endif()

function(bench_program suite variant definition)
  set(target bench_${suite}_${variant})
  set(source "${BENCH_FOLDER}/${suite}.cc")
  if(NOT EXISTS "${source}")
    set(source "${BENCH_FOLDER}/${suite}/${suite}.cc")
  endif()
  add_executable(${target} "${source}" "${BENCH_FOLDER}/measure.cc")
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${suite}.${variant}
    CXX_EXTENSIONS OFF)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE "${BENCH_FOLDER}/..")
  target_compile_definitions(${target} PRIVATE
    ${definition}
    HALFWORD_BENCH_VARIANT="${variant}")
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release>:${BENCH_OPTIMIZE}>)
  target_link_libraries(${target} PRIVATE ${ARGN})
  if(COMMAND halfword_warnings)
    halfword_warnings(${target})
  endif()
endfunction()

# bench_containers(VARIANT HEADER LIBRARY...) builds the suite "sequences"
# with the containers of a header.
function(bench_containers variant containers)
  bench_program(sequences ${variant}
    HALFWORD_BENCH_CONTAINERS="bench/${containers}" ${ARGN})
  target_sources(bench_sequences_${variant} PRIVATE
    "${BENCH_FOLDER}/sequence_rows.cc")
endfunction()

function(bench_variant variant runtime counted)
  if(NOT runtime STREQUAL "none")
    foreach(suite IN LISTS BENCH_SUITES)
      bench_program(${suite} ${variant}
        HALFWORD_BENCH_RUNTIME="bench/${runtime}" ${ARGN})
    endforeach()
  endif()
  if(NOT counted STREQUAL "none")
    bench_program(ref_ptr ${variant}
      HALFWORD_BENCH_COUNTED="bench/${counted}" ${ARGN})
  endif()
endfunction()

function(bench_tables variant header)
  bench_program(hash_table ${variant}
    HALFWORD_BENCH_TABLES="bench/${header}" ${ARGN})
  target_sources(bench_hash_table_${variant} PRIVATE
    "${BENCH_FOLDER}/string_tables.cc")
endfunction()

# bench_probes(VARIANT HEADER LIBRARY...) builds the suite probes with the table
# of that header.
function(bench_probes variant header)
  bench_program(probes ${variant}
    HALFWORD_BENCH_PROBES="bench/${header}" ${ARGN})
endfunction()

# bench_ours(VARIANT LIBRARY) builds what all builds of Halfword's library have.
function(bench_ours variant library)
  bench_variant(${variant} runtime_halfword.h counted_halfword.h ${library})
  bench_containers(${variant} containers_halfword.h ${library})
  bench_tables(${variant} tables_halfword.h ${library})
  foreach(suite IN ITEMS barrier retention)
    bench_program(${suite} ${variant}
      HALFWORD_BENCH_RUNTIME="bench/runtime_halfword.h" ${library})
  endforeach()
endfunction()

# bench_atomic(LIBRARY) builds what is compared in the mode that marks in a
# pause, too; the rows of pauses have their own.
function(bench_atomic library)
  foreach(suite allocation32 binary_trees dom gcbench hash_set lru node2)
    bench_program(${suite} halfword-atomic
      HALFWORD_BENCH_RUNTIME="bench/runtime_halfword.h" ${library})
    target_compile_definitions(bench_${suite}_halfword-atomic PRIVATE
      HALFWORD_BENCH_MARKS_ATOMICALLY)
  endforeach()
endfunction()
