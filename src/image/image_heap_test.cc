// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Roots, and a heap that goes on after it was saved or closed.

#include "image/image_heap.h"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gc/collector.h"
#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/atom.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_consistency.h"
#include "halfword/heap_hash_map.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/string.h"
#include "image/image_check.h"
#include "image/image_memory.h"
#include "image/image_testing.h"
#include "text/atom_table.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Item, value_)
};

class Index : public GarbageCollected<Index> {
 public:
  HeapHashMap<String, Member<Item>> by_name_;
  HeapHashMap<Member<Item>, int> by_item_;
  HALFWORD_FIELDS(Index, by_name_, by_item_)
};

class Side : public GarbageCollectedMixin {
 public:
  int side_ = 0;
  HALFWORD_FIELDS(Side, side_)
};

class SidedItem : public Item, public Side {
 public:
  using Item::Item;
  HALFWORD_FIELDS(SidedItem)
  HALFWORD_BASES(SidedItem, Item, Side)
};

class Labelled : public GarbageCollected<Labelled> {
 public:
  Atom label_;
  HALFWORD_FIELDS(Labelled, label_)
};

class Odd : public GarbageCollected<Odd> {
 public:
  int odd_ = 1;
  HALFWORD_FIELDS(Odd, odd_)
};

namespace {

using ImageHeapTest = ImageTest;
using ImageHeapDeathTest = ImageTest;

Item* MakeItem(Heap* heap, int value) {
  return MakeGarbageCollected<Item>(heap->GetAllocationHandle(), value);
}

TEST_F(ImageHeapTest, RootsAreNamedReplacedAndForgotten) {
  const auto heap = Open<Item>();
  heap->SetRoot("a", MakeItem(heap.get(), 1));
  heap->SetRoot("b", MakeItem(heap.get(), 2));
  heap->SetRoot("a", MakeItem(heap.get(), 3));
  heap->Collect({.stack = StackState::kNoHeapPointers});
  EXPECT_EQ(heap->GetRoot<Item>("a")->value_, 3);
  EXPECT_EQ(heap->RootNames(), (std::vector<std::string>{"a", "b"}));
  heap->SetRoot("b", static_cast<Item*>(nullptr));
  EXPECT_EQ(heap->GetRoot<Item>("b"), nullptr);
  EXPECT_EQ(heap->RootNames(), std::vector<std::string>{"a"});
}

TEST_F(ImageHeapDeathTest, ARootIsOfItsClass) {
  const auto heap = Open<Item, Odd>();
  heap->SetRoot("a", MakeItem(heap.get(), 1));
  EXPECT_DEATH(heap->GetRoot<Odd>("a"), "root 'a' is a .*Item, not a .*Odd");
  EXPECT_DEATH(heap->GetRoot<Side>("a"), "root 'a' is a .*Item, not a .*Side");
}

TEST_F(ImageHeapTest, ARootMayBeGivenAsABaseOrAMixin) {
  {
    const auto heap = Open<SidedItem>();
    auto* const item =
        MakeGarbageCollected<SidedItem>(heap->GetAllocationHandle(), 1);
    item->side_ = 2;
    heap->SetRoot("item", static_cast<Item*>(item));
    heap->SetRoot("side", static_cast<Side*>(item));
    ASSERT_NE(static_cast<void*>(static_cast<Side*>(item)), item);
    EXPECT_EQ(heap->GetRoot<SidedItem>("side"), item);
    EXPECT_EQ(heap->GetRoot<Side>("side"), item);
    Save(heap.get());
  }
  const auto heap = Open<SidedItem>();
  ASSERT_NE(heap, nullptr);
  auto* const item = heap->GetRoot<SidedItem>("item");
  EXPECT_EQ(item->value_, 1);
  for (const char* name : {"item", "side"}) {
    EXPECT_TRUE(heap->HasRoot<Item>(name));
    EXPECT_TRUE(heap->HasRoot<Side>(name));
    EXPECT_FALSE(heap->HasRoot<Odd>(name));
    EXPECT_EQ(heap->GetRoot<Item>(name), item);
    EXPECT_EQ(heap->GetRoot<Side>(name), item);
    EXPECT_EQ(heap->GetRoot<const Side>(name)->side_, 2);
  }
}

// The image could not be opened again.
TEST_F(ImageHeapDeathTest, ARootIsNoOtherAddress) {
  const auto heap = Open<SidedItem>();
  auto* const item =
      MakeGarbageCollected<SidedItem>(heap->GetAllocationHandle(), 1);
  const auto other_heap = Heap::Create();
  auto* const other =
      MakeGarbageCollected<SidedItem>(other_heap->GetAllocationHandle(), 1);
  const auto inside = [](auto* object) {
    return reinterpret_cast<decltype(object)>(
        reinterpret_cast<uintptr_t>(object) + 4);
  };

  for (auto* const wrong : {inside(item), other, item + 1}) {
    EXPECT_DEATH(heap->SetRoot("a", wrong),
                 "a root of an image is an object of that image that lives: "
                 "pass the pointer that MakeGarbageCollected");
  }
  EXPECT_DEATH(heap->SetRoot("a", inside(static_cast<Side*>(item))),
               "or one to a base or a mixin of its class");
}

// A name too long for a string stands for memory that runs out.
TEST_F(ImageHeapTest, ARootForWhichThereIsNoMemoryChangesNothing) {
  const auto heap = Open<Item>();
  heap->SetRoot("a", MakeItem(heap.get(), 1));
  const WeakPersistent<Item> other = MakeItem(heap.get(), 2);
  const size_t bytes = std::string().max_size() + 1;

  EXPECT_THROW(heap->SetRoot({"b", bytes}, other.Get()), std::length_error);

  EXPECT_EQ(heap->RootNames(), std::vector<std::string>{"a"});
  ASSERT_TRUE(heap->Verify().ok());
  heap->Collect({.stack = StackState::kNoHeapPointers});
  EXPECT_EQ(other.Get(), nullptr);
  EXPECT_EQ(heap->GetRoot<Item>("a")->value_, 1);
}

TEST_F(ImageHeapDeathTest, GrowthEndsWithThePlace) {
  const auto heap = Open<Item>({.room_bytes = 0});
  const ImageMemory& memory =
      ImageHeap::Of(heap->GetAllocationHandle())->memory();
  ImageMemory behind(memory.place() +
                     size_t{2} * ImageZone::kPagesMultiple * kPageBytes);
  ASSERT_TRUE(behind.Probe(0));
  EXPECT_DEATH(
      {
        std::vector<Persistent<Item>> items;
        for (int i = 0;; ++i) items.emplace_back(MakeItem(heap.get(), i));
      },
      "no room for an object of .*; heap .* is an image that uses .*, and its "
      "place in the cage is full: 'halfword image pack'");
}

TEST_F(ImageHeapDeathTest, RootsAreThoseOfAnImage) {
  const auto heap = Heap::Create();
  EXPECT_DEATH(heap->SetRoot("a", MakeItem(heap.get(), 1)), "Heap::Open");
  EXPECT_EQ(heap->Save().error(), ImageError::kNotImage);
}

#if HALFWORD_DCHECK_ENABLED

template <typename Function>
void CallElsewhere(Function function) {
  std::thread(function).join();
}

TEST_F(ImageHeapDeathTest, IsUsedOnItsOwnThread) {
  const auto heap = Open<Item>();
  heap->SetRoot("a", MakeItem(heap.get(), 1));
  const auto dies = [](auto function, const char* line) {
    EXPECT_DEATH(CallElsewhere(function), line);
  };

  dies([&] { static_cast<void>(heap->Save()); },
       "an image is saved on the thread that opened it");
  dies([&] { static_cast<void>(heap->Close()); },
       "an image is closed on the thread that opened it");
  dies([&] { static_cast<void>(heap->FinishCheck()); },
       "an image's check is awaited on the thread that opened it");
  const char* const roots =
      "named roots are used on the thread that opened the image";
  dies([&] { heap->SetRoot<Item>("a", nullptr); }, roots);
  dies([&] { heap->GetRoot<Item>("a"); }, roots);
  dies([&] { heap->HasRoot<Item>("a"); }, roots);
  dies([&] { heap->RootNames(); }, roots);
}

#endif  // HALFWORD_DCHECK_ENABLED

TEST_F(ImageHeapTest, TablesFindTheirKeysAgain) {
  {
    const auto heap = Open<Index>();
    auto* const index =
        MakeGarbageCollected<Index>(heap->GetAllocationHandle());
    heap->SetRoot("index", index);
    for (int i = 0; i < 3000; ++i) {
      Item* const item = MakeItem(heap.get(), i);
      index->by_name_.insert(
          {String(heap->GetAllocationHandle(), "item " + std::to_string(i)),
           item});
      index->by_item_.insert({item, i});
    }
    Save(heap.get(), {.verifies_all = true});
  }
  const auto heap = Open<Index>();
  auto* const index = heap->GetRoot<Index>("index");
  ASSERT_EQ(index->by_name_.size(), 3000u);
  for (int i = 0; i < 3000; ++i) {
    const auto found = index->by_name_.find(
        String(heap->GetAllocationHandle(), "item " + std::to_string(i)));
    ASSERT_NE(found, index->by_name_.end());
    EXPECT_EQ(found->second->value_, i);
    EXPECT_EQ(index->by_item_.at(found->second), i);
  }
}

class AtomsOfImageTest : public ImageTest {
 protected:
  static Atom MakeAtom(Heap* heap, int number) {
    return Atom(heap->GetAllocationHandle(),
                "an atom of number " + std::to_string(number));
  }

