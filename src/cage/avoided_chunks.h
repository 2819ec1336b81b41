// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AvoidedChunks: chunks that nobody has and that a word on a stack seems to
// refer to already.
//
// Half of an address of the stack, of the code or of malloc's memory may look
// like a reference, and stands there as long as the frame does. What is
// allocated where it points to would live as long, and so would all that can
// be reached from it: of a queue, everything that was ever put into it. So such
// chunks are handed out last (H.-J. Boehm, Space efficient conservative garbage
// collection, 1993; design/heap.md#req.heap.avoided). Other words come and go:
// what no scan has seen of late is forgotten. And a stack of noise refers to
// chunks everywhere: then none is avoided, since no place is better than others
// and a heap full of holes is worse.
//
// Threads: a heap's thread notes, any thread asks. Bits are relaxed atomics: a
// bit that is seen late, or not at all, costs memory and nothing else.

#ifndef HALFWORD_CAGE_AVOIDED_CHUNKS_H_
#define HALFWORD_CAGE_AVOIDED_CHUNKS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <size_t kChunkCount>
class AvoidedChunks {
 public:
  // What a scan has seen is kept for so many scans of all heaps at least, and
  // for less than twice as many.
  static constexpr uint32_t kScansKept = 32;
  // If more are noted in these, they are noise.
  static constexpr uint32_t kNotedMax = kChunkCount / 64;

  void Note(size_t chunk) {
    Age& age = ages_[age_number() % 2];
    std::atomic<uint64_t>& bits = age.bits[chunk / 64];
    const uint64_t bit = uint64_t{1} << (chunk % 64);
    // A stack repeats its words, and each scan finds them again.
    if ((bits.load(std::memory_order_relaxed) & bit) != 0) return;
    bits.fetch_or(bit, std::memory_order_relaxed);
    age.noted_count.fetch_add(1, std::memory_order_relaxed);
  }

  void NoteEndOfScan() {
    const uint32_t scans =
        scan_count_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (scans % kScansKept != 0) return;
    // A new age begins, with the bits of the one before the last.
    Age& age = ages_[age_number() % 2];
    for (std::atomic<uint64_t>& bits : age.bits) {
      bits.store(0, std::memory_order_relaxed);
    }
    age.noted_count.store(0, std::memory_order_relaxed);
  }

  // Whether any is to be avoided.
  bool has_any() const {
    const uint32_t count =
        ages_[0].noted_count.load(std::memory_order_relaxed) +
        ages_[1].noted_count.load(std::memory_order_relaxed);
    return count != 0 && count <= kNotedMax;
  }

  // Of the 64 chunks from 64 * word on.
  uint64_t Bits(size_t word) const {
    return ages_[0].bits[word].load(std::memory_order_relaxed) |
           ages_[1].bits[word].load(std::memory_order_relaxed);
  }

 private:
  struct Age {
    std::atomic<uint32_t> noted_count = 0;
    std::atomic<uint64_t> bits[kChunkCount / 64] = {};
  };

  uint32_t age_number() const {
    return scan_count_.load(std::memory_order_relaxed) / kScansKept;
  }

  std::atomic<uint32_t> scan_count_ = 0;
  Age ages_[2] = {};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_CAGE_AVOIDED_CHUNKS_H_
