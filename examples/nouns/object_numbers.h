// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ObjectNumbers: a number for each object of a heap that is asked for, by its
// address. Objects of a heap stand close to each other, hence the table is not
// hashed by object but by 16 KiB: there it has an array with a number for each
// place where an object may begin, so that neighbours of the heap are
// neighbours in the table.

#ifndef EXAMPLES_NOUNS_OBJECT_NUMBERS_H_
#define EXAMPLES_NOUNS_OBJECT_NUMBERS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace nouns {

// Cost: 8 KiB for each 16 KiB in which an object is asked for.
class ObjectNumbers {
 public:
  // 0 until it is set. Valid until the next call.
  uint32_t& operator[](const void* object) {
    const auto address = reinterpret_cast<uintptr_t>(object);
    const uintptr_t block = address / kBlockBytes;
    if (block != last_block_) Select(block);
    return (*last_numbers_)[address % kBlockBytes / kPlaceBytes];
  }

 private:
  static constexpr size_t kBlockBytes = size_t{16} << 10;
  static constexpr size_t kPlaceBytes = 8;
  using Numbers = std::array<uint32_t, kBlockBytes / kPlaceBytes>;

  void Select(uintptr_t block) {
    std::unique_ptr<Numbers>& numbers = blocks_[block];
    if (numbers == nullptr) numbers = std::make_unique<Numbers>();
    last_block_ = block;
    last_numbers_ = numbers.get();
  }

  std::unordered_map<uintptr_t, std::unique_ptr<Numbers>> blocks_;
  uintptr_t last_block_ = 0;  // no object lies there
  Numbers* last_numbers_ = nullptr;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_OBJECT_NUMBERS_H_
