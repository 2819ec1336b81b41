// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MakeGarbageCollected(): zeroed, aligned memory for objects of every size,
// also when constructors allocate, collect or throw.

#include "halfword/allocation.h"

#include <cstdint>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Small : public GarbageCollected<Small> {
 public:
  // Leaves its fields as the memory is.
  Small() {}  // NOLINT
  Member<Small> next_;
  uint32_t number_;
  HALFWORD_FIELDS(Small, next_, number_)
};

template <size_t kBytes>
class Sized : public GarbageCollected<Sized<kBytes>> {
 public:
  Sized() {}  // NOLINT
  unsigned char bytes_[kBytes];
  HALFWORD_FIELDS(Sized, bytes_)
};

class alignas(16) Aligned : public GarbageCollected<Aligned> {
 public:
  Aligned() {}  // NOLINT
  uint32_t number_;
  HALFWORD_FIELDS(Aligned, number_)
};

class Text : public GarbageCollected<Text> {
 public:
  explicit Text(uint32_t count = 0) : count_(count) {}
  unsigned char* bytes() { return reinterpret_cast<unsigned char*>(this + 1); }
  uint32_t count_;
  HALFWORD_FIELDS(Text, count_)
  HALFWORD_TRAILING(Text, unsigned char)
};

// What a slot is full of before it is used again.
constexpr unsigned char kDirt = 0xa5;

class AllocationTest : public HeapTest {
 protected:
  template <typename T>
  void ExpectZeroed(const T* object) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(object);
    for (size_t i = 0; i < sizeof(T); ++i) ASSERT_EQ(bytes[i], 0) << i;
  }

  // Makes objects, dirties them, lets them die and makes others, until many of
  // them stand where such a one stood.
  template <typename T>
  void ExpectZeroedAgain() {
    std::set<const T*> dirty;
    const auto make_dirty = [&] {
      T* const object = Make<T>();
      ExpectZeroed(object);
      std::memset(static_cast<void*>(object), kDirt, sizeof(T));
      return !dirty.insert(object).second;
    };
    for (int i = 0; i < 100; ++i) make_dirty();
    CollectPrecisely(heap());
    int in_place_count = 0;
    for (int i = 0; i < 20'000 && in_place_count < 100; ++i) {
      in_place_count += make_dirty() ? 1 : 0;
    }
    EXPECT_EQ(in_place_count, 100);
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(AllocationTest);

TEST_P(AllocationTest, GivesZeroedMemoryAlsoWhereObjectsDied) {
  ExpectZeroedAgain<Sized<8>>();
  ExpectZeroedAgain<Sized<24>>();
  ExpectZeroedAgain<Sized<100>>();
  ExpectZeroedAgain<Sized<1000>>();
  ExpectZeroedAgain<Sized<kSmallBytesMax>>();
  ExpectZeroedAgain<Sized<kSmallBytesMax + 1>>();
  ExpectZeroedAgain<Sized<300'000>>();
}

TEST_P(AllocationTest, GivesEachObjectAPlaceOfItsOwn) {
  std::set<const Small*> places;
  std::vector<Persistent<Small>> held;
  for (int i = 0; i < 10'000; ++i) {
    Small* const object = Make<Small>();
    EXPECT_TRUE(places.insert(object).second);
    if (i % 10 == 0) held.emplace_back(object);
  }
  CollectPrecisely(heap());
  std::set<const Small*> living;
  for (const auto& handle : held) living.insert(handle.Get());
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(living.insert(Make<Small>()).second);
  }
}

TEST_P(AllocationTest, AlignsAsTheClassAsks) {
  for (int i = 0; i < 2000; ++i) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Make<Aligned>()) % 16, 0u);
    // Others of the size class do not move them.
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Make<Sized<16>>()) % kGranuleBytes,
              0u);
    Make<Sized<24>>();
  }
}

struct alignas(16) Vector {
  float values[4];
  HALFWORD_FIELDS(Vector, values)
};

class Vectors : public GarbageCollected<Vectors> {
 public:
  uint32_t count_ = 0;
  HALFWORD_FIELDS(Vectors, count_)
  HALFWORD_TRAILING(Vectors, Vector)
};

