// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Images that are opened where they are not at home.

#include "image/relocation.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "cage/cage.h"
#include "gtest/gtest.h"
#include "image/image_heap.h"
#include "image/image_place.h"
#include "image/image_testing.h"
#include "image/image_world.h"
#include "image/page_changes.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class RelocationTest : public ImageTest {
 protected:
  static ImageHeap& ImageOf(Heap* heap) {
    return *ImageHeap::Of(heap->GetAllocationHandle());
  }
  static bool IsMoved(Heap* heap) { return ImageOf(heap).memory().is_moved(); }

  std::unique_ptr<Heap> OpenWorld(const std::string& path,
                                  ImageOptions options = {}) const {
    options.types = ImageTypes::Of<World>();
    ImageStatus status;
    auto heap = Heap::Open(path, std::move(options), &status);
    EXPECT_TRUE(status.ok()) << status.message();
    return heap;
  }

  // Its home.
  uintptr_t MakeWorld() const {
    const auto heap = OpenWorld(Path());
    const HeapScope scope(*heap);
    auto* const world =
        MakeGarbageCollected<World>(heap->GetAllocationHandle());
    heap->SetRoot("world", world);
    world->Fill(heap->GetAllocationHandle());
    Save(heap.get(), {.verifies_all = true});
    return ImageOf(heap.get()).memory().home();
  }

  static void CheckWorld(Heap* heap) {
    const HeapScope scope(*heap);
    const VerifyReport report = heap->Verify();
    EXPECT_TRUE(report.ok()) << report.findings.front();
    heap->GetRoot<World>("world")->Check();
  }

  // An object of a shared page, and where its type stands in the image.
  struct SharedObject {
    uint32_t page = 0;
    uint64_t type_offset = 0;
  };
  SharedObject FindSharedObject() const {
    ImageView view(Path());
    EXPECT_TRUE(view.Open().ok() && view.ReadTables().ok());
    const CatalogRange& range = view.catalog().slot_types;
    uint64_t offset = range.offset;
    const auto take = [&](auto* number) {
      std::memcpy(number, view.BytesAt(0) + offset, sizeof(*number));
      offset += sizeof(*number);
    };
    while (offset < range.offset + range.bytes) {
      uint32_t page = 0;
      uint32_t slot_count = 0;
      take(&page);
      take(&slot_count);
      for (; slot_count > 0; --slot_count) {
        uint16_t type = Catalog::kNoSlotType;
        take(&type);
        if (type != Catalog::kNoSlotType) return {page, offset - sizeof(type)};
      }
    }
    ADD_FAILURE() << "there is none";
    return {};
  }

  static std::string BytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    // The header says when it was closed, and by how many.
    constexpr size_t kCopies[] = {0, 65536};
    for (const size_t copy : kCopies) bytes.replace(copy, 4096, 4096, '\0');
    return bytes;
  }
};

// Takes a place for as long as it lives.
class Blocker {
 public:
  explicit Blocker(uintptr_t place) : place_(place) {
    EXPECT_TRUE(Cage::Get().TakeChunks(place, 1));
  }
  ~Blocker() { Cage::Get().FreeChunks(place_, 1); }

 private:
  const uintptr_t place_;
};

TEST_F(RelocationTest, EveryKindOfReferenceIsMoved) {
  const uintptr_t home = MakeWorld();
  const Blocker blocker(home);
  const auto heap = OpenWorld(Path());
  ASSERT_TRUE(IsMoved(heap.get()));
  EXPECT_EQ(ImageOf(heap.get()).memory().home(), home);
  CheckWorld(heap.get());
  heap->Collect({.stack = StackState::kNoHeapPointers});
  CheckWorld(heap.get());
}

TEST_F(RelocationTest, AloneItChangesNoPage) {
  const Blocker blocker(MakeWorld());
  const std::string before = BytesOf(Path());
  {
    const auto heap = OpenWorld(Path());
    ASSERT_TRUE(IsMoved(heap.get()));
    ImageHeap& image = ImageOf(heap.get());
    std::vector<uint8_t> unit_masks;
    image.memory().FindChanged(&unit_masks);
    PageChanges changes(image.memory(), image.relocation());
    changes.Find(image.file().store()->directory(),
                 image.file().state().page_count, unit_masks);
    EXPECT_TRUE(changes.changes().empty());
    Save(heap.get(), {.is_relaxed = true});
  }
  EXPECT_TRUE(BytesOf(Path()) == before);
}

