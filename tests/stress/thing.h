// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Thing: the base of every class of the stress. It knows its number and carries
// a seal, so that memory that was given to something else is noticed; what it
// refers to is a row of slots.

#ifndef HALFWORD_TESTS_STRESS_THING_H_
#define HALFWORD_TESTS_STRESS_THING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/halfword.h"
#include "tests/stress/slot.h"

namespace halfword::inline HALFWORD_ABI::stress {

// Numbers count from 1 and are never given twice.
using Id = uint32_t;

// Words that look like anything, references to the heap too.
inline uint32_t Scramble(uint32_t id, uint32_t index) {
  uint32_t word = id * 0x9e3779b9u + index * 0x85ebca6bu + 1;
  word = (word ^ word >> 16) * 0x7feb352du;
  word = (word ^ word >> 15) * 0x846ca68bu;
  return word ^ word >> 16;
}

// How often the destructor and the prefinalizer of each Thing ran.
class Ledger {
 public:
  void NoteDestroyed(Id id, bool is_intact) {
    ++At(id).destroyed_count;
    if (!is_intact) damaged_.push_back(id);
  }
  void NoteFinalized(Id id, bool is_intact) {
    ++At(id).finalized_count;
    if (!is_intact) damaged_.push_back(id);
  }

  unsigned destroyed_count(Id id) { return At(id).destroyed_count; }
  unsigned finalized_count(Id id) { return At(id).finalized_count; }
  // Whether nothing was destroyed or finalized twice.
  bool IsAllOnce() const {
    return std::all_of(entries_.begin(), entries_.end(), [](Entry entry) {
      return entry.destroyed_count <= 1 && entry.finalized_count <= 1;
    });
  }
  // What was not whole when it was destroyed or finalized.
  const std::vector<Id>& damaged() const { return damaged_; }

 private:
  struct Entry {
    unsigned char destroyed_count = 0;
    unsigned char finalized_count = 0;
  };
  Entry& At(Id id) {
    if (id >= entries_.size()) entries_.resize(2 * size_t{id} + 1);
    return entries_[id];
  }

  std::vector<Entry> entries_;
  std::vector<Id> damaged_;
};

class Token;

// Makes a Thing inside the constructor of another.
class Nursery {
 public:
  virtual ~Nursery() = default;
  virtual Thing* MakeChild() = 0;
};

// What a Thing is made from.
struct Birth {
  AllocationHandle* handle;
  Ledger* ledger;
  Nursery* nursery;
  Id id;
  uint32_t shape;
  uint32_t count;  // of trailing elements
  Token* token;    // what a Keeper is to hold; may be null
};

class Thing : public GarbageCollected<Thing> {
 public:
  explicit Thing(const Birth& birth)
      : id_(birth.id),
        shape_(birth.shape),
        count_(birth.count),
        seal_(Seal()) {}

  Id id() const { return id_; }
  uint32_t shape() const { return shape_; }
  uint32_t count() const { return count_; }
  // What has been resized has another number of trailing elements.
  void set_count(uint32_t count) {
    count_ = count;
    seal_ = Seal();
  }

  // What derived classes hide: whether all that is not a slot is as it was
  // made, how many slots there are, and where; and what becomes of trailing
  // elements from an index on, which are zero.
  bool IsIntact() const { return seal_ == Seal(); }
  static size_t SlotCount(uint32_t) { return 0; }
  SlotRef Slot(size_t) { return {}; }
  static size_t TrailingBytes(uint32_t) { return 0; }
  void FillFrom(uint32_t) {}

 private:
  uint32_t Seal() const { return Scramble(id_, shape_ * 31 + count_); }

  Id id_;
  uint32_t shape_;
  uint32_t count_;
  uint32_t seal_;
  HALFWORD_FIELDS(Thing, id_, shape_, count_, seal_)
};

// A payload of numbers, derived from the number of its Thing.
template <size_t kCount>
struct Payload {
  explicit Payload(Id id) {
    for (uint32_t i = 0; i < kCount; ++i) words[i] = Scramble(id, i);
  }
  bool IsIntact(Id id) const {
    for (uint32_t i = 0; i < kCount; ++i) {
      if (words[i] != Scramble(id, i)) return false;
    }
    return true;
  }
  uint32_t words[kCount];
  HALFWORD_FIELDS(Payload, words)
};

// The mixin that some Things have; it holds something itself.
class Seen : public GarbageCollectedMixin {
 public:
  Member<Thing> noted_;
  HALFWORD_FIELDS(Seen, noted_)
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_THING_H_
