// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One damage at a time is planted in the tables of a sound heap; Verify() must
// be silent before, name the place while it stands, and be silent when it is
// undone. Damaged references are in verify_references_test.cc.

#include "gc/verifier.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  uint64_t words_[7] = {};
  HALFWORD_FIELDS(Node, next_, words_)
};

class Huge : public GarbageCollected<Huge> {
 public:
  char bytes_[50000] = {};
  HALFWORD_FIELDS(Huge, bytes_)
};

// A heap with a page of slots, a large object and free pages.
struct Subject {
  Heap& heap;
  PageIndex page;   // with slots
  PageIndex large;  // the first of a large object
  PageIndex free;   // the first of a free run
  PageRecord& record() const { return RecordAt(page); }
};

// Plants something and gives what undoes it.
using Undo = std::function<void()>;
struct Damage {
  const char* name;
  Undo (*plant)(const Subject&);
  const char* finding;  // what the report must say
};

template <typename T, typename U>
Undo Set(T& place, U value) {
  const T before = place;
  place = static_cast<T>(value);
  return [&place, before] { place = before; };
}

uint64_t& AllocatedWord(PageIndex page) { return AllocatedBits(page)[0]; }
uint64_t& MarkedWord(PageIndex page) { return MarkedBits(page)[0]; }

const Damage kRecordDamages[] = {
    {"RecordOfNoHeap",
     [](const Subject& s) -> Undo {
       return Set(s.record().heap, static_cast<HeapCore*>(nullptr));
     },
     "another heap"},
    {"KindOfAFreePage",
     [](const Subject& s) -> Undo {
       return Set(s.record().kind, PageKind::kFree);
     },
     "kind"},
    {"SlotsOfAnotherSize",
     [](const Subject& s) -> Undo {
       return Set(s.record().slot_bytes, s.record().slot_bytes + 8);
     },
     "its bin has"},
    {"WrongReciprocal",
     [](const Subject& s) -> Undo {
       return Set(s.record().reciprocal, s.record().reciprocal + 1);
     },
     "its bin has"},
    {"SlotCountTooLarge",
     [](const Subject& s) -> Undo {
       return Set(s.record().slot_count, s.record().slot_count + 1);
     },
     "its bin has"},
    {"PageOfAnotherBin",
     [](const Subject& s) -> Undo {
       return Set(s.record().bin, s.record().bin + 1);
     },
     "is listed in bin"},
    {"TypeThatIsNotTheBins",
     [](const Subject& s) -> Undo {
       return Set(s.record().type, &TypeInfoOf<Huge>());
     },
     "its type is not"},
    {"MoreLiveSlotsThanSlots",
     [](const Subject& s) -> Undo {
       return Set(s.record().live_slots, s.record().slot_count + 1);
     },
     "live"},
    {"SweptInAnotherAge",
     [](const Subject& s) -> Undo {
       return Set(s.record().swept_cycle, s.record().swept_cycle + 7);
     },
     "last swept"},
};

const Damage kBitmapDamages[] = {
    {"AllocatedBitBetweenSlots",
     [](const Subject& s) -> Undo {
       return Set(AllocatedWord(s.page), AllocatedWord(s.page) | 2);
     },
     "between slots"},
    {"MarkInASweptPage",
     [](const Subject& s) -> Undo {
       return Set(MarkedWord(s.page), AllocatedWord(s.page) & 1);
     },
     "in a swept page"},
    {"MarkOfAFreeSlot",
     [](const Subject& s) -> Undo {
       return Set(MarkedWord(s.page), ~AllocatedWord(s.page));
     },
     "of free slots"},
    {"LargeObjectNotAllocated",
     [](const Subject& s) -> Undo { return Set(AllocatedWord(s.large), 0); },
     "of a large object is wrong"},
    {"FreePageWithBits",
     [](const Subject& s) -> Undo { return Set(AllocatedWord(s.free + 1), 1); },
     "has bits set"},
};

