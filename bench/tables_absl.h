// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables "absl" of the suite hash_table: absl::flat_hash_set and
// flat_hash_map.

#ifndef HALFWORD_BENCH_TABLES_ABSL_H_
#define HALFWORD_BENCH_TABLES_ABSL_H_

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/tables_malloc.h"

namespace bench {

using ItemSet = absl::flat_hash_set<Item*>;
using ItemToNumber = absl::flat_hash_map<Item*, uint32_t>;
using NumberToItem = absl::flat_hash_map<uint32_t, Item*>;
using TextToNumber = absl::flat_hash_map<std::string, uint32_t>;
using PointerToNumber =
    absl::flat_hash_map<const std::string*, uint32_t,
                        HashOfPointed<absl::Hash<std::string_view>>,
                        EqualPointed>;

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLES_ABSL_H_
