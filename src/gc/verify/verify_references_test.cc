// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One damaged reference at a time in an object of a sound heap; Verify() must
// name it, and be silent before and after.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/verify/verifier.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  uint32_t pad_ = 0;
  uint64_t words_[4] = {};
  HALFWORD_FIELDS(Node, next_, pad_, words_)
};

class Other : public GarbageCollected<Other> {
 public:
  uint64_t words_[4] = {};
  HALFWORD_FIELDS(Other, words_)
};

struct alignas(16) Vector {
  uint64_t halves[2] = {};
  HALFWORD_FIELDS(Vector, halves)
};

// Before vector_ stands padding in which a forgotten reference of either width
// has room.
class Gapped : public GarbageCollected<Gapped> {
 public:
  char first_ = 0;
  Vector vector_;
  HALFWORD_FIELDS(Gapped, first_, vector_)
};

// Elements begin behind a gap, and have one.
struct Entry {
  Member<Node> node;
  Vector vector;
  HALFWORD_FIELDS(Entry, node, vector)
};
class Entries : public GarbageCollected<Entries> {
 public:
  Member<Node> first_;
  HALFWORD_FIELDS(Entries, first_)
  HALFWORD_TRAILING(Entries, Entry)
};
class Members : public GarbageCollected<Members> {
 public:
  uint64_t number_ = 0;
  Member<Node>* elements() { return reinterpret_cast<Member<Node>*>(this + 1); }
  HALFWORD_FIELDS(Members, number_)
  HALFWORD_TRAILING(Members, Member<Node>)
};

class Traced : public GarbageCollected<Traced> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(node_); }
  Member<Node> node_;
};

class VerifyReferencesTest : public HeapTest {
 protected:
  // Puts a word into a slot past all checks, verifies, and puts it back.
  std::string FindingsWith(void* slot, Word word) {
    auto* const place = static_cast<Word*>(slot);
    const Word before = *place;
    *place = word;
    const std::string findings = Findings(heap());
    *place = before;
    EXPECT_EQ(Findings(heap()), "");
    return findings;
  }

  static Word WordAt(const void* address, size_t offset = 0) {
    return CompressAddress(reinterpret_cast<uintptr_t>(address) + offset);
  }
};

testing::AssertionResult Says(const std::string& findings, const char* text) {
  if (findings.find(text) != std::string::npos) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << "expected \"" << text << "\", Verify() says: " << findings;
}

TEST_P(VerifyReferencesTest, NamesEachDamageOfAReference) {
  Persistent<Node> node = Make<Node>();
  Persistent<Node> sound = Make<Node>();
  Persistent<Other> other = Make<Other>();
  const HiddenPointer dead =
      CallAndScrub([&] { return HiddenPointer(Make<Node>()); });
  CollectPrecisely(heap());
  node->next_ = sound.Get();
  auto second = Heap::Create();
  Persistent<Node> foreign =
      MakeGarbageCollected<Node>(second->GetAllocationHandle());
  void* const slot = &node->next_;
  const uintptr_t outside = side_tables.begin - kWindowMarginBytes / 2;

  EXPECT_TRUE(
      Says(FindingsWith(slot, CompressAddress(outside)), "outside the cage"));
  EXPECT_TRUE(
      Says(FindingsWith(slot, WordAt(dead.Reveal())), "no object lives"));
  EXPECT_TRUE(Says(FindingsWith(slot, WordAt(sound.Get(), kGranuleBytes)),
                   "not what the field declares"));
  EXPECT_TRUE(Says(FindingsWith(slot, WordAt(other.Get())),
                   "not what the field declares"));
  EXPECT_TRUE(
      Says(FindingsWith(slot, WordAt(foreign.Get())), "an object of heap"));
  EXPECT_TRUE(Says(FindingsWith(slot, 5), "no reference, null or sentinel"));
}

TEST_P(VerifyReferencesTest, NamesAReferenceWhereNoFieldIsListed) {
  Persistent<Gapped> gapped = Make<Gapped>();
  Persistent<Node> node = Make<Node>();
  char* const gap = reinterpret_cast<char*>(gapped.Get()) + 8;

  EXPECT_TRUE(Says(FindingsWith(gap, WordAt(node.Get())), "lists no field"));
  // A number there is no reference to a live object.
  EXPECT_EQ(FindingsWith(gap, 77), "");
}

TEST_P(VerifyReferencesTest, NamesAReferenceBesideElements) {
  PreparePages<Entries>();
  const Persistent<Entries> entries = MakeGarbageCollected<Entries>(
      heap().GetAllocationHandle(), AdditionalBytes(8 * sizeof(Entry)));
  const Persistent<Node> node = Make<Node>();
  char* const begin = reinterpret_cast<char*>(entries.Get());
  const size_t first = TypeInfoOf<Entries>().trailing_offset;
  ASSERT_EQ(first, 16u);

  EXPECT_TRUE(
      Says(FindingsWith(begin + 8, WordAt(node.Get())), "at offset 8, where"));
  EXPECT_TRUE(Says(
      FindingsWith(begin + first + 3 * sizeof(Entry) + 8, WordAt(node.Get())),
      "at offset 120, where"));
  EXPECT_EQ(FindingsWith(begin + first + 3 * sizeof(Entry), WordAt(node.Get())),
            "");
}

TEST_P(VerifyReferencesTest, NamesTheElementOfATrailingArray) {
  PreparePages<Members>();
  const Persistent<Members> members = MakeGarbageCollected<Members>(
      heap().GetAllocationHandle(), AdditionalBytes(8 * sizeof(Word)));
  PreparePages<Entries>();
  const Persistent<Entries> entries = MakeGarbageCollected<Entries>(
      heap().GetAllocationHandle(), AdditionalBytes(8 * sizeof(Entry)));
  char* const first = reinterpret_cast<char*>(entries.Get()) + 16;
  const Persistent<Other> other = Make<Other>();

  EXPECT_TRUE(Says(FindingsWith(members->elements() + 5, 5),
                   ": trailing element 5 holds the word 0x5"));
  EXPECT_TRUE(Says(FindingsWith(members->elements() + 2, WordAt(other.Get())),
                   ": trailing element 2 refers to"));
  EXPECT_TRUE(Says(FindingsWith(first + 3 * sizeof(Entry), 5),
                   ": trailing element 3's field node holds the word 0x5"));
}

TEST_P(VerifyReferencesTest, NamesADeadTargetOfAHandWrittenTrace) {
  Persistent<Traced> traced = Make<Traced>();
  const HiddenPointer dead =
      CallAndScrub([&] { return HiddenPointer(Make<Node>()); });
  CollectPrecisely(heap());

  EXPECT_TRUE(Says(FindingsWith(&traced->node_, WordAt(dead.Reveal())),
                   "no object lives"));
}

TEST_P(VerifyReferencesTest, NamesATypeIdThatWasNeverGivenOut) {
  if (GetParam() == Pages::kOwn) return;  // own pages have no type ids
  Persistent<Node> node = Make<Node>();
  PageRecord& record = RecordOf(node.Get());
  const uint32_t index = SlotIndex(
      record, reinterpret_cast<uintptr_t>(node.Get()) & (kPageBytes - 1));
  TypeId& id = record.slot_data->type_ids[index];
  const TypeId before = id;

  for (const TypeId wrong : {TypeId{0}, TypeId{65535}}) {
    id = wrong;
    EXPECT_TRUE(Says(Findings(heap()), "has type id"));
    id = before;
    EXPECT_EQ(Findings(heap()), "");
  }
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifyReferencesTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