  // Then writes hashes without bodies into all entries but the last so many,
  // and zeros into those: with one seed of many, the atom lies there.
  void MakeImage(size_t empty_count) const {
    {
      const auto heap = Open<Labelled>();
      auto* const object =
          MakeGarbageCollected<Labelled>(heap->GetAllocationHandle());
      object->label_ = MakeAtom(heap.get(), 0);
      heap->SetRoot("labelled", object);
      Save(heap.get());
    }
    ImageView view(Path());
    ASSERT_TRUE(view.Open().ok() && view.ReadTables().ok());
    const CatalogAtoms atoms = view.catalog().atoms;
    std::string bytes;
    for (uint32_t i = 0; i < atoms.capacity - empty_count; ++i) {
      const uint32_t hash = 2 * i + 1;
      bytes.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
      bytes.resize((i + 1) * AtomTable::EntryBytes());
    }
    bytes.resize(atoms.capacity * AtomTable::EntryBytes());
    Plant(atoms.offset + AtomTable::TypeOfEntries().trailing_offset, bytes);
  }
};

TEST_F(AtomsOfImageTest, ATableWithoutAnEmptyEntryIsRefused) {
  MakeImage(0);
  const ImageStatus status = OpenFailing<Labelled>();
  EXPECT_EQ(status.error(), ImageError::kDamaged);
  EXPECT_NE(status.message().find("its table of atoms is full"),
            std::string::npos)
      << status.message();
  ImageReport report;
  EXPECT_TRUE(CheckImage(Path(), &report).ok());
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].text, "the table of atoms is full");
}

