// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each field of a bin, and of what leads to one, damaged with its run closed
// and with its run open.

#include <cstdint>

#include "gc/verify/verifier_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Of a type that has no pages.
class Absent : public GarbageCollected<Absent> {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Absent, number_)
};

AllocationBuffer& BufferOf(const Subject& s, size_t index) {
  return HeapCoreTestPeer::Buffers(s.collector())[index];
}

const Damage kBinDamages[] = {
    {"WrongIndex",
     [](const Subject& s) -> Undo { return Set(s.bin().index, 99); },
     "calls itself bin 99"},
    {"SpaceThatIsNone",
     [](const Subject& s) -> Undo { return Set(s.bin().space_index, 9); },
     "in space 9 of 1"},
    {"MapThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(s.bin().map, Garbage<const SlotMap>());
     },
     "of no size that was ever used"},
    {"MapThatIsNull",
     [](const Subject& s) -> Undo {
       return Set(s.bin().map, static_cast<const SlotMap*>(nullptr));
     },
     "of no size that was ever used"},
    {"MapOfOtherSlots",
     [](const Subject& s) -> Undo {
       return Set(s.bin().map, &SlotMapFor(1024));
     },
     "bytes"},
    {"TypeThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(s.bin().type, Garbage<TypeInfo>());
     },
     "of no type that was registered"},
    {"AnotherType",
     [](const Subject& s) -> Undo {
       return Set(s.bin().type, &TypeInfoOf<VerifiedFile>());
     },
     "type"},
    {"BufferThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(s.bin().buffer, Garbage<AllocationBuffer>());
     },
     "its buffer is not its type's"},
    {"BufferOfAnotherType",
     [](const Subject& s) -> Undo {
       return Set(s.bin().buffer,
                  &BufferOf(s, TypeInfoOf<Absent>().buffer_index));
     },
     "its buffer is not its type's"},
    {"RunWithoutPage",
     [](const Subject& s) -> Undo {
       return Set(s.bin().run_begin, PageAddress(s.page));
     },
     "has an open run, and no page"},
    {"PageThatIsNone",
     [](const Subject& s) -> Undo { return Set(s.bin().page, 0xfffffff0); },
     "holds no slots of the heap"},
    {"PageOfALargeObject",
     [](const Subject& s) -> Undo { return Set(s.bin().page, s.large); },
     "holds no slots of the heap"},
    {"PageThatIsInAList",
     [](const Subject& s) -> Undo { return Set(s.bin().page, s.page); },
     "a second time"},
    {"NextRunBeyondThePage",
     [](const Subject& s) -> Undo {
       return Set(s.bin().next_granule, 1u << 20);
     },
     "its next run begins at"},
    {"NextRunBetweenSlots",
     [](const Subject& s) -> Undo { return Set(s.bin().next_granule, 1); },
     "its next run begins at"},
    {"OwnBufferThatIsOpen",
     [](const Subject& s) -> Undo { return Set(s.bin().own_buffer.end, 1); },
     "buffer"},
};

const Damage kBufferDamages[] = {
    {"BufferOfNoTypeThatIsOpen",
     [](const Subject& s) -> Undo { return Set(BufferOf(s, 0).end, 4096); },
     "buffer 0: is open"},
    {"BufferThatPointsAnywhere",
     [](const Subject& s) -> Undo {
       return Set(BufferOf(s, TypeInfoOf<Absent>().buffer_index).cursor, 64);
     },
     "is open, and no bin allocates from it"},
    {"BufferOfABinThatIsNone",
     [](const Subject& s) -> Undo {
       auto& states = HeapCoreTestPeer::BufferStates(s.collector());
       return Set(states[0].bin, Garbage<Bin>());
     },
     "is of no bin of the heap"},
    {"BufferOfAnothersBin",
     [](const Subject& s) -> Undo {
       auto& states = HeapCoreTestPeer::BufferStates(s.collector());
       return Set(states[0].bin, &s.bin());
     },
     "is not of its type"},
    {"SizeClassOfAnotherBin",
     [](const Subject& s) -> Undo {
       return Set(HeapCoreTestPeer::SharedBins(s.collector())[0][3], 0);
     },
     "are not in bin 0"},
    {"SizeClassOfABinThatIsNone",
     [](const Subject& s) -> Undo {
       return Set(HeapCoreTestPeer::SharedBins(s.collector())[0][3], 12345);
     },
     "are not in bin 12345"},
};

