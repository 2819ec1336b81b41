// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CopyBytes(): memcpy() for the lengths that strings have. A call of the C
// library costs as much as copying 32 bytes does, so those are copied in place,
// by two loads and two stores that overlap in the middle.

#ifndef HALFWORD_INTERNAL_COPY_BYTES_H_
#define HALFWORD_INTERNAL_COPY_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "halfword/internal/compiler.h"

// Where g++ knows the size of what is copied, it warns of branches for other
// sizes, which are never taken.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

namespace halfword::inline HALFWORD_ABI::internal {

// The first and the last bytes of a block no longer than two of them.
template <typename Unit>
HALFWORD_ALWAYS_INLINE void CopyTwo(char* target, const char* source,
                                    size_t size) {
  Unit first;
  Unit last;
  std::memcpy(&first, source, sizeof(Unit));
  std::memcpy(&last, source + size - sizeof(Unit), sizeof(Unit));
  std::memcpy(target, &first, sizeof(Unit));
  std::memcpy(target + size - sizeof(Unit), &last, sizeof(Unit));
}

inline constexpr size_t kInPlaceBytesMax = 32;

// Requires: size <= kBytesMax; the blocks do not overlap.
template <size_t kBytesMax = kInPlaceBytesMax>
HALFWORD_ALWAYS_INLINE void CopyInPlace(char* target, const char* source,
                                        size_t size) {
  struct Sixteen {
    uint64_t halves[2];
  };
  static_assert(kBytesMax <= 2 * sizeof(Sixteen));
  if (kBytesMax > 16 && size > 16) {
    CopyTwo<Sixteen>(target, source, size);
  } else if (size >= 8) {
    CopyTwo<uint64_t>(target, source, size);
  } else if (size >= 4) {
    CopyTwo<uint32_t>(target, source, size);
  } else if (size != 0) {
    // One to three: the first, the one in the middle and the last.
    const char middle = source[size / 2];
    const char last = source[size - 1];
    target[0] = source[0];
    target[size / 2] = middle;
    target[size - 1] = last;
  }
}

// Sets so many bytes to one. Requires: 4 <= size <= kInPlaceBytesMax.
HALFWORD_ALWAYS_INLINE void FillInPlace(char* target, char byte, size_t size) {
  const uint64_t eight =
      uint64_t{static_cast<unsigned char>(byte)} * 0x0101010101010101;
  const auto store = [target](size_t at, const auto& bytes) {
    std::memcpy(target + at, &bytes, sizeof(bytes));
  };
  if (size >= 8) {
    store(0, eight);
    if (size > 16) {
      store(8, eight);
      store(size - 16, eight);
    }
    store(size - 8, eight);
  } else {
    store(0, static_cast<uint32_t>(eight));
    store(size - 4, static_cast<uint32_t>(eight));
  }
}

// Requires: the blocks do not overlap.
HALFWORD_ALWAYS_INLINE void CopyBytes(char* target, const char* source,
                                      size_t size) {
  if (size > kInPlaceBytesMax) {
    std::memcpy(target, source, size);
  } else {
    CopyInPlace(target, source, size);
  }
}

// Whether the first and the last bytes of two blocks no longer than two units
// are the same.
template <typename Unit>
HALFWORD_ALWAYS_INLINE bool EqualTwo(const char* a, const char* b,
                                     size_t size) {
  Unit first[2];
  Unit last[2];
  std::memcpy(&first[0], a, sizeof(Unit));
  std::memcpy(&first[1], b, sizeof(Unit));
  std::memcpy(&last[0], a + size - sizeof(Unit), sizeof(Unit));
  std::memcpy(&last[1], b + size - sizeof(Unit), sizeof(Unit));
  return ((first[0] ^ first[1]) | (last[0] ^ last[1])) == 0;
}

// memcmp() == 0, in place for 4 to 16 bytes.
HALFWORD_ALWAYS_INLINE bool EqualBytes(const char* a, const char* b,
                                       size_t size) {
  if (size >= 4 && size <= 16) {
    return size >= 8 ? EqualTwo<uint64_t>(a, b, size)
                     : EqualTwo<uint32_t>(a, b, size);
  }
  if (size > 16 && size <= 32) {
    return EqualTwo<uint64_t>(a, b, 16) &&
           EqualTwo<uint64_t>(a + size - 16, b + size - 16, 16);
  }
  return size == 0 || std::memcmp(a, b, size) == 0;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // HALFWORD_INTERNAL_COPY_BYTES_H_