TEST_F(RelocationTest, WhatIsSavedElsewhereIsRightAtHome) {
  const uintptr_t home = MakeWorld();
  {
    const Blocker blocker(home);
    const auto heap = OpenWorld(Path());
    const HeapScope scope(*heap);
    // Another one, made here, and strings with bytes outside of the heap.
    auto* const world =
        MakeGarbageCollected<World>(heap->GetAllocationHandle());
    heap->SetRoot("other", world);
    world->Fill(heap->GetAllocationHandle());
    Save(heap.get(), {.verifies_all = true});
    CheckWorld(heap.get());
  }
  const auto heap = OpenWorld(Path());
  EXPECT_FALSE(IsMoved(heap.get()));
  CheckWorld(heap.get());
  const HeapScope scope(*heap);
  heap->GetRoot<World>("other")->Check();
}

TEST_F(RelocationTest, TwoImagesAreOpenAtOnce) {
  MakeWorld();
  const std::string copy = Path("copy.image");
  std::filesystem::copy_file(Path(), copy);
  const auto heap = OpenWorld(Path());
  const auto moved = OpenWorld(copy);
  EXPECT_FALSE(IsMoved(heap.get()));
  ASSERT_TRUE(IsMoved(moved.get()));
  CheckWorld(heap.get());
  CheckWorld(moved.get());
  Save(moved.get());
  Save(heap.get());
}

TEST_F(RelocationTest, AReaderIsOpenBesideTheWriter) {
  MakeWorld();
  const auto reading = [] {
    ImageOptions options;
    options.access = ImageAccess::kReadOnly;
    return options;
  };
  const auto writer = OpenWorld(Path());
  const auto reader = OpenWorld(Path(), reading());
  const auto second_reader = OpenWorld(Path(), reading());
  CheckWorld(writer.get());
  CheckWorld(reader.get());
  writer->SetRoot("world", static_cast<World*>(nullptr));
  writer->Collect({.stack = StackState::kNoHeapPointers});
  Save(writer.get());
  CheckWorld(reader.get());
  CheckWorld(second_reader.get());
  EXPECT_EQ(OpenWorld(Path(), reading())->GetRoot<World>("world"), nullptr);
}

TEST_F(RelocationTest, AClosedImageLeavesNothingBehind) {
  const uintptr_t home = MakeWorld();
  const Blocker blocker(home);
  for (int i = 0; i < 10; ++i) {
    const auto heap = OpenWorld(Path());
    const uintptr_t place = ImageOf(heap.get()).memory().place();
    EXPECT_NE(HomeWord(CompressAddress(place)), CompressAddress(place));
    EXPECT_EQ(HomeWord(CompressAddress(place)), CompressAddress(home));
  }
  for (uint32_t i = 0; i < kPlaceAttempts; ++i) {
    const Word word = CompressAddress(ChoosePlace({}, i));
    EXPECT_EQ(HomeWord(word), word);
  }
}

// Checksums are right, and what is trusted is not compared with them anyway.
TEST_F(RelocationTest, AnObjectWithoutAClassIsRefusedAtHomeAndElsewhere) {
  const uintptr_t home = MakeWorld();
  const SharedObject object = FindSharedObject();
  PlantNumber(object.type_offset, Catalog::kNoSlotType);

  for (const ImageCheck check : {ImageCheck::kFull, ImageCheck::kTrust}) {
    const ImageStatus at_home = OpenFailing<World>({.check = check});
    const Blocker blocker(home);
    const ImageStatus elsewhere = OpenFailing<World>({.check = check});

    const std::string line = Path() + ": the tables of page " +
                             std::to_string(object.page) + " are damaged";
    EXPECT_EQ(at_home.error(), ImageError::kDamaged);
    EXPECT_EQ(at_home.message(), line);
    EXPECT_EQ(elsewhere.error(), ImageError::kDamaged);
    EXPECT_EQ(elsewhere.message(), line);
  }
}

// The program again, in a cage where the image's home is not.
void OpenInASmallCage(const std::string& path) {
  ImageOptions options;
  options.types = ImageTypes::Of<World>();
  ImageStatus status;
  const auto heap = Heap::Open(path, std::move(options), &status);
  if (heap == nullptr) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    std::_Exit(2);
  }
  const HeapScope scope(*heap);
  if (Cage::Get().capacity_bytes() > size_t{256} << 20) std::_Exit(3);
  heap->GetRoot<World>("world")->Check();
  if (!heap->Verify().ok() || !heap->Save().ok()) std::_Exit(4);
  std::_Exit(testing::Test::HasFailure() ? 5 : 0);
}