TEST_P(AllocationTest, AlignsTrailingElementsAsTheyAsk) {
  PreparePages<Vectors>();
  const size_t offset = TypeInfoOf<Vectors>().trailing_offset;
  EXPECT_EQ(offset, 16u);
  for (size_t i = 0; i < 300; ++i) {
    const auto* const vectors = MakeGarbageCollected<Vectors>(
        heap().GetAllocationHandle(),
        AdditionalBytes(offset + i / 3 * sizeof(Vector)));
    EXPECT_EQ((reinterpret_cast<uintptr_t>(vectors) + offset) % 16, 0u) << i;
  }
}

TEST_P(AllocationTest, GivesAdditionalBytesZeroed) {
  PreparePages<Text>();
  for (int round = 0; round < 2; ++round) {
    for (const size_t bytes :
         {0u, 1u, 7u, 8u, 100u, 2000u, 8000u, 8192u, 20'000u, 400'000u}) {
      Text* const text = MakeGarbageCollected<Text>(
          heap().GetAllocationHandle(), AdditionalBytes(bytes),
          static_cast<uint32_t>(bytes));
      EXPECT_EQ(text->count_, bytes);
      for (size_t i = 0; i < bytes; ++i) ASSERT_EQ(text->bytes()[i], 0);
      std::memset(text->bytes(), kDirt, bytes);
    }
    CollectPrecisely(heap());
  }
}

TEST_P(AllocationTest, KeepsAdditionalBytesApart) {
  PreparePages<Text>();
  std::vector<Persistent<Text>> texts;
  for (uint32_t i = 0; i < 600; ++i) {
    texts.emplace_back(MakeGarbageCollected<Text>(heap().GetAllocationHandle(),
                                                  AdditionalBytes(i), i));
    std::memset(texts.back()->bytes(), static_cast<int>(i % 256), i);
  }
  CollectPrecisely(heap());

  for (uint32_t i = 0; i < 600; ++i) {
    ASSERT_EQ(texts[i]->count_, i);
    for (uint32_t j = 0; j < i; ++j) {
      ASSERT_EQ(texts[i]->bytes()[j], i % 256);
    }
  }
}

TEST_P(AllocationTest, AsksForNoMoreThanThereIsWhenALengthOverflows) {
  struct Refused {
    size_t bytes;
  };
  ResetHeap({.out_of_memory_handler = [](Heap&, size_t bytes) {
    throw Refused{bytes};
  }});
  for (const size_t bytes :
       {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - sizeof(Text) + 1, SIZE_MAX / 2}) {
    try {
      MakeGarbageCollected<Text>(heap().GetAllocationHandle(),
                                 AdditionalBytes(bytes));
      FAIL() << bytes;
    } catch (const Refused& refused) {
      EXPECT_GE(refused.bytes, SIZE_MAX / 2);
    }
  }
  EXPECT_EQ(Findings(heap()), "");
  EXPECT_NE(Make<Small>(), nullptr);
}

// Constructors.

class Nested : public GarbageCollected<Nested> {
 public:
  explicit Nested(AllocationHandle& handle, int depth) : depth_(depth) {
    if (depth == 0) return;
    left_ = MakeGarbageCollected<Nested>(handle, handle, depth - 1);
    right_ = MakeGarbageCollected<Nested>(handle, handle, depth - 1);
  }
  int Count() const {
    return 1 + (left_ ? left_->Count() : 0) + (right_ ? right_->Count() : 0);
  }
  Member<Nested> left_;
  Member<Nested> right_;
  int depth_;
  HALFWORD_FIELDS(Nested, left_, right_, depth_)
};

TEST_P(AllocationTest, ConstructorsMayAllocate) {
  const Persistent<Nested> tree =
      Make<Nested>(heap().GetAllocationHandle(), 12);
  CollectPrecisely(heap());

  EXPECT_EQ(tree->Count(), (1 << 13) - 1);
}

TEST_P(AllocationTest, ConstructorsMayAllocateUntilACollection) {
  ResetHeap({.growth_bytes_min = size_t{64} << 10});
  std::vector<Persistent<Nested>> trees;
  for (int i = 0; i < 80; ++i) {
    trees.emplace_back(Make<Nested>(heap().GetAllocationHandle(), 9));
  }

  EXPECT_GT(collector().collection_count(), 2u);
  for (const auto& tree : trees) EXPECT_EQ(tree->Count(), (1 << 10) - 1);
}

