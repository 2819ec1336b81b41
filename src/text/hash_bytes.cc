// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hash of strings: XXH3 with a seed, compiled in from its header. Its low
// and its high half are both well mixed (design/strings.md#req.string.hash).

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI::internal {

uint64_t HashBytes(std::string_view bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
