// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each field of the record and bitmaps of a page with slots, and the links that
// it is found by, damaged.

#include <cstdint>

#include "gc/verify/verifier_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

uint64_t& AllocatedWord(PageIndex page) { return AllocatedBits(page)[0]; }
uint64_t& MarkedWord(PageIndex page) { return MarkedBits(page)[0]; }

constexpr PageIndex kFarPage = 0xfffffff0;  // where no record is

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
    {"PageOfAnotherSpace",
     [](const Subject& s) -> Undo { return Set(s.record().space_index, 9); },
     "is listed in bin"},
    {"TypeThatIsNotTheBins",
     [](const Subject& s) -> Undo {
       return Set(s.record().type, &TypeInfoOf<VerifiedHuge>());
     },
     "its type is not"},
    {"TypeThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(s.record().type, Garbage<TypeInfo>());
     },
     "its type is not"},
    {"SlotDataThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(s.record().slot_data, Garbage<SlotData>());
     },
     "data by slot"},
};

// What sweeping keeps about a page.
const Damage kSweepDamages[] = {
    {"RunOfSeveralPages",
     [](const Subject& s) -> Undo { return Set(s.record().run_pages, 2); },
     "run of 2 pages"},
    {"CleanPageInUse",
     [](const Subject& s) -> Undo { return Set(s.record().is_clean, true); },
     "clean"},
    {"MoreLiveSlotsThanSlots",
     [](const Subject& s) -> Undo {
       return Set(s.record().live_slots, s.record().slot_count + 1);
     },
     "live"},
    {"MoreLiveSlotsThanBits",
     [](const Subject& s) -> Undo {
       return Set(s.record().live_slots, s.record().live_slots + 1);
     },
     "live"},
    {"FewerLiveSlotsThanBits",
     [](const Subject& s) -> Undo {
       return Set(s.record().live_slots, s.record().live_slots - 1);
     },
     "live"},
    {"SweptInAnotherAge",
     [](const Subject& s) -> Undo {
       return Set(s.record().swept_cycle, s.record().swept_cycle + 7);
     },
     "last swept"},
    {"UnsweptInASweptList",
     [](const Subject& s) -> Undo {
       return Set(s.record().swept_cycle, s.record().swept_cycle - 1);
     },
     "last swept"},
    {"DestructorsForgotten",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.finalized).has_destructors, false);
     },
     "destructor"},
};

const Damage kBitmapDamages[] = {
    {"AllocatedBitBetweenSlots",
     [](const Subject& s) -> Undo {
       return Set(AllocatedWord(s.page), AllocatedWord(s.page) | 2);
     },
     "between slots"},
    {"AllocatedBitForgotten",
     [](const Subject& s) -> Undo {
       return Set(AllocatedWord(s.page), AllocatedWord(s.page) & ~1ull);
     },
     "live"},
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
};

const Damage kLinkDamages[] = {
    {"ListThatIsACycle",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.listed).next, s.listed);
     },
     "a second time"},
    {"ListThatLeavesTheCage",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.listed).next, kFarPage);
     },
     "lies in no chunk"},
    {"ListThatGoesOnInAnother",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.finalized).next, s.listed);
     },
     "a second time"},
    {"ListThatIsCut",
     [](const Subject& s) -> Undo {
       const PageIndex page = RecordAt(s.listed).next != kNoPage
                                  ? s.listed
                                  : RecordAt(s.listed).previous;
       return Set(RecordAt(page).next, kNoPage);
     },
     "its last page is"},
    {"ListThatSaysItEndsEarlier",
     [](const Subject& s) -> Undo {
       return Set(
           PageListTestPeer::Last(
               HeapCoreTestPeer::Bins(s.collector())[RecordAt(s.listed).bin]
                   .available),
           kFarPage);
     },
     "is said to be"},
    {"ListThatBeginsOutsideTheCage",
     [](const Subject& s) -> Undo {
       return Set(PageListTestPeer::First(s.bin().full), kFarPage);
     },
     "lies in no chunk"},
    {"PageInNoList",
     [](const Subject& s) -> Undo {
       PageList& list = s.bin().available;
       list.Remove(s.page);
       return [&list, page = s.page] { list.PushFront(page); };
     },
     "in a chunk of this heap, and in none of its lists"},
    {"SweptPageInTheListOfUnsweptOnes",
     [](const Subject& s) -> Undo {
       Bin& bin = s.bin();
       bin.available.Remove(s.page);
       bin.unswept.PushFront(s.page);
       return [&bin, page = s.page] {
         bin.unswept.Remove(page);
         bin.available.PushFront(page);
       };
     },
     "sweeping is past it"},
    {"WrongLinkBack",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.listed).previous, s.large);
     },
     "its link back"},
    {"LinkBackOutsideTheCage",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.page).previous, kFarPage);
     },
     "its link back"},
};

class VerifyPagesTest : public DamageTest {};

TEST_P(VerifyPagesTest, NamesEachDamageOfARecord) {
  ExpectEachIsFound(kRecordDamages);
}

TEST_P(VerifyPagesTest, NamesEachDamageOfWhatSweepingKeeps) {
  ExpectEachIsFound(kSweepDamages);
}

TEST_P(VerifyPagesTest, NamesEachDamageOfABitmap) {
  ExpectEachIsFound(kBitmapDamages);
}

TEST_P(VerifyPagesTest, NamesEachDamageOfALink) {
  ExpectEachIsFound(kLinkDamages);
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifyPagesTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