class CollectsItself : public GarbageCollected<CollectsItself> {
 public:
  explicit CollectsItself(Heap& heap) {
    CollectConservatively(heap);
    number_ = 5;
  }
  uint32_t number_ = 0;
  HALFWORD_FIELDS(CollectsItself, number_)
};

TEST_P(AllocationTest, ConstructorsMayCollect) {
  const Persistent<CollectsItself> object = Make<CollectsItself>(heap());
  const Persistent<CollectsItself> other = Make<CollectsItself>(heap());

  EXPECT_NE(object.Get(), other.Get());
  EXPECT_EQ(object->number_, 5u);
}

// Constructors that throw.

struct Thrown : std::runtime_error {
  Thrown() : std::runtime_error("thrown by a constructor") {}
};

class Throws : public GarbageCollected<Throws> {
 public:
  explicit Throws(bool throws, WeakPersistent<Throws>* weak = nullptr) {
    if (weak != nullptr) *weak = this;
    ++made;
    if (throws) throw Thrown();
  }
  ~Throws() { ++destroyed; }
  Member<Small> other_;
  HALFWORD_FIELDS(Throws, other_)
  static inline int made = 0;
  static inline int destroyed = 0;
};

TEST_P(AllocationTest, AThrowingConstructorRunsNoDestructor) {
  Throws::made = 0;
  Throws::destroyed = 0;
  Make<Throws>(false);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_THROW(Make<Throws>(true), Thrown);
  }
  Make<Throws>(false);
  EXPECT_EQ(Findings(heap()), "");
  CollectPrecisely(heap());

  EXPECT_EQ(Throws::made, 1002);
  EXPECT_EQ(Throws::destroyed, 2);
  DestroyHeap();
  EXPECT_EQ(Throws::destroyed, 2);
}

// Refers to itself, or to its mixin, by a handle of any kind.
class Remembered : public GarbageCollectedMixin {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Remembered, number_)
};

class RemembersItself : public GarbageCollected<RemembersItself>,
                        public Remembered {
 public:
  template <typename Handle>
  explicit RemembersItself(Handle* handle, bool clears = false) {
    *handle = this;
    if (clears) handle->Clear();
    throw Thrown();
  }
  HALFWORD_FIELDS(RemembersItself)
  HALFWORD_BASES(RemembersItself, Remembered)
};

