// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WaitingKeys: ephemerons of tables whose keys were unmarked when a step beside
// the program looked at them, by the pages of these keys.
//
// The pause that ends the cycle must find those whose keys were marked since.
// Most keys that waited are dead: of a table of a million entries a pause that
// asked for the mark of each took tens of milliseconds. A page where no more is
// marked than when its pairs were noted has no such key, and few pages have
// (design/concurrent_marking.md#req.beside.ephemerons).
//
// Cost: 4.3 bytes a pair (8.3 with 64-bit references), up to a block of these,
// 128 bytes, more for each page in which a key waits; 4 KiB for each 256 pages
// that have one, and blocks come 64 KiB at a time.
//
// Threads: the heap's own; helpers may set mark bits meanwhile.

#ifndef HALFWORD_GC_WEAK_WAITING_KEYS_H_
#define HALFWORD_GC_WEAK_WAITING_KEYS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/system_memory.h"
#include "gc/weak/ephemeron.h"
#include "gc/weak/traced_slot.h"
#include "gc/weak/weak_slots.h"
#include "halfword/internal/page_record.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

class WaitingKeys {
 public:
  bool empty() const { return folders_.empty(); }
  size_t bytes() const {
    return folder_numbers_.capacity() * sizeof(uint32_t) +
           folders_.size() * sizeof(Folder) + chunks_.size() * sizeof(Chunk);
  }

  // Gives back a piece of the memory, of keys that are needed no more: dozens
  // of megabytes take the system milliseconds. Returns whether little is left.
  bool ReleaseSome() {
    constexpr size_t kChunksAtOnce = 32;
    chunks_.resize(chunks_.size() - std::min(chunks_.size(), kChunksAtOnce));
    return chunks_.empty();
  }

  // Notes a pair by its key, behind which the value stands; not if the key is
  // null. Requires: the key lies in the cage and refers to the beginning of an
  // object that was unmarked a moment ago. Errors: std::bad_alloc.
  void Add(const Word* key) {
    const Word word = LoadSlot(reinterpret_cast<uintptr_t>(key));
    if (!IsReference(word)) return;
    const size_t granule = WindowGranule(word);
    Page* const page = PageOf(granule / kPageGranules);
    if (page->block == kNoBlock) {
      page->marks = MarksOf(granule / kPageGranules);
      // A helper may have been faster. No page has fewer marks later.
      if (TestBit(side_tables.marked, granule)) --page->marks;
    }
    if (page->block == kNoBlock || BlockAt(page->block).count == kBlockCount) {
      page->block = NewBlock(page->block);
    }
    Block& block = BlockAt(page->block);
    block.places[block.count++] = WeakSlots::PlaceOf(key);
  }

  // Looks at those in pages where more has been marked since, or at all, and
  // forgets those that do not wait: look(pair) gives a PairState. It looks at
  // some *count pages and pairs, which it counts down, goes on where the last
  // call stopped, and returns whether it has come to the end. Pairs that are
  // added meanwhile may be looked at.
  template <typename Look>
  bool LookAgain(size_t* count, bool at_all, Look look) {
    for (; next_ < folders_.size() * kFolderPages; ++next_) {
      if (block_ == kNoBlock) {
        if (PageAt(next_).block == kNoBlock) continue;
        if (*count == 0) return false;
        --*count;
        if (!NoteMarks(next_) && !at_all) continue;
        block_ = PageAt(next_).block;
      }
      while (block_ != kNoBlock) {
        if (*count == 0) return false;
        Block& block = BlockAt(block_);
        *count -= std::min<size_t>(*count, block.count);
        LookAtBlock(&block, at_all, look);
        block_ = block.next;
      }
    }
    next_ = 0;
    return true;
  }
  void RestartLookAgain() {
    // Not all of this page was looked at since its marks were noted.
    if (block_ != kNoBlock) PageAt(next_).marks = 0;
    block_ = kNoBlock;
    next_ = 0;
  }

