// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NumberStream: numbers that are written once and read once or twice, in order:
// how many edges each object has, and which name. Nearly all are below 128 and
// take a byte; seven bits a byte, the lowest first, the top bit says that more
// follow.

#ifndef HALFWORD_BASE_NUMBER_STREAM_H_
#define HALFWORD_BASE_NUMBER_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

class NumberStream {
 public:
  HALFWORD_ALWAYS_INLINE void Put(uint64_t number) {
    while (__builtin_expect(number >= 0x80, false)) {
      PutByte(static_cast<uint8_t>(number | 0x80));
      number >>= 7;
    }
    PutByte(static_cast<uint8_t>(number));
  }

  class Reader {
   public:
    explicit Reader(const NumberStream& stream) : stream_(stream) {}

    // Requires: as many numbers were put as are taken, and this one fits.
    template <typename Number = uint32_t>
    HALFWORD_ALWAYS_INLINE Number Take() {
      Number number = 0;
      for (int shift = 0;; shift += 7) {
        const uint8_t byte = TakeByte();
        number |= Number{byte & 0x7fu} << shift;
        if (__builtin_expect(byte < 0x80, true)) return number;
      }
    }

   private:
    uint8_t TakeByte() {
      if (at_ == end_) {
        at_ = stream_.blocks_[block_++].get();
        end_ = at_ + kBlockBytes;
      }
      return *at_++;
    }

    const NumberStream& stream_;
    size_t block_ = 0;
    const uint8_t* at_ = nullptr;
    const uint8_t* end_ = nullptr;
  };

  size_t bytes() const { return blocks_.size() * kBlockBytes; }

 private:
  static constexpr size_t kBlockBytes = size_t{32} << 10;

  void PutByte(uint8_t byte) {
    if (at_ == end_) AddBlock();
    *at_++ = byte;
  }
  HALFWORD_NOINLINE void AddBlock() {
    blocks_.push_back(std::make_unique_for_overwrite<uint8_t[]>(kBlockBytes));
    at_ = blocks_.back().get();
    end_ = at_ + kBlockBytes;
  }

  // Blocks, since a vector that doubles would take the memory thrice.
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  uint8_t* at_ = nullptr;
  uint8_t* end_ = nullptr;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_NUMBER_STREAM_H_