TEST_P(AllocationTest, AThrowingConstructorMayClearItsHandles) {
  Persistent<RemembersItself> strong;
  WeakCrossThreadPersistent<Remembered> weak;
  EXPECT_THROW(Make<RemembersItself>(&strong, true), Thrown);
  EXPECT_THROW(Make<RemembersItself>(&weak, true), Thrown);

  EXPECT_EQ(strong.Get(), nullptr);
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST_P(AllocationTest, TheSlotOfAThrowingConstructorIsUsedAgain) {
  std::vector<Persistent<Throws>> held;
  for (int i = 0; i < 20'000; ++i) {
    if (i % 100 == 0) held.emplace_back(Make<Throws>(false));
    EXPECT_THROW(Make<Throws>(true), Thrown);
  }
  CollectPrecisely(heap());
  const size_t used =
      heap().CollectStatistics(HeapStatistics::kBrief).page_bytes;

  EXPECT_LE(used, 8 * kPageBytes);
}

class ThrowsLarge : public GarbageCollected<ThrowsLarge> {
 public:
  ThrowsLarge() { throw Thrown(); }
  ~ThrowsLarge() { ADD_FAILURE() << "destroyed what was not made"; }
  unsigned char bytes_[100'000];
  HALFWORD_FIELDS(ThrowsLarge, bytes_)
};

TEST_P(AllocationTest, ALargeObjectWhoseConstructorThrowsIsGivenBack) {
  EXPECT_THROW(Make<ThrowsLarge>(), Thrown);

  const HeapStatistics statistics =
      heap().CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(statistics.page_bytes, 0u);
  EXPECT_EQ(Findings(heap()), "");
}

class ThrowsText : public GarbageCollected<ThrowsText> {
 public:
  ThrowsText() { throw Thrown(); }
  uint64_t count_ = 0;
  HALFWORD_FIELDS(ThrowsText, count_)
  HALFWORD_TRAILING(ThrowsText, unsigned char)
};

TEST_P(AllocationTest, AdditionalBytesAreGivenBackToo) {
  PreparePages<ThrowsText>();
  for (const size_t bytes : {10u, 1000u, 100'000u}) {
    EXPECT_THROW(MakeGarbageCollected<ThrowsText>(heap().GetAllocationHandle(),
                                                  AdditionalBytes(bytes)),
                 Thrown);
  }
  EXPECT_EQ(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            0u);
}

// The constructor has collected before it throws, so that its object is marked,
// and its page waits for the sweep or has been swept.
class ThrowsAfterCollection : public GarbageCollected<ThrowsAfterCollection> {
 public:
  ThrowsAfterCollection(Heap& heap, Sweeping sweeping) {
    heap.Collect({.sweeping = sweeping});
    throw Thrown();
  }
  ~ThrowsAfterCollection() { ADD_FAILURE() << "destroyed what was not made"; }
  uint64_t number_ = 0;
  HALFWORD_FIELDS(ThrowsAfterCollection, number_)
};

TEST_P(AllocationTest, AConstructorMayThrowAfterACollection) {
  for (const Sweeping sweeping : {Sweeping::kAtomic, Sweeping::kLazy}) {
    for (int i = 0; i < 20; ++i) {
      EXPECT_THROW(Make<ThrowsAfterCollection>(heap(), sweeping), Thrown);
      EXPECT_EQ(Findings(heap()), "");
    }
  }
  CollectPrecisely(heap());
  EXPECT_EQ(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            0u);
}

class ThrowsByHand : public GarbageCollected<ThrowsByHand> {
 public:
  explicit ThrowsByHand(AllocationHandle& handle, int depth) {
    if (depth == 0) throw Thrown();
    next_ = MakeGarbageCollected<ThrowsByHand>(handle, handle, depth - 1);
  }
  void Trace(Visitor* visitor) const { visitor->Trace(next_); }
  Member<ThrowsByHand> next_;
};

TEST_P(AllocationTest, NestedConstructorsThrowTogether) {
  EXPECT_THROW(Make<ThrowsByHand>(heap().GetAllocationHandle(), 50), Thrown);
  CollectPrecisely(heap());

  EXPECT_EQ(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            0u);
}

class ThrowsPrefinalized : public GarbageCollected<ThrowsPrefinalized> {
  HALFWORD_USING_PRE_FINALIZER(ThrowsPrefinalized, Finalize);

 public:
  explicit ThrowsPrefinalized(bool throws) {
    if (throws) throw Thrown();
  }
  void Finalize() { ++finalized; }
  uint64_t number_ = 0;
  HALFWORD_FIELDS(ThrowsPrefinalized, number_)
  static inline int finalized = 0;
};

TEST_P(AllocationTest, AThrowingConstructorLeavesNoPrefinalizer) {
  ThrowsPrefinalized::finalized = 0;
  Make<ThrowsPrefinalized>(false);
  EXPECT_THROW(Make<ThrowsPrefinalized>(true), Thrown);
  CollectPrecisely(heap());

  EXPECT_EQ(ThrowsPrefinalized::finalized, 1);
}

// Where the constructor's frame ends, so does the object's construction: an
// exception out of one object leaves others that are being built alone.
class CatchesInside : public GarbageCollected<CatchesInside> {
 public:
  explicit CatchesInside(Heap& heap) {
    EXPECT_THROW(MakeGarbageCollected<ThrowsByHand>(
                     heap.GetAllocationHandle(), heap.GetAllocationHandle(), 3),
                 Thrown);
    kept_ = MakeGarbageCollected<Small>(heap.GetAllocationHandle());
    CollectPrecisely(heap);
  }
  void Trace(Visitor* visitor) const { visitor->Trace(kept_); }
  Member<Small> kept_;
};

TEST_P(AllocationTest, AConstructorMayCatchWhatAnInnerOneThrows) {
  const Persistent<CatchesInside> object = Make<CatchesInside>(heap());
  const WeakPersistent<Small> kept = object->kept_.get();
  CollectPrecisely(heap());

  EXPECT_NE(kept.Get(), nullptr);
}

// The callback after construction.

class Announced : public GarbageCollected<Announced> {
 public:
  bool announced_ = false;
  HALFWORD_FIELDS(Announced, announced_)
};
class AnnouncedToo : public Announced {
 public:
  HALFWORD_FIELDS(AnnouncedToo)
  HALFWORD_BASES(AnnouncedToo, Announced)
};

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal

namespace halfword::inline HALFWORD_ABI {

template <typename T>
struct PostConstructionCallbackTrait<
    T, std::enable_if_t<std::is_base_of_v<internal::Announced, T>>> {
  static void Call(T* object) { object->announced_ = true; }
};

}  // namespace halfword::inline HALFWORD_ABI

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST_P(AllocationTest, CallsBackWhenAConstructorIsDone) {
  EXPECT_TRUE(Make<Announced>()->announced_);
  EXPECT_TRUE(Make<AnnouncedToo>()->announced_);
}

// Misuse.

using AllocationDeathTest = AllocationTest;
HALFWORD_INSTANTIATE_FOR_PAGES(AllocationDeathTest);

class AllocatesWhenTraced : public GarbageCollected<AllocatesWhenTraced> {
 public:
  explicit AllocatesWhenTraced(Heap* heap) : heap_(heap) {}
  void Trace(Visitor*) const {
    MakeGarbageCollected<Small>(heap_->GetAllocationHandle());
  }
  Heap* heap_;
};

class AllocatesWhenDestroyed : public GarbageCollected<AllocatesWhenDestroyed> {
 public:
  explicit AllocatesWhenDestroyed(Heap* heap) : heap_(heap) {}
  ~AllocatesWhenDestroyed() {
    if (heap_ != nullptr) {
      MakeGarbageCollected<Small>(heap_->GetAllocationHandle());
    }
  }
  Heap* heap_;
  HALFWORD_FIELDS(AllocatesWhenDestroyed, heap_)
};

class AllocatesWhenFinalized : public GarbageCollected<AllocatesWhenFinalized> {
  HALFWORD_USING_PRE_FINALIZER(AllocatesWhenFinalized, Finalize);

 public:
  explicit AllocatesWhenFinalized(Heap* heap) : heap_(heap) {}
  void Finalize() {
    if (heap_ != nullptr) {
      MakeGarbageCollected<Small>(heap_->GetAllocationHandle());
    }
  }
  Heap* heap_;
  HALFWORD_FIELDS(AllocatesWhenFinalized, heap_)
};

class AllocatesWhenCalled : public GarbageCollected<AllocatesWhenCalled> {
 public:
  explicit AllocatesWhenCalled(Heap* heap) : heap_(heap) {}
  void Trace(Visitor* visitor) const {
    visitor->RegisterWeakCallbackMethod<AllocatesWhenCalled,
                                        &AllocatesWhenCalled::Call>(this);
  }
  void Call(const LivenessBroker&) {
    MakeGarbageCollected<Small>(heap_->GetAllocationHandle());
  }
  Heap* heap_;
};

TEST_P(AllocationDeathTest, TraceMustNotAllocate) {
  Make<Small>();
  const Persistent<AllocatesWhenTraced> object =
      Make<AllocatesWhenTraced>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()), "must not allocate in the heap");
}

TEST_P(AllocationDeathTest, AWeakCallbackMustNotAllocate) {
  Make<Small>();
  const Persistent<AllocatesWhenCalled> object =
      Make<AllocatesWhenCalled>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()), "must not allocate in the heap");
}

