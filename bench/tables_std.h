// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables "std" of the suite hash_table: std::unordered_set and
// unordered_map.

#ifndef HALFWORD_BENCH_TABLES_STD_H_
#define HALFWORD_BENCH_TABLES_STD_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "bench/tables_malloc.h"

namespace bench {

using ItemSet = std::unordered_set<Item*>;
using ItemToNumber = std::unordered_map<Item*, uint32_t>;
using NumberToItem = std::unordered_map<uint32_t, Item*>;
using TextToNumber = std::unordered_map<std::string, uint32_t>;
using PointerToNumber =
    std::unordered_map<const std::string*, uint32_t,
                       HashOfPointed<std::hash<std::string_view>>,
                       EqualPointed>;

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLES_STD_H_