const Damage kRunDamages[] = {
    {"LargeObjectWithoutTail",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large + 1).kind, PageKind::kFree);
     },
     "of the large object"},
    {"TailThatPointsElsewhere",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large + 2).run_pages, 1);
     },
     "of the large object"},
    {"FreeRunWithoutEnd",
     [](const Subject& s) -> Undo {
       const PageIndex last = s.free + RecordAt(s.free).run_pages - 1;
       return Set(RecordAt(last).run_pages, 12345);
     },
     "no matching end"},
    {"FreePageInUse",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free + 1).kind, PageKind::kSlots);
     },
     "not free"},
    {"UsedPagesMiscounted",
     [](const Subject& s) -> Undo {
       return Set(HeapCoreTestPeer::UsedPageCount(CollectorOf(s.heap)),
                  HeapCoreTestPeer::UsedPageCount(CollectorOf(s.heap)) + 1);
     },
     "counted as used"},
};

class VerifierTest : public HeapTest {
 protected:
  // Plants each damage in turn in a heap that is sound before and after.
  template <size_t count>
  void ExpectEachIsFound(const Damage (&damages)[count]) {
    std::vector<Persistent<Node>> nodes;
    for (int i = 0; i < 10; ++i) nodes.emplace_back(Make<Node>());
    Persistent<Huge> huge = Make<Huge>();
    CollectPrecisely(heap());
    const Subject subject{heap(), PageOf(nodes[0].Get()), PageOf(huge.Get()),
                          FreePage()};
    ASSERT_EQ(Findings(heap()), "");

    for (const Damage& damage : damages) {
      const Undo undo = damage.plant(subject);
      const std::string findings = Findings(heap());
      undo();
      EXPECT_NE(findings.find(damage.finding), std::string::npos)
          << damage.name << ": Verify() says: " << findings;
      EXPECT_EQ(Findings(heap()), "") << damage.name << " was undone";
    }
  }

 private:
  static PageIndex PageOf(const void* object) {
    return PageIndexOf(reinterpret_cast<uintptr_t>(object));
  }

  // The first page of a free run with an inside.
  PageIndex FreePage() {
    PageIndex found = kNoPage;
    CollectorOf(heap()).pool().ForEachRun([&](PageIndex page, uint32_t count) {
      if (count > 2) found = page;
    });
    EXPECT_NE(found, kNoPage);
    return found;
  }
};

TEST_P(VerifierTest, NamesEachDamageOfARecord) {
  ExpectEachIsFound(kRecordDamages);
}

TEST_P(VerifierTest, NamesEachDamageOfABitmap) {
  ExpectEachIsFound(kBitmapDamages);
}

TEST_P(VerifierTest, NamesEachDamageOfARunOfPages) {
  ExpectEachIsFound(kRunDamages);
}

TEST_P(VerifierTest, NamesAHandleWhoseNodeIsAnothers) {
  Persistent<Node> node = Make<Node>();
  auto* const handle = reinterpret_cast<RootHandle*>(&node);
  ASSERT_EQ(Findings(heap()), "");

  RootHandle other = *handle;
  handle->node()->set_owner(&other);
  other.set_node(nullptr);
  const std::string findings = Findings(heap());
  handle->node()->set_owner(handle);

  EXPECT_NE(findings.find("do not refer to each other"), std::string::npos)
      << findings;
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(VerifierTest, StopsAtAHundredFindings) {
  std::vector<Persistent<Node>> nodes;
  for (int i = 0; i < 300; ++i) nodes.emplace_back(Make<Node>());
  for (const auto& node : nodes) {
    *reinterpret_cast<Word*>(&node->next_) = 6;  // no immediate of a Member
  }

  EXPECT_EQ(heap().Verify().findings.size(), VerifyReport::kFindingCountMax);

  for (const auto& node : nodes) node->next_.Clear();
  EXPECT_EQ(Findings(heap()), "");
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifierTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