// With a run that allocation has taken some slots of. Verify() closes it, so
// that these are planted one a heap.
const Damage kRunDamages[] = {
    {"RunThatBeginsBetweenSlots",
     [](const Subject& s) -> Undo {
       return Set(s.bin().run_begin, s.bin().run_begin + kGranuleBytes);
     },
     "no row of free slots"},
    {"RunThatBeginsElsewhere",
     [](const Subject& s) -> Undo { return Set(s.bin().run_begin, 4096); },
     "no row of free slots"},
    {"RunThatBeginsTooEarly",
     [](const Subject& s) -> Undo {
       return Set(s.bin().run_begin, PageAddress(s.bin().page));
     },
     "no row of free slots"},
    {"RunThatNobodyOpened",
     [](const Subject& s) -> Undo { return Set(s.bin().run_begin, 0); },
     "its buffer is open"},
    {"CursorBeforeTheRun",
     [](const Subject& s) -> Undo {
       return Set(s.bin().buffer->cursor, s.bin().run_begin - 256);
     },
     "no row of free slots"},
    {"CursorBehindTheRun",
     [](const Subject& s) -> Undo {
       return Set(s.bin().buffer->cursor, s.bin().buffer->end + 256);
     },
     "no row of free slots"},
    {"RunThatEndsInThePageBehind",
     [](const Subject& s) -> Undo {
       return Set(s.bin().buffer->end, s.bin().buffer->end + kPageBytes);
     },
     "no row of free slots"},
    {"RunThatEndsEarlier",
     [](const Subject& s) -> Undo {
       return Set(s.bin().buffer->end, s.bin().buffer->cursor);
     },
     "no row of free slots"},
    {"RunInAPageOfNoHeap",
     [](const Subject& s) -> Undo { return Set(s.bin().page, 0xfffffff0); },
     "holds no slots of the heap"},
    {"RunInAPageOfAnotherHeap",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.bin().page).heap, static_cast<HeapCore*>(nullptr));
     },
     "holds no slots of the heap"},
    {"RunOverAnObject",
     [](const Subject& s) -> Undo {
       const size_t granule = GranuleOf(s.bin().run_begin);
       uint64_t& word = side_tables.allocated[granule / 64];
       return Set(word, word | uint64_t{1} << (granule % 64));
     },
     "no row of free slots"},
    {"CurrentPageWithLinks",
     [](const Subject& s) -> Undo {
       return Set(RecordAt(s.bin().page).next, s.large);
     },
     "and it has links"},
};

class VerifyBinsTest : public DamageTest {};

TEST_P(VerifyBinsTest, NamesEachDamageOfABin) {
  ExpectEachIsFound(kBinDamages);
}

TEST_P(VerifyBinsTest, NamesEachDamageOfABuffer) {
  ExpectEachIsFound(kBufferDamages);
}

TEST_P(VerifyBinsTest, NamesEachDamageOfAnOpenRun) {
  const Subject sound = subject();
  for (const Damage& damage : kRunDamages) {
    // The slots that died are free, so that the next object opens a run.
    Persistent<VerifiedNode> node = Make<VerifiedNode>();
    Subject open = sound;
    open.page = PageOf(node.Get());
    ASSERT_NE(open.bin().run_begin, 0u) << damage.name;
    const Undo undo = damage.plant(open);
    const std::string findings = Findings(heap());
    undo();
    EXPECT_NE(findings.find(damage.finding), std::string::npos)
        << damage.name << ": Verify() says: " << findings;
    EXPECT_EQ(Findings(heap()), "") << damage.name << " was undone";
  }
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifyBinsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