 private:
  using Place = WeakSlots::Place;
  static constexpr uint32_t kNoBlock = UINT32_MAX;
  static constexpr size_t kBlockCount = 30;
  static constexpr size_t kChunkBlocks = 512;
  static constexpr size_t kFolderPages = 256;
  static constexpr size_t kBitmapWords = kPageGranules / 64;

  struct Block {
    uint32_t next;
    uint32_t count;
    Place places[kBlockCount];
  };
  struct Chunk : InSystemMemory {
    std::array<Block, kChunkBlocks> blocks;
  };
  struct Page {
    uint64_t marks = 0;  // see MarksOf()
    uint32_t block = kNoBlock;
  };
  // Pages that follow each other.
  struct Folder : InSystemMemory {
    explicit Folder(size_t first) : first_page(first) {}
    size_t first_page;
    std::array<Page, kFolderPages> pages;
  };

  // A number that is larger whenever one bit more of the page's is set: the sum
  // of all halves of the words. (To count bits takes longer.)
  static uint64_t MarksOf(size_t page) {
    const uint64_t* const words = side_tables.marked + page * kBitmapWords;
    uint64_t sum = 0;
    for (size_t i = 0; i < kBitmapWords; ++i) {
      const uint64_t word = __atomic_load_n(words + i, __ATOMIC_RELAXED);
      sum += (word & UINT32_MAX) + (word >> 32);
    }
    return sum;
  }

  Page* PageOf(size_t page) {
    const size_t folder = page / kFolderPages;
    if (folder >= folder_numbers_.size()) folder_numbers_.resize(folder + 1);
    uint32_t& number = folder_numbers_[folder];
    if (number == 0) {
      folders_.push_back(std::make_unique<Folder>(folder * kFolderPages));
      number = static_cast<uint32_t>(folders_.size());
    }
    return &folders_[number - 1]->pages[page % kFolderPages];
  }

  Block& BlockAt(uint32_t number) {
    return chunks_[number / kChunkBlocks]->blocks[number % kChunkBlocks];
  }
  uint32_t NewBlock(uint32_t next) {
    if (block_count_ == chunks_.size() * kChunkBlocks) {
      chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
    }
    BlockAt(block_count_).next = next;
    BlockAt(block_count_).count = 0;
    return block_count_++;
  }

  Page& PageAt(size_t number) {
    return folders_[number / kFolderPages]->pages[number % kFolderPages];
  }

  // Whether there are more than when they were last noted.
  bool NoteMarks(size_t number) {
    const uint64_t marks = MarksOf(folders_[number / kFolderPages]->first_page +
                                   number % kFolderPages);
    const bool is_more = marks != PageAt(number).marks;
    PageAt(number).marks = marks;
    return is_more;
  }

  // A key whose place was given to another entry, or to none, is asked for.
  template <typename Look>
  static void LookAtBlock(Block* block, bool at_all, Look look) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->count; ++i) {
      const Place place = block->places[i];
      Word* const key = WeakSlots::SlotAt(place);
      const Word word = LoadSlot(reinterpret_cast<uintptr_t>(key));
      const bool waits =
          (!at_all && MayBeUnmarked(word)) ||
          look(SlotPair{key, key + 1, false, true}) == PairState::kWaiting;
      block->places[kept] = place;
      kept += waits ? 1 : 0;
    }
    block->count = kept;
  }

  // By page over kFolderPages: the number of its folder, from 1 on, or 0.
  std::vector<uint32_t, SystemAllocator<uint32_t>> folder_numbers_;
  std::vector<std::unique_ptr<Folder>, SystemAllocator<std::unique_ptr<Folder>>>
      folders_;
  std::vector<std::unique_ptr<Chunk>, SystemAllocator<std::unique_ptr<Chunk>>>
      chunks_;
  uint32_t block_count_ = 0;
  // Where looks stand: of the pages in folders_, and of the blocks of that one;
  // kNoBlock: it was not begun.
  size_t next_ = 0;
  uint32_t block_ = kNoBlock;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_WAITING_KEYS_H_
