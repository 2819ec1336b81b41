# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# bench/write-heap, which measures nothing: large heaps of the suite as files,
# for `./dev devtools big`.

add_executable(write-heap write_heap.cc heaps.cc)
target_compile_options(write-heap PRIVATE
  $<$<CONFIG:Release>:${BENCH_OPTIMIZE}>)
target_link_libraries(write-heap PRIVATE halfword::halfword)
halfword_internal(write-heap)
