// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// BitReader: bytes as a sequence of bits, least significant first, as jams are
// written. It is not a cursor: whoever reads says where.

#ifndef EXAMPLES_NOUNS_BIT_READER_H_
#define EXAMPLES_NOUNS_BIT_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace nouns {

class BitReader {
 public:
  // What one Peek() shows at least: 64 less the 7 that a byte may begin with.
  static constexpr size_t kPeekBits = 57;

  // Requires: the bytes outlive the reader.
  explicit BitReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  size_t bit_count() const { return bytes_.size() * 8; }

  // The bits from a position on, the first one lowest; beyond the end, zeros.
  // Only the lowest kPeekBits are those of the input for sure.
  uint64_t Peek(size_t position) const {
    const size_t byte = position / 8;
    uint64_t bits = 0;
    if (byte + sizeof bits <= bytes_.size()) {
      std::memcpy(&bits, bytes_.data() + byte, sizeof bits);
    } else if (byte < bytes_.size()) {
      std::memcpy(&bits, bytes_.data() + byte, bytes_.size() - byte);
    }
    return bits >> (position % 8);
  }

  // As many of them. Requires: count <= kPeekBits.
  uint64_t Peek(size_t position, size_t count) const {
    return Peek(position) & ((uint64_t{1} << count) - 1);
  }

 private:
  const std::span<const uint8_t> bytes_;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_BIT_READER_H_