TEST_F(RelocationTest, ASmallCageOpensWhatALargeOneSaved) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // The program that the death test runs comes here, too.
  if (getenv("HALFWORD_RELOCATED_IMAGE") == nullptr) {
    MakeWorld();
    setenv("HALFWORD_RELOCATED_IMAGE", Path().c_str(), 1);
    setenv("HALFWORD_OPTIONS", "cage=256m", 1);
  } else {
    // Its own folder, which it would leave behind.
    std::filesystem::remove(std::filesystem::path(Path()).parent_path());
  }
  EXPECT_EXIT(OpenInASmallCage(getenv("HALFWORD_RELOCATED_IMAGE")),
              testing::ExitedWithCode(0), "");
  unsetenv("HALFWORD_RELOCATED_IMAGE");
  unsetenv("HALFWORD_OPTIONS");
  CheckWorld(OpenWorld(Path()).get());
}

// A graph that changes, in an image that is now here, now there.
class RandomGraph {
 public:
  explicit RandomGraph(unsigned seed) : random_(seed) {}

  int Random(int end) {
    return static_cast<int>(random_() % static_cast<unsigned>(end));
  }

  void Change(Heap* heap) {
    AllocationHandle& handle = heap->GetAllocationHandle();
    for (int i = 0; i < 50; ++i) {
      const int number = made_++;
      auto* const thing = MakeGarbageCollected<Thing>(handle, number);
      const int next = Random(made_);
      thing->next_ = heap->GetRoot<Thing>(RootOf(next));
      model_[number] = thing->next_ == nullptr ? -1 : next;
      heap->SetRoot(RootOf(number), thing);
      if (Random(3) != 0) continue;
      const int victim = Random(made_);
      heap->SetRoot(RootOf(victim), static_cast<Thing*>(nullptr));
      model_.erase(victim);
    }
  }

  void Check(Heap* heap) const {
    for (const auto& [number, next] : model_) {
      auto* const thing = heap->GetRoot<Thing>(RootOf(number));
      ASSERT_NE(thing, nullptr);
      ASSERT_EQ(thing->number_, number);
      ASSERT_EQ(thing->next_ == nullptr ? -1 : thing->next_->number_, next);
    }
  }

 private:
  static std::string RootOf(int number) {
    return "thing " + std::to_string(number);
  }

  std::mt19937 random_;
  std::map<int, int> model_;  // of a thing, the next one; -1: none
  int made_ = 0;
};

TEST_F(RelocationTest, RandomGraphsMoveAboutAndStayTheSame) {
  const TestSeed seed;
  RandomGraph graph(seed.value());
  const uintptr_t home = MakeWorld();
  for (int round = 0; round < 30; ++round) {
    std::unique_ptr<Blocker> blocker;
    if (graph.Random(2) == 0) blocker = std::make_unique<Blocker>(home);
    const auto heap = OpenWorld(Path());
    EXPECT_EQ(IsMoved(heap.get()), blocker != nullptr);
    graph.Check(heap.get());
    graph.Change(heap.get());
    if (graph.Random(2) == 0) {
      heap->Collect({.stack = StackState::kNoHeapPointers});
    }
    graph.Check(heap.get());
    Save(heap.get(), {.is_relaxed = graph.Random(2) == 0,
                      .verifies_all = graph.Random(4) == 0});
  }
  CheckWorld(OpenWorld(Path()).get());
}

// Mostly references; what looks like one is none.
class Dense : public GarbageCollected<Dense> {
 public:
  Member<Dense> next_;
  Word number_ = 0;
  Member<Dense> first_;
  uint16_t half_ = 0;
  HALFWORD_FIELDS(Dense, next_, number_, first_, half_)
};

// And few.
class Sparse : public GarbageCollected<Sparse> {
 public:
  Word numbers_[15] = {};
  Member<Sparse> next_;
  Member<Dense> dense_;
  HALFWORD_FIELDS(Sparse, numbers_, next_, dense_)
};

