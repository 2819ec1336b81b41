// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NameTable: the names of nodes and edges, each once, numbered as they come.
//
// The texts stand one after the other in blocks; a table of numbers, probed in
// a row behind a well-mixed hash of the bytes, finds them. (V8's hash of a
// numeric string was the number itself, so that a million keys that are numbers
// filled the table in rows of thousands; measured in docs/bench.md.)
//
// There is a bound to the memory of names: where objects name themselves, each
// name may be another. When it is reached, new ones are refused. What is taken
// while the table grows counts as well: nothing is copied that is there twice
// then, since numbers find their places anew from the names' hashes.
//
// Cost: 24 to 32 bytes a name, and its text. Threads: one.

#ifndef HALFWORD_SNAPSHOT_NAME_TABLE_H_
#define HALFWORD_SNAPSHOT_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

using NameNumber = uint32_t;
inline constexpr NameNumber kNoName = UINT32_MAX;

class NameTable {
 public:
  using Hash = uint32_t (*)(std::string_view text);

  // hash: another one than the table's own, to compare with.
  explicit NameTable(Hash hash = nullptr);
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  // The number of the name, a new one if it is new.
  NameNumber Add(std::string_view text) { return TryAdd(text, SIZE_MAX); }
  // kNoName: the name is new, and the table would take more than bytes_max;
  // also if it would as soon as some names come that are not refused.
  NameNumber TryAdd(std::string_view text, size_t bytes_max);

  // Valid until the table ends.
  std::string_view TextOf(NameNumber number) const;

  NameNumber count() const { return count_; }
  // As much as it ever was.
  size_t bytes() const { return BytesWith(0); }

 private:
  struct Text {
    const char* data;
    uint32_t bytes;
    uint32_t hash;
  };

  static constexpr size_t kBlockBytes = size_t{16} << 10;
  static constexpr size_t kTextsPerBlock = kBlockBytes / sizeof(Text);
  // Names of fields and classes, which often come after those of objects: the
  // table must not double for the first of them.
  static constexpr NameNumber kSpareNames = 1024;

  const Text& TextAt(NameNumber number) const {
    return texts_[number / kTextsPerBlock][number % kTextsPerBlock];
  }
  bool NeedsSlots(NameNumber count) const {
    return size_t{count} * 2 > slots_.size();
  }
  size_t BytesWith(size_t more_bytes) const;
  size_t BytesAfter(std::string_view text) const;
  void Grow();
  const char* Keep(std::string_view text);

  const Hash hash_;
  NameNumber count_ = 0;
  std::vector<std::unique_ptr<Text[]>> texts_;
  std::vector<NameNumber> slots_;  // kNoName: free; a power of two, half full
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* block_at_ = nullptr;
  size_t block_left_bytes_ = 0;
  size_t block_bytes_ = 0;  // of all
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_NAME_TABLE_H_
