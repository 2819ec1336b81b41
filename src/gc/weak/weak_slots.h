// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WeakSlots: weak slots that a marker has noted, 4 bytes each, in blocks.
//
// A program may have a weak reference in each of its objects. So what waits for
// the pause is kept small, is handed over without being copied, and is sifted
// beside the program: of slots whose targets have been marked since, nothing
// needs to be known (design/concurrent_marking.md#req.beside.weak).
//
// Slots of which it is known that their words refer to beginnings of objects
// have blocks of their own: of any other a pause asks also whether the word
// refers to a part, which takes a quarter of the time.
//
// Threads: those of the marker that has them.

#ifndef HALFWORD_GC_WEAK_WEAK_SLOTS_H_
#define HALFWORD_GC_WEAK_WEAK_SLOTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/system_memory.h"
#include "gc/weak/traced_slot.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

class WeakSlots {
 public:
  // Of a slot in the window, counted in words.
  using Place = std::conditional_t<(kWindowBytes / sizeof(Word) - 1 <=
                                    std::numeric_limits<uint32_t>::max()),
                                   uint32_t, uint64_t>;
  // Requires: the slot is in the cage.
  static Place PlaceOf(const Word* slot) {
    return static_cast<Place>(WindowOffset(reinterpret_cast<uintptr_t>(slot)) /
                              sizeof(Word));
  }
  static Word* SlotAt(Place place) {
    return reinterpret_cast<Word*>(PageAddress(0) +
                                   uintptr_t{place} * sizeof(Word));
  }

  // What the words in a slot refer to, as long as it has its type.
  enum Kind : unsigned char {
    kAny,      // to objects or, if it is a mixin's, to parts of them
    kObjects,  // to objects, at their beginning
    kKindCount
  };

  // Requires: the slot is in the cage. Errors: std::bad_alloc.
  void Add(const Word* slot, Kind kind = kAny) {
    Blocks& blocks = blocks_[kind];
    if (blocks.empty() || blocks.back().size() == kBlockCount) {
      blocks.emplace_back();
    }
    blocks.back().push_back(PlaceOf(slot));
    ++size_;
  }

  // Adds those of a row, all in the cage and kObjects, whose targets are
  // unmarked. Errors: std::bad_alloc.
  struct Row {
    uintptr_t first;
    size_t stride;  // bytes
    size_t count;
  };
  void AddUnmarked(const Row& row);

  // Takes over the others; time grows with the blocks, not with the slots.
  void Absorb(WeakSlots* other) {
    for (size_t kind = 0; kind < kKindCount; ++kind) {
      Blocks& blocks = blocks_[kind];
      Blocks& others = other->blocks_[kind];
      if (blocks.empty()) std::swap(blocks, others);
      for (Block& block : others) AddBlock(std::move(block), &blocks);
    }
    size_ += other->size_;
    *other = {};
  }

  // Moves one block of them, some thousands, to others. Requires: not empty.
  void TakeBlock(WeakSlots* to) {
    const Kind kind = KindOfLast();
    Blocks& blocks = blocks_[kind];
    to->size_ += blocks.back().size();
    size_ -= blocks.back().size();
    to->blocks_[kind].push_back(std::move(blocks.back()));
    blocks.pop_back();
  }

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  size_t block_count() const {
    return blocks_[kAny].size() + blocks_[kObjects].size();
  }
  size_t bytes() const {
    size_t bytes = 0;
    for (const Blocks& blocks : blocks_) {
      bytes += blocks.capacity() * sizeof(Block);
      for (const Block& block : blocks) {
        bytes += block.capacity() * sizeof(Place);
      }
    }
    return bytes;
  }

  // Moves the slots of one block to others if their targets are unmarked, and
  // forgets the rest. Errors: std::bad_alloc, some are lost.
  void SiftSome(WeakSlots* unmarked) {
    if (empty()) return;
    const Kind kind = KindOfLast();
    const Block block = std::move(blocks_[kind].back());
    blocks_[kind].pop_back();
    size_ -= block.size();
    ForEachOf(block, [unmarked, kind](Word* slot) {
      const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
      if (IsWordUnmarked(word, kind)) unmarked->Add(slot, kind);
    });
  }

  // Clears those of a block, some thousands at most, whose targets died.
  // Requires: number < block_count(); marking has ended.
  void SettleBlock(size_t number) const;

  template <typename Function>
  void ForEach(Function function) const {
    for (const Blocks& blocks : blocks_) {
      for (const Block& block : blocks) ForEachOf(block, function);
    }
  }

 private:
  using Block = std::vector<Place, SystemAllocator<Place>>;
  using Blocks = std::vector<Block>;
  static constexpr size_t kBlockCount = size_t{1} << 12;
  // Slots are asked of memory so far ahead, their targets' bits half as far.
  static constexpr size_t kAhead = 32;

  // Whether the word refers to an unmarked object, or to a part of one. Any
  // marker's thread: bits of what is allocated are the heap's thread's.
  static bool IsWordUnmarked(Word word, Kind kind) {
    return MayBeUnmarked(word) &&
           (kind == kObjects || !IsMarked(ObjectOfMixin(word)));
  }

  // Of the next block to be taken. Requires: not empty.
  Kind KindOfLast() const { return blocks_[kAny].empty() ? kObjects : kAny; }

  void AddPlaces(std::span<const Place> places);
  template <Kind kKind>
  static void Settle(std::span<const Place> places);

  // A short block is copied to the end of the last.
  static void AddBlock(Block&& block, Blocks* blocks) {
    Block& last = blocks->back();
    if (last.size() + block.size() <= kBlockCount) {
      last.insert(last.end(), block.begin(), block.end());
    } else {
      blocks->push_back(std::move(block));
    }
  }

  template <typename Function>
  static void ForEachOf(const Block& block, Function function) {
    for (size_t i = 0; i < block.size(); ++i) {
      if (i + kAhead < block.size()) {
        __builtin_prefetch(SlotAt(block[i + kAhead]));
        const Word word = LoadSlot(
            reinterpret_cast<uintptr_t>(SlotAt(block[i + kAhead / 2])));
        if (IsReference(word)) {
          __builtin_prefetch(side_tables.marked + WindowGranule(word) / 64);
        }
      }
      function(SlotAt(block[i]));
    }
  }

  Blocks blocks_[kKindCount];
  size_t size_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_WEAK_SLOTS_H_
