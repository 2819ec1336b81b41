# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The rivals of the suite hash_table, where they are installed: packages
# libboost1.81-dev (older ones have no flat tables) and libabsl-dev.

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