class ManyPagesTest : public RelocationTest,
                      public testing::WithParamInterface<size_t> {
 protected:
  // So many that their pages are more than one thread takes at a time.
  static constexpr Word kCount = 300'000;

  std::unique_ptr<Heap> OpenMany() const {
    ImageOptions options;
    options.types = ImageTypes::Of<Dense, Sparse>();
    options.heap.marker_count_max = GetParam();
    ImageStatus status;
    auto heap = Heap::Open(Path(), std::move(options), &status);
    EXPECT_TRUE(status.ok()) << status.message();
    return heap;
  }

  // Words that lead into the home of an image.
  static Word NumberOf(uintptr_t home, Word i) {
    return CompressAddress(home) + i;
  }

  // Its home.
  uintptr_t MakeMany() const {
    const auto heap = OpenMany();
    const HeapScope scope(*heap);
    AllocationHandle& handle = heap->GetAllocationHandle();
    const uintptr_t home = ImageOf(heap.get()).memory().home();
    Dense* first = nullptr;
    Dense* dense = nullptr;
    Sparse* sparse = nullptr;
    for (Word i = 0; i < kCount; ++i) {
      auto* const made = MakeGarbageCollected<Dense>(handle);
      if (first == nullptr) first = made;
      made->next_ = dense;
      made->number_ = NumberOf(home, i);
      made->first_ = first;
      made->half_ = static_cast<uint16_t>(i);
      dense = made;
      if (i % 2 == 0) continue;
      auto* const after = MakeGarbageCollected<Sparse>(handle);
      for (Word& number : after->numbers_) number = NumberOf(home, i);
      after->next_ = sparse;
      after->dense_ = dense;
      sparse = after;
    }
    heap->SetRoot("sparse", sparse);
    Save(heap.get());
    return home;
  }

  static void CheckMany(Heap* heap, uintptr_t home) {
    const HeapScope scope(*heap);
    const Sparse* sparse = heap->GetRoot<Sparse>("sparse");
    const Dense* const first = sparse->dense_->first_.Get();
    const Dense* dense = sparse->dense_.Get();
    Word wrong_count = 0;
    for (Word i = kCount; i-- > 0; dense = dense->next_.Get()) {
      ASSERT_NE(dense, nullptr);
      if (dense->number_ != NumberOf(home, i) || dense->first_ != first ||
          dense->half_ != static_cast<uint16_t>(i)) {
        ++wrong_count;
      }
      if (i % 2 == 0) continue;
      for (const Word number : sparse->numbers_) {
        if (number != NumberOf(home, i)) ++wrong_count;
      }
      if (sparse->dense_ != dense) ++wrong_count;
      sparse = sparse->next_.Get();
    }
    EXPECT_EQ(dense, nullptr);
    EXPECT_EQ(sparse, nullptr);
    EXPECT_EQ(wrong_count, 0u);
  }
};

TEST_P(ManyPagesTest, AreMovedAndWhatLooksLikeReferencesStays) {
  const uintptr_t home = MakeMany();
  const std::string before = BytesOf(Path());
  {
    const Blocker blocker(home);
    const auto heap = OpenMany();
    ASSERT_TRUE(IsMoved(heap.get()));
    EXPECT_GT(ImageOf(heap.get()).memory().end_page(), 1024u);
    CheckMany(heap.get(), home);
    EXPECT_TRUE(heap->Verify().ok());
    Save(heap.get(), {.is_relaxed = true});
  }
  EXPECT_TRUE(BytesOf(Path()) == before);
  CheckMany(OpenMany().get(), home);
}

INSTANTIATE_TEST_SUITE_P(Markers, ManyPagesTest, testing::Values(1, 3));

TEST(WordSwapTest, IsItsOwnInverse) {
  const Word home = CompressAddress(Cage::Get().begin());
  const WordSwap swap(home, home + 1000, 1000);
  EXPECT_EQ(swap.Of(home), home + 1000);
  EXPECT_EQ(swap.Of(home + 1999), home + 999);
  for (Word i = 0; i < 3000; ++i) {
    EXPECT_EQ(swap.Of(swap.Of(home - 500 + i)), home - 500 + i);
  }
  EXPECT_EQ(swap.Of(home + 2000), home + 2000);
  EXPECT_EQ(swap.Of(home - 1), home - 1);
  EXPECT_EQ(swap.Of(kNullWord), kNullWord);
  EXPECT_EQ(swap.Of(kSentinelWord), kSentinelWord);
}

TEST(TypeWordsTest, HaveAllKindsAndNoNumbers) {
  const TypeWords things = WordsOf(TypeInfoOf<Things>());
  EXPECT_TRUE(things.fixed.empty());
  ASSERT_EQ(things.trailing.size(), 1u);
  EXPECT_EQ(things.trailing_bytes, sizeof(Word));

  const TypeWords thing = WordsOf(TypeInfoOf<Thing>());
  ASSERT_EQ(thing.fixed.size(), 1u);
  EXPECT_EQ(thing.fixed[0].count, 1u);

  EXPECT_TRUE(WordsOf(TypeInfoOf<FlatBody>()).empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
