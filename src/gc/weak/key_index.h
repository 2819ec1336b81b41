// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// KeyIndex: what waits for an object to be marked, by that object.
//
// It holds small numbers, from each of which its key can be told: the places of
// ephemerons. They stand in one row of blocks, without a hash or a link beside
// them, since a heap may consist of ephemerons. Parts of the row are sorted by
// buckets of keys. What is new becomes a part of its own, together with the
// parts before it that are not longer than twice as much; so there are few of
// them, and each number is sorted a logarithmic number of times at most.
// (Parts that double: J. L. Bentley, J. B. Saxe, "Decomposable searching
// problems", 1980. Sorting in place: P. M. McIlroy, K. Bostic, M. D. McIlroy,
// "Engineering radix sort", 1993, the "American flag".)
//
// Cost: the number and two thirds of a byte; twice these while it is sorted.
//
// Threads: those of the marker that has it.

#ifndef HALFWORD_GC_WEAK_KEY_INDEX_H_
#define HALFWORD_GC_WEAK_KEY_INDEX_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <typename Number>
class KeyIndex {
 public:
  // It is found from the next IndexNew() on. Errors: std::bad_alloc.
  void Add(Number number) {
    if (size_ == blocks_.size() * kBlockCount) {
      blocks_.emplace_back(kBlockCount);
      NoteBytes(0);
    }
    At(size_++) = number;
  }

  size_t size() const { return size_; }
  bool has_new() const { return indexed_end_ != size_; }

  // Sorts what is new in, and drops those for which keeps(number) is false;
  // some others are asked for, too. key_of(number) gives the key, any size_t.
  // Requires: a number keeps its key. Errors: std::bad_alloc.
  template <typename Keeps, typename KeyOf>
  void IndexNew(Keeps keeps, KeyOf key_of) {
    if (!has_new()) return;
    size_t begin = indexed_end_;
    while (!parts_.empty() &&
           begin - parts_.back().begin <= 2 * (size_ - begin)) {
      begin = parts_.back().begin;
      parts_.pop_back();
    }
    DropFrom(begin, keeps);
    if (begin != size_) AddPart(begin, key_of);
    indexed_end_ = size_;
  }

  // Calls function(number) for those of a key, and for some others.
  template <typename Function>
  void ForEachOf(size_t key, Function function) const {
    for (const Part& part : parts_) {
      const size_t bucket = BucketOf(key, part.ends.size());
      const size_t end = part.begin + part.ends[bucket];
      size_t i = part.begin + (bucket == 0 ? 0 : part.ends[bucket - 1]);
      for (; i < end; ++i) function(At(i));
    }
  }
  template <typename Function>
  void ForEach(Function function) const {
    for (size_t i = 0; i < size_; ++i) function(At(i));
  }

  // What was taken of malloc's memory at most.
  size_t bytes_max() const { return bytes_max_; }

 private:
  static constexpr size_t kBlockCount = size_t{1} << 12;
  static constexpr size_t kNumbersABucket = 6;  // on average
  static constexpr size_t kHandCount = 64;

  // Where its buckets end is counted from its beginning.
  struct Part {
    size_t begin;
    std::vector<uint32_t> ends;
  };

  Number& At(size_t i) { return blocks_[i / kBlockCount][i % kBlockCount]; }
  const Number& At(size_t i) const {
    return blocks_[i / kBlockCount][i % kBlockCount];
  }

  // A product's upper bits depend on all bits of the key.
  static size_t BucketOf(size_t key, size_t bucket_count) {
    const uint64_t hash = uint64_t{key} * 0x9e3779b97f4a7c15 >> 32;
    return hash * bucket_count >> 32;
  }

  template <typename Keeps>
  void DropFrom(size_t begin, Keeps keeps) {
    size_t kept = begin;
    for (size_t i = begin; i < size_; ++i) {
      if (keeps(At(i))) At(kept++) = At(i);
    }
    size_ = kept;
    blocks_.resize((size_ + kBlockCount - 1) / kBlockCount);
  }

  template <typename KeyOf>
  void AddPart(size_t begin, KeyOf key_of) {
    const size_t count = size_ - begin;
    std::vector<uint32_t> ends((count + kNumbersABucket - 1) / kNumbersABucket);
    const auto bucket_of = [&](Number number) {
      return BucketOf(key_of(number), ends.size());
    };
    for (size_t i = begin; i < size_; ++i) ++ends[bucket_of(At(i))];
    uint32_t end = 0;
    for (uint32_t& bucket_end : ends) bucket_end = end += bucket_end;

    // The next free place of each bucket.
    std::vector<uint32_t> places(ends.size());
    std::copy(ends.begin(), ends.end() - 1, places.begin() + 1);
    SortIntoBuckets(begin, ends, &places, bucket_of);
    parts_.push_back({begin, std::move(ends)});
    NoteBytes(places.capacity() * sizeof(uint32_t));
  }

  // Numbers of the next places are taken into hands. Each goes to the next
  // place of its bucket, and what stood there is taken instead, until it comes
  // to a place that was taken from. Many hands, since each step waits for
  // memory twice.
  template <typename BucketOfNumber>
  void SortIntoBuckets(size_t begin, const std::vector<uint32_t>& ends,
                       std::vector<uint32_t>* places,
                       BucketOfNumber bucket_of) {
    std::array<Number, kHandCount> hands;
    size_t bucket = 0;
    while (bucket < ends.size()) {
      size_t count = 0;
      size_t taken_end = 0;
      while (count < hands.size() && bucket < ends.size()) {
        taken_end = (*places)[bucket];
        while (count < hands.size() && taken_end < ends[bucket]) {
          hands[count++] = At(begin + taken_end++);
        }
        if (taken_end == ends[bucket]) ++bucket;
      }
      while (count != 0) {
        for (size_t i = 0; i < count;) {
          const size_t place = (*places)[bucket_of(hands[i])]++;
          if (place >= taken_end) {
            std::swap(hands[i++], At(begin + place));
          } else {
            At(begin + place) = hands[i];
            hands[i] = hands[--count];
          }
        }
      }
    }
  }

  void NoteBytes(size_t more) {
    size_t bytes = blocks_.size() * (kBlockCount * sizeof(Number)) + more;
    for (const Part& part : parts_) {
      bytes += part.ends.capacity() * sizeof(uint32_t);
    }
    bytes_max_ = std::max(bytes_max_, bytes);
  }

  std::vector<std::vector<Number>> blocks_;  // full, but for the last
  size_t size_ = 0;
  std::vector<Part> parts_;  // one after the other, to indexed_end_
  size_t indexed_end_ = 0;
  size_t bytes_max_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_KEY_INDEX_H_
