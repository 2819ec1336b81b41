// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of marking share: leaves that are watched, a mixin, and how many
// leaves live with an object. Only tests include this file.

#ifndef HALFWORD_GC_MARKING_MARKER_TESTING_H_
#define HALFWORD_GC_MARKING_MARKER_TESTING_H_

#include <bit>
#include <cstddef>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/marking/marker.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(int value = 0) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Leaf, value_)
};

class Watched : public GarbageCollectedMixin {
 public:
  Member<Leaf> noted_;
  HALFWORD_FIELDS(Watched, noted_)
};

// The mixin lies behind another field, so that a reference to it points into
// the middle.
class Target : public GarbageCollected<Target>, public Watched {
 public:
  Member<Leaf> leaf_;
  HALFWORD_FIELDS(Target, leaf_)
  HALFWORD_BASES(Target, Watched)
};

class Row : public GarbageCollected<Row> {
 public:
  Member<Leaf> head_;
  Member<Leaf>* cells() { return TrailingArray(this); }
  HALFWORD_FIELDS(Row, head_)
  HALFWORD_TRAILING(Row, Member<Leaf>)
};

inline size_t CountMarks(Collector& collector) {
  size_t count = 0;
  collector.ForEachPage([&count](PageIndex page) {
    for (size_t word = 0; word < kPageBitmapWords; ++word) {
      count += static_cast<size_t>(std::popcount(MarkedBits(page)[word]));
    }
  });
  return count;
}

class MarkerTest : public HeapTest {
 protected:
  // A leaf that nothing holds but what the caller stores it in.
  Leaf* NewLeaf() {
    Leaf* const leaf = Make<Leaf>(static_cast<int>(watched_.size()));
    watched_.emplace_back(leaf);
    return leaf;
  }

  size_t LivingLeaves() const {
    size_t count = 0;
    for (size_t i = 0; i < watched_.size(); ++i) {
      if (watched_[i].Get() == nullptr) continue;
      EXPECT_EQ(watched_[i]->value_, static_cast<int>(i));
      ++count;
    }
    return count;
  }

  // Expects as many leaves to live with the object, and to die with it.
  template <typename T>
  void ExpectAllHeldBy(T* object, size_t held_count) {
    Persistent<T> root = object;
    CollectPrecisely(heap());
    EXPECT_EQ(LivingLeaves(), held_count);
    CollectPrecisely(heap());
    EXPECT_EQ(LivingLeaves(), held_count);
    root.Clear();
    CollectPrecisely(heap());
    EXPECT_EQ(LivingLeaves(), 0u);
  }

  std::vector<WeakPersistent<Leaf>> watched_;
};
}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARKER_TESTING_H_
