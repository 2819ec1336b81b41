// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LiveObjects: what a collection of the opened image would keep: all that the
// named roots and the table of atoms lead to, by strong references and by
// ephemerons. An image can have more objects: those that died since its last
// collection, and what it says of itself.
//
// Each has an ordinal, its rank among all by place, so that what is kept of
// objects stands in arrays.
//
// Cost: a bit and a sixteenth a granule, and while they are looked for 4 bytes
// for each object that is waiting.

#ifndef HALFWORD_IMAGE_OFFLINE_LIVE_OBJECTS_H_
#define HALFWORD_IMAGE_OFFLINE_LIVE_OBJECTS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/bits.h"
#include "image/object_references.h"
#include "image/offline/image_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

class LiveObjects {
 public:
  // also_kept: more roots, by their places.
  LiveObjects(const ImageObjects& objects, const ReferenceMaps& maps,
              std::span<const uint64_t> also_kept = {});

  bool Has(ImageGranule object) const {
    return (bits_[object / 64] >> (object % 64)) & 1;
  }
  uint32_t count() const { return count_; }
  // Requires: the object lives.
  uint32_t OrdinalOf(ImageGranule object) const {
    const size_t word = object / 64;
    uint32_t rank = ranks_[word / kWordsARank];
    for (size_t i = word / kWordsARank * kWordsARank; i < word; ++i) {
      rank += static_cast<uint32_t>(PopCount(bits_[i]));
    }
    const uint64_t before = (uint64_t{1} << (object % 64)) - 1;
    return rank + static_cast<uint32_t>(PopCount(bits_[word] & before));
  }

  // Those that begin in a row of granules, whole words of the bits.
  uint32_t CountIn(size_t first_granule, size_t granules) const {
    uint32_t count = 0;
    for (size_t i = 0; i < granules / 64; ++i) {
      count += static_cast<uint32_t>(PopCount(bits_[first_granule / 64 + i]));
    }
    return count;
  }

  // Calls function(object) for each, in the order of their places.
  template <typename Function>
  void ForEach(Function function) const {
    for (size_t word = 0; word < bits_.size(); ++word) {
      for (uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
        function(static_cast<ImageGranule>(
            word * 64 + static_cast<size_t>(std::countr_zero(bits))));
      }
    }
  }

 private:
  static constexpr size_t kWordsARank = 8;

  void Mark(ImageGranule object);
  void MarkAt(uint64_t offset);
  void Visit(ImageGranule object);
  void VisitPair(ImageGranule key, const std::byte* value);
  void Drain();
  void Rank();

  const ImageObjects& objects_;
  const ReferenceMaps& maps_;
  std::vector<uint64_t> bits_;
  std::vector<ImageGranule> waiting_;
  // Of ephemerons whose keys are not marked: their values, by key.
  std::unordered_map<ImageGranule, std::vector<ImageGranule>> values_;
  std::vector<uint32_t> ranks_;  // of the first object of each few words
  uint32_t count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_LIVE_OBJECTS_H_
