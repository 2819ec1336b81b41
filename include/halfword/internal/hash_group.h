// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HashGroup: what a hash table knows of 15 neighbouring entries, in 16 bytes
// that are looked at all at once.
//
//    0  u8 tags[15]   of each entry: 0 if it is free, 1 if there is none in
//                     this table, else 8 bits of its hash
//   15  u8 overflow   bit (hash >> 8) % 8 is set if an entry of such a hash
//                     found no room here: only then does a search go on
//
// So a search that finds nothing reads 16 bytes, mostly. There is no "deleted":
// an entry that goes leaves a free one; the overflow bits stay until the table
// is built anew, which erasing brings closer (hash_table.h).
//
// Groups are numbers to a marker: no reference is in them.

#ifndef HALFWORD_INTERNAL_HASH_GROUP_H_
#define HALFWORD_INTERNAL_HASH_GROUP_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "halfword/fields.h"
#include "halfword/internal/compiler.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define HALFWORD_HAS_SSE2 1
#else
#define HALFWORD_HAS_SSE2 0
#endif

namespace halfword::inline HALFWORD_ABI::internal {

// A set of entries of one group: bit i is entry i.
using SlotMask = uint32_t;

inline constexpr uint32_t kGroupSlots = 15;
inline constexpr SlotMask kAllSlots = (SlotMask{1} << kGroupSlots) - 1;

// Bit i is set where byte i of eight is zero. Exact: nothing is carried from
// byte to byte. Little-endian, as all that Halfword runs on.
constexpr uint32_t ZeroBytes(uint64_t bytes) {
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
  const uint64_t zero = ~(((bytes & kLow) + kLow) | bytes | kLow);
  // The high bits of eight bytes move to the top byte, in order.
  return static_cast<uint32_t>(((zero >> 7) * uint64_t{0x0102040810204080}) >>
                               56);
}

// Which of 16 bytes have a value, without vector instructions.
inline uint32_t MatchBytesPortably(const uint8_t* bytes, uint8_t value) {
  uint64_t halves[2];
  std::memcpy(halves, bytes, sizeof(halves));
  const uint64_t pattern = uint64_t{0x0101010101010101} * value;
  return ZeroBytes(halves[0] ^ pattern) | ZeroBytes(halves[1] ^ pattern) << 8;
}

HALFWORD_ALWAYS_INLINE uint32_t MatchBytes(const uint8_t* bytes,
                                           uint8_t value) {
#if HALFWORD_HAS_SSE2
  const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i same =
      _mm_cmpeq_epi8(all, _mm_set1_epi8(static_cast<char>(value)));
  return static_cast<uint32_t>(_mm_movemask_epi8(same));
#else
  return MatchBytesPortably(bytes, value);
#endif
}

inline constexpr uint8_t kFreeTag = 0;
inline constexpr uint8_t kNoEntryTag = 1;

constexpr uint8_t TagOf(uint32_t hash) {
  const auto tag = static_cast<uint8_t>(hash);
  return tag > kNoEntryTag ? tag : static_cast<uint8_t>(tag + 2);
}

constexpr uint8_t OverflowBitOf(uint32_t hash) {
  return static_cast<uint8_t>(1u << ((hash >> 8) % 8));
}

// Of the lower 8 bits of a hash: its tag, four times. A load takes the place of
// the five instructions that make it.
inline constexpr std::array<uint32_t, 256> kTagsOfHash = [] {
  std::array<uint32_t, 256> words = {};
  for (uint32_t i = 0; i < 256; ++i) words[i] = TagOf(i) * uint32_t{0x01010101};
  return words;
}();

HALFWORD_ALWAYS_INLINE uint32_t MatchTags(const uint8_t* tags, uint32_t hash) {
#if HALFWORD_HAS_SSE2
  const auto four = static_cast<int>(kTagsOfHash[hash & 0xff]);
  const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(tags));
  const __m128i same =
      _mm_cmpeq_epi8(all, _mm_shuffle_epi32(_mm_cvtsi32_si128(four), 0));
  return static_cast<uint32_t>(_mm_movemask_epi8(same));
#else
  return MatchBytesPortably(tags, TagOf(hash));
#endif
}

struct HashGroup {
  uint8_t tags[kGroupSlots];
  uint8_t overflow;

  // Entries that may have the hash; one in 254 others is among them.
  HALFWORD_ALWAYS_INLINE SlotMask Match(uint32_t hash) const {
    return MatchTags(tags, hash) & kAllSlots;
  }
  HALFWORD_ALWAYS_INLINE SlotMask Free() const {
    return MatchBytes(tags, kFreeTag) & kAllSlots;
  }
  // Those that are not free, also where there are none.
  HALFWORD_ALWAYS_INLINE SlotMask Taken() const { return Free() ^ kAllSlots; }
  HALFWORD_ALWAYS_INLINE bool MayGoOn(uint32_t hash) const {
    return (overflow >> ((hash >> 8) % 8) & 1) != 0;
  }
  void NoteOverflow(uint32_t hash) {
    overflow = static_cast<uint8_t>(overflow | OverflowBitOf(hash));
  }

  HALFWORD_FIELDS(HashGroup, tags, overflow)
};
static_assert(sizeof(HashGroup) == 16);

HALFWORD_ALWAYS_INLINE uint32_t FirstSlot(SlotMask mask) {
  return static_cast<uint32_t>(std::countr_zero(mask));
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_HASH_GROUP_H_
