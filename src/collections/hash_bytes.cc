// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hash of many bytes: XXH3 with a seed, compiled in from its header. Its
// low and its high half are both well mixed
// (design/strings.md#req.string.hash). Few bytes are hashed in place.

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "halfword/hash_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

uint64_t HashLongBytes(const void* bytes, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, count, seed);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
