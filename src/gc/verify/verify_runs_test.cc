// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each field of a large object's records and bitmaps and of a free run's, and
// the counts of pages and chunks, damaged.

#include <cstdint>

#include "cage/cage.h"
#include "gc/verify/verifier_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

uint64_t& AllocatedWord(PageIndex page) { return AllocatedBits(page)[0]; }

constexpr PageIndex kFarPage = 0xfffffff0;  // where no record is

const Damage kLargeDamages[] = {
    {"LargeOfNoHeap",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).heap, Garbage<HeapCore>());
     },
     "and its record is not"},
    {"LargeOfATypeThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).type, Garbage<TypeInfo>());
     },
     "of no type that was registered"},
    {"LargeOfOtherSlots",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).slot_bytes, 8);
     },
     "slots of"},
    {"LargeOfTwoSlots",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).slot_count, 2);
     },
     "slots of"},
    {"LargeWithAReciprocal",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).reciprocal, 1);
     },
     "slots of"},
    {"LargeOfNoLiveSlot",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).live_slots, 0);
     },
     "slots of"},
    {"LargeOfABin",
     [](const Subject& s) -> Undo { return Set(RecordAt(s.large).bin, 1); },
     "in bin"},
    {"LargeOfAnotherSpace",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).space_index, 1);
     },
     "in space"},
    {"LargeWithSlotData",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).slot_data, Garbage<SlotData>());
     },
     "data by slot"},
    {"LargeWithADestructor",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).has_destructors, true);
     },
     "destructor"},
    {"LargeThatIsClean",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).is_clean, true);
     },
     "clean"},
    {"LargeSweptInAnotherAge",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).swept_cycle, 77);
     },
     "last swept"},
};

const Damage kLargeRunDamages[] = {
    {"LargeWithoutPages",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).run_pages, 0);
     },
     "and its record is not"},
    {"LargeBeyondTheCage",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).run_pages, 0xffffffff);
     },
     "in a large object"},
    {"LargeThatLostAPage",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).run_pages, RecordAt(s.large).run_pages - 1);
     },
     "bytes in a large object of"},
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
    {"TailWithSlots",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large + 1).slot_bytes, 16);
     },
     "of the large object"},
    {"TailWithSlotData",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large + 1).slot_data, Garbage<SlotData>());
     },
     "of the large object"},
};

const Damage kFreeRunDamages[] = {
    {"FreeRunWithoutEnd",
     [](const Subject& s) -> Undo {
       const PageIndex last = s.free + RecordAt(s.free).run_pages - 1;
       return Set(RecordAt(last).run_pages, 12345);
     },
     "no matching end"},
    {"FreeRunOfNoPages",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free).run_pages, 0);
     },
     "no matching end"},
    {"FreeRunBeyondTheCage",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free).run_pages, 0xffffffff);
     },
     "no matching end"},
    {"FreeRunCleanAtOneEnd",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free).is_clean, !RecordAt(s.free).is_clean);
     },
     "no matching end"},
    {"FreePageInUse",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free + 1).kind, PageKind::kSlots);
     },
     "not free"},
    {"FreePageOfNoHeap",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free + 1).heap, static_cast<HeapCore*>(nullptr));
     },
     "not free"},
    {"FreePageWithSlotData",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free + 1).slot_data, Garbage<SlotData>());
     },
     "not free"},
    {"FreePageWithAType",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free + 1).type, Garbage<TypeInfo>());
     },
     "not free"},
};

const Damage kBitmapDamages[] = {
    {"LargeObjectNotAllocated",
     [](const Subject& s) -> Undo { return Set(AllocatedWord(s.large), 0); },
     "of a large object is wrong"},
    {"AllocatedBitInATail",
     [](const Subject& s) -> Undo {
       return Set(AllocatedWord(s.large + 1), 1);
     },
     "of a large object is wrong"},
    {"MarkedBitInATail",
     [](const Subject& s) -> Undo {
       return Set(MarkedBits(s.large + 2)[kPageBitmapWords - 1], 1);
     },
     "of a large object is wrong"},
    {"FreePageWithBits",
     [](const Subject& s) -> Undo { return Set(AllocatedWord(s.free + 1), 1); },
     "has bits set"},
};

