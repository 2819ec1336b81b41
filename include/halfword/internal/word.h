// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The word: the stored form of a reference, and its two decoders.
//
//   bit 31 set     a reference; the low 31 bits count granules from the
//                  beginning of the window (16 GiB; 32 GiB with 4 virtual bits)
//   bit 31 clear   an immediate, whose meaning belongs to the kind of field:
//                  in a Member 0 is null and 1 the sentinel, in a Tagged all
//                  2^31 values are integers
//
// Encoding is one shift and a truncation, because the window lies where bit 31
// of the shifted address is set: zero-based at [16 GiB, 32 GiB), so that
// decoding is the shift back; based at any odd multiple of 16 GiB, so that the
// sign-extended and shifted word needs one AND with base | (window - 1). Both
// decoders give the same words, and the same pointers where the window is the
// same (design/references.md#req.word.same). Null, comparison, copying and
// hashing never decode.
//
// The full-width build stores the pointer itself; everything here then is the
// identity, and IsReference() compares with 4 GiB, below which no cage lies.

#ifndef HALFWORD_INTERNAL_WORD_H_
#define HALFWORD_INTERNAL_WORD_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

extern "C" {
#if HALFWORD_DECODE_BASED && HALFWORD_REFERENCES == 32
// base | (window - 1). Constant to the compiler, so that it may be loaded once
// a function; written once, by a constructor that runs before main, in
// src/cage/cage_mask.cc (design/references.md#req.word.constant-mask).
[[gnu::visibility("hidden")]] extern const uintptr_t halfword_cage_mask;
#endif
}

namespace halfword::inline HALFWORD_ABI::internal {

// 8 bytes, or 16 with 4 virtual bits: every object starts at a multiple of it.
inline constexpr size_t kGranuleBytes = size_t{1} << kVirtualBits;

#if HALFWORD_REFERENCES == 32

using Word = uint32_t;

inline constexpr size_t kWindowBytes = kGranuleBytes << 31;
inline constexpr Word kReferenceBit = 0x80000000u;

#else

using Word = uintptr_t;

// 128 GiB: what measurements against the compressed build need, and more.
inline constexpr size_t kWindowBytes = size_t{1} << 37;

#endif

inline constexpr Word kNullWord = 0;
inline constexpr Word kSentinelWord =
    kCompressed ? Word{1} : static_cast<Word>(kGranuleBytes);

// What kSentinelPointer holds: the pointer whose word is kSentinelWord.
inline constexpr uintptr_t kSentinelAddress = kGranuleBytes;

// True for a reference, false for null, the sentinel and every immediate.
HALFWORD_ALWAYS_INLINE constexpr bool IsReference(Word word) {
#if HALFWORD_REFERENCES == 32
  return static_cast<int32_t>(word) < 0;
#else
  return word >> 32 != 0;
#endif
}

// Requires: address is null, the sentinel or a granule inside the cage.
HALFWORD_ALWAYS_INLINE constexpr Word CompressAddress(uintptr_t address) {
#if HALFWORD_REFERENCES == 32
  return static_cast<Word>(address >> kVirtualBits);
#else
  return address;
#endif
}

#if HALFWORD_REFERENCES == 32

// The zero-based decoder: valid where the window begins at its own size.
HALFWORD_ALWAYS_INLINE constexpr uintptr_t DecompressZeroBased(Word word) {
  return static_cast<uintptr_t>(word) << kVirtualBits;
}

// The based decoder: mask is base | (window - 1). An immediate keeps its low
// bits, so null gives null and the sentinel word the sentinel's address.
HALFWORD_ALWAYS_INLINE constexpr uintptr_t DecompressBased(Word word,
                                                           uintptr_t mask) {
  const auto extended = static_cast<int64_t>(static_cast<int32_t>(word));
  return (static_cast<uintptr_t>(extended) << kVirtualBits) & mask;
}

#endif

// Requires: word came from CompressAddress(). Immediates other than null and
// the sentinel decode to addresses outside the cage.
HALFWORD_ALWAYS_INLINE uintptr_t DecompressWord(Word word) {
#if HALFWORD_REFERENCES == 64
  return word;
#elif HALFWORD_DECODE_BASED
  return DecompressBased(word, halfword_cage_mask);
#else
  return DecompressZeroBased(word);
#endif
}

HALFWORD_ALWAYS_INLINE Word CompressPointer(const void* pointer) {
  return CompressAddress(std::bit_cast<uintptr_t>(pointer));
}

HALFWORD_ALWAYS_INLINE void* DecompressPointer(Word word) {
  return std::bit_cast<void*>(DecompressWord(word));
}

// The distance of an address from the beginning of its window. Side tables are
// indexed by it, whichever decoder is used, because a window is aligned to its
// size.
HALFWORD_ALWAYS_INLINE constexpr uintptr_t WindowOffset(uintptr_t address) {
  return address & (kWindowBytes - 1);
}

// WindowOffset(DecompressWord(word)) in granules, without decoding.
// Requires: IsReference(word).
HALFWORD_ALWAYS_INLINE constexpr size_t WindowGranule(Word word) {
#if HALFWORD_REFERENCES == 32
  return word & ~kReferenceBit;
#else
  return WindowOffset(word) >> kVirtualBits;
#endif
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_WORD_H_