TEST_P(AllocationDeathTest, APrefinalizerMustNotAllocate) {
  Make<Small>();
  auto* const object = Make<AllocatesWhenFinalized>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()), "must not allocate in the heap");
  object->heap_ = nullptr;
}

TEST_P(AllocationDeathTest, ADestructorMustNotAllocate) {
  Make<Small>();
  auto* const object = Make<AllocatesWhenDestroyed>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()),
               "a destructor must not allocate in the heap");
  object->heap_ = nullptr;
}

// Only builds with checks look for handles.
#if HALFWORD_DCHECK_ENABLED
TEST_P(AllocationDeathTest, AThrowingConstructorMustNotLeaveHandles) {
  Persistent<RemembersItself> strong;
  WeakPersistent<Remembered> weak;
  CrossThreadPersistent<Remembered> strong_of_any;
  WeakCrossThreadPersistent<RemembersItself> weak_of_any;
  constexpr char kMessage[] =
      "a constructor of .*RemembersItself.* threw, and the handle made at "
      ".*allocation_test.cc:[0-9]+ still refers to the object";

  EXPECT_DEATH(Make<RemembersItself>(&strong), kMessage);
  EXPECT_DEATH(Make<RemembersItself>(&weak), kMessage);
  EXPECT_DEATH(Make<RemembersItself>(&strong_of_any), kMessage);
  EXPECT_DEATH(Make<RemembersItself>(&weak_of_any), kMessage);
}
#endif