// The catalog says that there is one atom.
TEST_F(AtomsOfImageTest, EntriesInUseAreCounted) {
  MakeImage(1);
  const auto heap = Open<Labelled>();
  ASSERT_NE(heap, nullptr);
  ImageReport report;
  EXPECT_TRUE(CheckImage(Path(), &report).ok());
  EXPECT_TRUE(report.ok());
  for (int i = 0; i < 10; ++i) MakeAtom(heap.get(), i);
  EXPECT_TRUE(heap->Verify().ok());
}

TEST_F(ImageHeapTest, AClosedHeapGoesOnWithoutAFile) {
  const auto heap = Open<Item>();
  heap->SetRoot("a", MakeItem(heap.get(), 1));
  Save(heap.get());
  EXPECT_TRUE(heap->Close().ok());
  heap->GetRoot<Item>("a")->value_ = 2;
  EXPECT_EQ(heap->Save().error(), ImageError::kNotImage);
  heap->Collect();
  EXPECT_EQ(heap->GetRoot<Item>("a")->value_, 2);
}

// They cannot leave their place; it would try for ever.
TEST_F(ImageHeapTest, IdleWorkIsDoneWhereFreePagesAreMany) {
  const auto heap = Open<Item>();
  {
    const subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
    for (int i = 0; i < 1'500'000; ++i) MakeItem(heap.get(), i);
  }
  const StackState stack = StackState::kNoHeapPointers;
  heap->Collect({.stack = stack});
  const auto& core = static_cast<const Collector&>(heap->GetAllocationHandle());
  ASSERT_GT(core.resident_free_page_count() * kPageBytes, core.budget_bytes());
  EXPECT_TRUE(heap->DoIdleWork(/*time_ms=*/2000, stack));
}

TEST_F(ImageHeapTest, RelaxedSavesAreSavesToo) {
  {
    const auto heap = Open<Item>();
    heap->SetRoot("a", MakeItem(heap.get(), 0));
    for (int i = 1; i < 50; ++i) {
      heap->GetRoot<Item>("a")->value_ = i;
      Save(heap.get(), {.is_relaxed = true});
    }
  }
  EXPECT_EQ(Open<Item>()->GetRoot<Item>("a")->value_, 49);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
