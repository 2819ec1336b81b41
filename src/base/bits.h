// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rounding, and bitmaps as arrays of 64-bit words, which <bit> does not have.
// Bit i of a bitmap is bit i % 64 of words[i / 64].
//
// Threads: plain reads and writes; a bitmap that two threads use needs its own
// atomic operations.

#ifndef HALFWORD_BASE_BITS_H_
#define HALFWORD_BASE_BITS_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

// std::popcount() is a call into the compiler's library where the processor is
// not known to have the instruction; this is some ten operations inline.
constexpr uint64_t PopCount(uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555;
  word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (word * 0x0101010101010101) >> 56;
}

inline constexpr size_t kBitsPerWord = 64;

// Requires: power_of_two is one.
constexpr size_t RoundDown(size_t value, size_t power_of_two) {
  HALFWORD_DCHECK(std::has_single_bit(power_of_two),
                  "RoundDown takes a power of two");
  return value & ~(power_of_two - 1);
}

// Requires: power_of_two is one, and the result fits.
constexpr size_t RoundUp(size_t value, size_t power_of_two) {
  HALFWORD_DCHECK(std::has_single_bit(power_of_two),
                  "RoundUp takes a power of two; RoundUpToMultiple any number");
  HALFWORD_DCHECK(value <= SIZE_MAX - (power_of_two - 1),
                  "check sizes from outside before rounding them");
  return (value + power_of_two - 1) & ~(power_of_two - 1);
}

// Requires: multiple > 0, and the result fits.
constexpr size_t RoundUpToMultiple(size_t value, size_t multiple) {
  HALFWORD_DCHECK(multiple > 0, "there is no multiple of 0 to round to");
  HALFWORD_DCHECK(value <= SIZE_MAX - (multiple - 1),
                  "check sizes from outside before rounding them");
  return (value + multiple - 1) / multiple * multiple;
}

// The first set bit at or after `from`; word_count * 64 where there is none.
// Requires: from <= word_count * 64.
constexpr size_t NextSetBit(const uint64_t* words, size_t word_count,
                            size_t from) {
  HALFWORD_DCHECK(from <= word_count * kBitsPerWord,
                  "the search starts inside the bitmap");
  size_t index = from / kBitsPerWord;
  if (index == word_count) return from;
  uint64_t word = words[index] & (~uint64_t{0} << (from % kBitsPerWord));
  while (word == 0) {
    if (++index == word_count) return word_count * kBitsPerWord;
    word = words[index];
  }
  return index * kBitsPerWord + static_cast<size_t>(std::countr_zero(word));
}

// The first clear bit at or after `from`; word_count * 64 where there is none.
// Requires: from <= word_count * 64.
constexpr size_t NextClearBit(const uint64_t* words, size_t word_count,
                              size_t from) {
  HALFWORD_DCHECK(from <= word_count * kBitsPerWord,
                  "the search starts inside the bitmap");
  size_t index = from / kBitsPerWord;
  if (index == word_count) return from;
  uint64_t word = ~words[index] & (~uint64_t{0} << (from % kBitsPerWord));
  while (word == 0) {
    if (++index == word_count) return word_count * kBitsPerWord;
    word = ~words[index];
  }
  return index * kBitsPerWord + static_cast<size_t>(std::countr_zero(word));
}

// The number of set bits in words[0, word_count).
constexpr size_t CountSetBits(const uint64_t* words, size_t word_count) {
  size_t count = 0;
  for (size_t i = 0; i < word_count; ++i) {
    count += static_cast<size_t>(std::popcount(words[i]));
  }
  return count;
}

// The word with bits [begin, end) set.
// Requires: begin <= end <= 64.
constexpr uint64_t WordMask(size_t begin, size_t end) {
  HALFWORD_DCHECK(begin <= end && end <= kBitsPerWord,
                  "the range lies inside one word");
  if (begin == end) return 0;
  return (~uint64_t{0} >> (kBitsPerWord - (end - begin))) << begin;
}

// Calls visit(word_index, mask) for each word that bits [begin, end) touch.
// Requires: begin <= end <= word_count * 64.
template <typename Visit>
constexpr void ForEachWordOfRange([[maybe_unused]] size_t word_count,
                                  size_t begin, size_t end, Visit visit) {
  HALFWORD_DCHECK(begin <= end, "a range ends behind its beginning");
  HALFWORD_DCHECK(end <= word_count * kBitsPerWord,
                  "the range lies inside the bitmap");
  while (begin < end) {
    const size_t index = begin / kBitsPerWord;
    const size_t word_end = (index + 1) * kBitsPerWord;
    const size_t part_end = end < word_end ? end : word_end;
    visit(index,
          WordMask(begin % kBitsPerWord, part_end - index * kBitsPerWord));
    begin = part_end;
  }
}

// Sets bits [begin, end).
// Requires: begin <= end <= word_count * 64.
constexpr void SetBitRange(uint64_t* words, size_t word_count, size_t begin,
                           size_t end) {
  ForEachWordOfRange(
      word_count, begin, end,
      [words](size_t index, uint64_t mask) { words[index] |= mask; });
}

// Clears bits [begin, end).
// Requires: begin <= end <= word_count * 64.
constexpr void ClearBitRange(uint64_t* words, size_t word_count, size_t begin,
                             size_t end) {
  ForEachWordOfRange(
      word_count, begin, end,
      [words](size_t index, uint64_t mask) { words[index] &= ~mask; });
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_BITS_H_