class ElsewhereFinalized : public GarbageCollected<ElsewhereFinalized> {
  HALFWORD_USING_PRE_FINALIZER(ElsewhereFinalized, Finalize);

 public:
  void Finalize() {}
  HALFWORD_FIELDS(ElsewhereFinalized)
};

// A member function may name the operator that its class hides from others.
class DeletesItself : public GarbageCollected<DeletesItself> {
 public:
  void Delete() { delete this; }
  static void DeleteMany(DeletesItself* first) { delete[] first; }
  HALFWORD_FIELDS(DeletesItself)
};

TEST_P(AllocationDeathTest, NobodyDeletesAManagedObject) {
  auto* const object = Make<DeletesItself>();

  EXPECT_DEATH(object->Delete(), "a managed object must not be deleted");
  EXPECT_DEATH(DeletesItself::DeleteMany(object), "must not be deleted");
}

#if HALFWORD_DCHECK_ENABLED

TEST_P(AllocationDeathTest, AnotherThreadMustNotAllocate) {
  // The next object would come from the buffer, without a call.
  for (int i = 0; i < 3000; ++i) Make<Small>();

  EXPECT_DEATH(std::thread([this] { Make<Small>(); }).join(),
               "a heap allocates on the thread that created it");
}

class AllocatesWhenTold : public GarbageCollected<AllocatesWhenTold> {
 public:
  explicit AllocatesWhenTold(Heap** heap) : heap_(heap) {}
  ~AllocatesWhenTold() {
    if (*heap_ != nullptr) {
      MakeGarbageCollected<Small>((*heap_)->GetAllocationHandle());
    }
  }
  Heap** heap_;
  HALFWORD_FIELDS(AllocatesWhenTold, heap_)
};

TEST_P(AllocationDeathTest, ADestructorInALazySweepMustNotAllocate) {
  Heap* where = nullptr;
  for (int i = 0; i < 3000; ++i) Make<Small>();
  Make<AllocatesWhenTold>(&where);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  Make<Small>();

  where = &heap();
  EXPECT_DEATH(collector().FinishSweep(),
               "a destructor must not allocate in the heap");
  where = nullptr;
  collector().FinishSweep();
}

#endif  // HALFWORD_DCHECK_ENABLED

TEST_P(AllocationDeathTest, TheNearLimitCallbackMustNotAllocate) {
  HeapOptions options;
  options.max_heap_bytes = size_t{1} << 20;
  options.near_limit_callback = [](Heap& near, size_t limit_bytes) {
    MakeGarbageCollected<Small>(near.GetAllocationHandle());
    return limit_bytes;
  };
  ResetHeap(std::move(options));

  EXPECT_DEATH(
      {
        std::vector<Persistent<Small>> held;
        for (;;) held.emplace_back(Make<Small>());
      },
      kDchecks ? "the near-limit callback must not allocate in the heap"
               : "near-limit callback itself has asked for");
}

TEST_P(AllocationDeathTest, AnObjectWithAPrefinalizerBelongsInAHeap) {
  EXPECT_DEATH(ElsewhereFinalized object,
               "an object with a prefinalizer is made by "
               "MakeGarbageCollected");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
