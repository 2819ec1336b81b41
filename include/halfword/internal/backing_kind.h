// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a class is to the container that it is a part of, and what its hashes
// depend on: so tools that move the objects of an image know which tables they
// have to build anew, without the program. And how the collector cleans a weak
// table, whose class it does not know.

#ifndef HALFWORD_INTERNAL_BACKING_KIND_H_
#define HALFWORD_INTERNAL_BACKING_KIND_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Stored in images by number.
enum class BackingKind : uint8_t {
  kNone,
  kArray,        // capacity_, then elements
  kGroups,       // HashGroups
  kTable,        // HashBacking with entries
  kLinked,       // LinkedBacking: entries in the order in which they came
  kLinkedIndex,  // HashBacking with the numbers of such entries
};

// What a table's hashes say, beside its seed. Stored in images by number.
enum class KeyHash : uint8_t {
  kNone,       // there are none
  kReference,  // HashNumber() of the key's word: where the key's object lies
  kContent,    // the same wherever anything lies
  kCustom,     // nobody but the program knows
};

template <typename Traits>
constexpr KeyHash KeyHashOf() {
  if constexpr (requires { Traits::kKeyHash; }) {
    return Traits::kKeyHash;
  } else {
    return KeyHash::kCustom;
  }
}

// Objects of T are parts of containers: tools show them as such.
template <typename T>
inline constexpr BackingKind kBackingKind = BackingKind::kNone;
template <typename T>
inline constexpr KeyHash kBackingKeyHash = KeyHash::kNone;

// How far the cleaning of a weak table has come.
struct CleaningCursor {
  uint32_t group = 0;
  bool has_null_values = false;
  bool is_stale = false;  // nobody has dropped what vanished
  // Entries when it began, in the pause or later, and of these the dead.
  uint32_t first_count = 0;
  uint64_t lost_count = 0;
  // Entries that were looked at; and, of each 16th, what it holds.
  uint32_t seen_count = 0;
  uint32_t sampled_count = 0;
  size_t sampled_bytes = 0;
  // At the end: its places, what they take, and how many of them are spare.
  size_t place_count = 0;
  size_t place_bytes = 0;
  size_t spare_count = 0;
};

// A weak table keeps all its places for a while. More than these for each entry
// are no reason to collect later, nor are those of entries that were found
// dead, and as many more (design/growth.md#req.growth.weak).
constexpr uint64_t kPlacesPerEntry = 4;
constexpr uint64_t SparePlaces(uint64_t kept_count, uint64_t lost_count,
                               uint64_t place_count) {
  const uint64_t kept = std::min(kept_count, place_count);
  return std::max(place_count - std::min(kPlacesPerEntry * kept, place_count),
                  std::min(2 * lost_count, place_count - kept));
}

// Gives back the entries of a weak table that died, in so many groups from the
// cursor on, which moves on. Returns whether it has come to the end.
using CleanEntriesCallback = bool (*)(void* backing, CleaningCursor* cursor,
                                      uint32_t group_count);

// Null: T is no weak table whose entries wait for that.
template <typename T>
inline constexpr CleanEntriesCallback kCleanEntries = nullptr;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_BACKING_KIND_H_
