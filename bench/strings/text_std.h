// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings "malloc" and "mimalloc": std::string over the malloc() that the
// program is linked with, in std::unordered_map.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_STD_H_
#define HALFWORD_BENCH_STRINGS_TEXT_STD_H_

#include <cstdint>
#include <unordered_map>

#include "bench/strings/text_string.h"

namespace bench {

inline constexpr bool kOnlyMaps = false;

using Map = StringMap<std::unordered_map<Text, uint32_t>>;

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_STD_H_
