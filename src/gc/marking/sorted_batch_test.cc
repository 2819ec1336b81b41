// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random batches of objects of all sorts, compared with what a look at one
// after the other says of them.

#include "gc/marking/sorted_batch.h"

#include <algorithm>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Body : public GarbageCollected<Body> {
 public:
  int value_ = 0;
  HALFWORD_FIELDS(Body, value_)
};

class Link : public GarbageCollected<Link> {
 public:
  Member<Body> body_;
  HALFWORD_FIELDS(Link, body_)
};

class Branch : public GarbageCollected<Branch> {
 public:
  Member<Body> first_;
  Member<Body> second_;
  Member<Body> third_;
  HALFWORD_FIELDS(Branch, first_, second_, third_)
};

class Traced : public GarbageCollected<Traced> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(body_); }
  Member<Body> body_;
};

class SortedBatchTest : public HeapTest {
 protected:
  SortedBatchTest() {
    for (int i = 0; i < 40; ++i) {
      objects_.emplace_back(Make<Body>());
      objects_.emplace_back(Make<Link>());
      objects_.emplace_back(Make<Branch>());
      objects_.emplace_back(Make<Traced>());
    }
  }
  // Nothing collects meanwhile, so no bit is set.
  ~SortedBatchTest() override { ClearMarks(); }

  void ClearMarks() {
    for (const void* object : objects_) {
      MarksOf(object) = 0;
    }
  }
  static uint64_t& MarksOf(const void* object) {
    return side_tables.marked[WindowGranule(CompressPointer(object)) / 64];
  }
  static bool IsMarked(Word word) {
    return IsSet(side_tables.marked, WindowGranule(word));
  }

  std::vector<Word> RandomWords(std::mt19937_64& random) const {
    std::vector<Word> words(random() % (kLaneObjectsMax + 1));
    const size_t range = 1 + random() % objects_.size();
    for (Word& word : words) {
      word = CompressPointer(objects_[random() % range]);
    }
    return words;
  }

  std::vector<const void*> objects_;
};

HALFWORD_INSTANTIATE_FOR_PAGES(SortedBatchTest);

std::vector<Word> Others(const SortedBatch& batch) {
  return {batch.others, batch.others + batch.other_count};
}
std::vector<Word> Laned(const SortedBatch& batch) {
  return {batch.laned.words, batch.laned.words + batch.laned.count};
}

const TypeInfo& TypeOfWord(Word word) {
  return TypeOf(RecordOf(DecompressPointer(word)), word);
}

// What a batch of new objects, in this order, is to become.
void ExpectSorted(const SortedBatch& batch, const std::vector<Word>& words,
                  bool has_lanes) {
  std::vector<Word> laned;
  std::vector<Word> others;
  size_t live_bytes = 0;
  for (const Word word : words) {
    const TypeInfo& type = TypeOfWord(word);
    live_bytes += RecordOf(DecompressPointer(word)).slot_bytes;
    if (type.trace_mode == TraceMode::kLeaf) continue;
    (has_lanes && type.strong_lanes != 0 ? laned : others).push_back(word);
  }
  EXPECT_EQ(Laned(batch), laned);
  EXPECT_EQ(Others(batch), others);
  for (size_t i = 0; i < laned.size(); ++i) {
    EXPECT_EQ(batch.laned.lanes[i], TypeOfWord(laned[i]).strong_lanes);
  }
  for (size_t i = 0; i < others.size(); ++i) {
    EXPECT_EQ(batch.other_types[i], &TypeOfWord(others[i]));
  }
  EXPECT_EQ(batch.live_bytes, live_bytes);
}

TEST_P(SortedBatchTest, WhatHasBeenClaimedIsSortedInOrder) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Word> words = RandomWords(random);
    const bool has_lanes = round % 2 != 0;
    SortedBatch batch;
    batch.Sort<false>(words.data(), words.size(),
                      has_lanes ? kSortStepsWithLanes : kSortStepsWithoutLanes);
    ExpectSorted(batch, words, has_lanes);
  }
}

TEST_P(SortedBatchTest, ClaimsEachObjectOnceTheLastFirst) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int round = 0; round < 2000; ++round) {
    if (round % 8 == 0) ClearMarks();
    const std::vector<Word> words = RandomWords(random);
    std::vector<Word> claimed;
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
      if (IsMarked(*word) || std::ranges::count(claimed, *word) != 0) continue;
      claimed.push_back(*word);
    }
    const bool has_lanes = random() % 2 != 0;
    SortedBatch batch;
    batch.Sort<true>(words.data(), words.size(),
                     has_lanes ? kSortStepsWithLanes : kSortStepsWithoutLanes);
    ExpectSorted(batch, claimed, has_lanes);
    EXPECT_TRUE(std::ranges::all_of(words, IsMarked));
  }
}

TEST_P(SortedBatchTest, AFewLanesCountAsOthers) {
  const Word words[] = {CompressPointer(objects_[0]),   // a leaf
                        CompressPointer(objects_[1]),   // one reference
                        CompressPointer(objects_[2]),   // three
                        CompressPointer(objects_[3])};  // a Trace()
  for (const bool has_lanes : {false, true}) {
    SortedBatch batch;
    batch.Sort<false>(words, std::size(words),
                      has_lanes ? kSortStepsWithLanes : kSortStepsWithoutLanes);
    const BatchKinds kinds = batch.Kinds(std::size(words), 5);
    EXPECT_EQ(kinds.repeated, 5u);
    EXPECT_EQ(kinds.leaves, 1u);
    EXPECT_EQ(kinds.laned, has_lanes && kCompressed ? 1u : 0u);
    EXPECT_EQ(kinds.others, has_lanes && kCompressed ? 2u : 3u);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