const Damage kLinkDamages[] = {
    {"LargeListThatIsACycle",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).next, s.large);
     },
     "a second time"},
    {"LargeWithAWrongLinkBack",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.large).previous, s.page);
     },
     "its link back"},
    {"FreeListThatIsACycle",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free).next, s.free);
     },
     "a second time"},
    {"FreeListThatLeavesTheCage",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free).next, kFarPage);
     },
     "lies in no chunk"},
    {"FreeRunWithAWrongLinkBack",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.free).previous, s.page);
     },
     "its link back"},
};

PageIndex LastPageOfTheFirstGroup() {
  return PageIndexOf(side_tables.begin + (size_t{16} << 20)) - 1;
}

const Damage kChunkDamages[] = {
    {"KindOfAPageThatNoHeapHas",
     [](const Subject&) -> Undo {
       return Set(RecordAt(LastPageOfTheFirstGroup()).kind, PageKind::kSlots);
     },
     "in no heap's chunk"},
    {"HeapOfAPageThatNoHeapHas",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(LastPageOfTheFirstGroup()).heap, &s.collector());
     },
     "in no heap's chunk"},
    {"UsedPagesMiscounted",
     [](const Subject& s) -> Undo {
       size_t& count = HeapCoreTestPeer::UsedPageCount(s.collector());
       return Set(count, count + 1);
     },
     "counted as used"},
    {"FreePagesMiscounted",
     [](const Subject& s) -> Undo {
       size_t& count = PagePoolTestPeer::FreePageCount(s.pool());
       return Set(count, count + 1);
     },
     "pages are free"},
    {"ResidentPagesMiscounted",
     [](const Subject& s) -> Undo {
       size_t& count = PagePoolTestPeer::ResidentFreeCount(s.pool());
       return Set(count, count + 1);
     },
     "pages are free"},
    {"ChunksMiscounted",
     [](const Subject& s) -> Undo {
       size_t& bytes = PagePoolTestPeer::ChunkBytes(s.pool());
       return Set(bytes, bytes + kChunkBytes);
     },
     "chunks, it counts"},
    {"FreeRunInTheListOfOthers",
     [](const Subject& s) -> Undo {
       PageList* const lists = PagePoolTestPeer::Lists(s.pool());
       const int right = PagePoolTestPeer::ListOf(RecordAt(s.free).run_pages);
       lists[right].Remove(s.free);
       lists[0].PushFront(s.free);
       return [lists, right, page = s.free] {
         lists[0].Remove(page);
         lists[right].PushFront(page);
       };
     },
     "in the list of others"},
    {"SweepingThatIsOver",
     [](const Subject& s) -> Undo {
       return Set(HeapCoreTestPeer::Cycle(s.collector()), 12345);
     },
     "last swept"},
    {"SlotDataMiscounted",
     [](const Subject& s) -> Undo {
       size_t& bytes = HeapCoreTestPeer::SlotDataBytes(s.collector());
       return Set(bytes, bytes + 1);
     },
     "bytes of data by slot"},
};

class VerifyRunsTest : public DamageTest {};

TEST_P(VerifyRunsTest, NamesEachDamageOfALargeObject) {
  ExpectEachIsFound(kLargeDamages);
}

TEST_P(VerifyRunsTest, NamesEachDamageOfAFreeRun) {
  ExpectEachIsFound(kFreeRunDamages);
}

TEST_P(VerifyRunsTest, NamesEachDamageOfALargeObjectsPages) {
  ExpectEachIsFound(kLargeRunDamages);
}

TEST_P(VerifyRunsTest, NamesEachDamageOfABitmap) {
  ExpectEachIsFound(kBitmapDamages);
}

TEST_P(VerifyRunsTest, NamesEachDamageOfALink) {
  ExpectEachIsFound(kLinkDamages);
}

TEST_P(VerifyRunsTest, NamesEachDamageOfChunksAndCounts) {
  ExpectEachIsFound(kChunkDamages);
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifyRunsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
