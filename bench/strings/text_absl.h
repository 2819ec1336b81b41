// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The maps "absl": std::string in absl::flat_hash_map.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_ABSL_H_
#define HALFWORD_BENCH_STRINGS_TEXT_ABSL_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "bench/strings/text_string.h"

namespace bench {

inline constexpr bool kOnlyMaps = true;

using Map = StringMap<absl::flat_hash_map<Text, uint32_t>>;

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_ABSL_H_
