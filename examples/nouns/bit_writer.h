// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// BitWriter: the sequence of bits that a jam is, least significant first, with
// zeros up to a whole byte at the end.

#ifndef EXAMPLES_NOUNS_BIT_WRITER_H_
#define EXAMPLES_NOUNS_BIT_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "halfword/internal/checks.h"

namespace nouns {

// Invariant: used_bits_ < 64, and open_word_ has no bits beyond them.
class BitWriter {
 public:
  // Where the next bit goes.
  size_t position() const { return words_.size() * 64 + used_bits_; }

  // Requires: count <= 64, and bits has no more than those.
  void Write(uint64_t bits, size_t count) {
    HALFWORD_DCHECK(count <= 64, "a word has 64 bits");
    HALFWORD_DCHECK(count == 64 || bits >> count == 0, "bits beyond the count");
    open_word_ |= bits << used_bits_;
    used_bits_ += count;
    if (used_bits_ < 64) return;
    words_.push_back(open_word_);
    used_bits_ -= 64;
    open_word_ = used_bits_ == 0 ? 0 : bits >> (count - used_bits_);
  }

  // What was written, and bytes of zeros behind it.
  std::vector<uint8_t> bytes(size_t padding_bytes = 0) const {
    const size_t whole_bytes = words_.size() * sizeof(uint64_t);
    const size_t open_bytes = (used_bits_ + 7) / 8;
    std::vector<uint8_t> bytes(whole_bytes + open_bytes + padding_bytes);
    if (whole_bytes != 0) {
      std::memcpy(bytes.data(), words_.data(), whole_bytes);
    }
    if (open_bytes != 0) {
      std::memcpy(bytes.data() + whole_bytes, &open_word_, open_bytes);
    }
    return bytes;
  }

 private:
  std::vector<uint64_t> words_;
  uint64_t open_word_ = 0;
  size_t used_bits_ = 0;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_BIT_WRITER_H_
