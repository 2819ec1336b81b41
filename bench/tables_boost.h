// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables "boost" of the suite hash_table: boost::unordered_flat_set and
// flat_map.

#ifndef HALFWORD_BENCH_TABLES_BOOST_H_
#define HALFWORD_BENCH_TABLES_BOOST_H_

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/tables_malloc.h"

namespace bench {

using ItemSet = boost::unordered_flat_set<Item*>;
using ItemToNumber = boost::unordered_flat_map<Item*, uint32_t>;
using NumberToItem = boost::unordered_flat_map<uint32_t, Item*>;
using TextToNumber = boost::unordered_flat_map<std::string, uint32_t>;
using PointerToNumber =
    boost::unordered_flat_map<const std::string*, uint32_t,
                              HashOfPointed<boost::hash<std::string_view>>,
                              EqualPointed>;

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLES_BOOST_H_
