# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The suite probes with its rivals, and the rivals of hash_table that are
# installed: packages libboost1.81-dev (older ones have no flat tables) and
# libabsl-dev.

if(NOT HALFWORD_REFERENCES EQUAL 64)
  bench_probes(halfword probes_halfword.h halfword::halfword)
endif()
foreach(pair IN ITEMS v8-hash=0 v8-shifted=2)
  string(REPLACE "=" ";" pair "${pair}")
  list(POP_FRONT pair variant shift)
  bench_probes(${variant} probes_linear.h Threads::Threads)
  target_compile_definitions(bench_probes_${variant} PRIVATE
    HALFWORD_BENCH_SHIFT=${shift})
endforeach()

bench_tables(std tables_std.h Threads::Threads)
find_path(BOOST_FLAT_INCLUDE boost/unordered/unordered_flat_map.hpp)
if(BOOST_FLAT_INCLUDE)
  bench_tables(boost tables_boost.h Threads::Threads)
  target_include_directories(bench_hash_table_boost SYSTEM PRIVATE
    "${BOOST_FLAT_INCLUDE}")
endif()
find_package(absl CONFIG QUIET)
if(TARGET absl::flat_hash_map)
  bench_tables(absl tables_absl.h absl::flat_hash_map absl::flat_hash_set)
endif()
