// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RefPtr and what it points to, without a collector. With one:
// src/gc/counted_objects_test.cc.

#include "halfword/ref_ptr.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/ref_counted.h"
#include "heap/counted_threads.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Says where it ends.
class Probe {
 public:
  explicit Probe(int* deaths) : deaths_(deaths) {}
  Probe(const Probe&) = default;
  ~Probe() { ++*deaths_; }

 private:
  int* deaths_;
  HALFWORD_FIELDS(Probe, deaths_)
};

template <typename Count>
class Item : public BasicRefCounted<Item<Count>, Count> {
 public:
  Item(int value, int* deaths) : value_(value), probe_(deaths) {}

  RefPtr<Item> Self() { return RefPtr<Item>(this); }
  RefPtr<const Item> Self() const { return RefPtr<const Item>(this); }
  int value() const { return value_; }
  void set_next(RefPtr<Item> next) { next_ = std::move(next); }

 private:
  RefPtr<Item> next_;
  int value_;
  Probe probe_;
  HALFWORD_FIELDS(Item, next_, value_, probe_)
};

template <typename Count>
class RefPtrTest : public ::testing::Test {
 protected:
  using T = Item<Count>;
  RefPtr<T> Make(int value = 0) { return MakeRefCounted<T>(value, &deaths_); }

  int deaths_ = 0;
};

using Counts = ::testing::Types<PlainCount, AtomicCount>;
TYPED_TEST_SUITE(RefPtrTest, Counts);

TYPED_TEST(RefPtrTest, TakesOneWord) {
  using Thing = Item<TypeParam>;
  static_assert(sizeof(RefPtr<Thing>) == (kCompressed ? 4 : 8));
  static_assert(std::is_nothrow_move_constructible_v<RefPtr<Thing>>);
  const RefPtr<Thing> made = this->Make(7);

  const RefPtr<Thing> null;

  EXPECT_EQ(made->value(), 7);
  EXPECT_EQ((*made).value(), 7);
  EXPECT_TRUE(made);
  EXPECT_FALSE(null);
  EXPECT_EQ(null.get(), nullptr);
  EXPECT_EQ(null, nullptr);
}

TYPED_TEST(RefPtrTest, PutsTheFirstFieldBehindTheCount) {
  struct Small : BasicRefCounted<Small, TypeParam> {
    int value = 0;
    HALFWORD_FIELDS(Small, value)
  };

  static_assert(sizeof(Small) == kGranuleBytes);
  static_assert(alignof(Small) == kGranuleBytes);
  EXPECT_EQ(MakeRefCounted<Small>()->value, 0);
}

TYPED_TEST(RefPtrTest, DestroysAnObjectWithItsLastReference) {
  RefPtr<Item<TypeParam>> first = this->Make();
  EXPECT_TRUE(first->HasOneRef());
  RefPtr<Item<TypeParam>> second = first;
  EXPECT_FALSE(first->HasOneRef());

  first.reset();
  EXPECT_EQ(this->deaths_, 0);
  EXPECT_TRUE(second->HasOneRef());
  second = nullptr;

  EXPECT_EQ(this->deaths_, 1);
}

TYPED_TEST(RefPtrTest, MovesWithoutCounting) {
  RefPtr<Item<TypeParam>> first = this->Make();
  auto* const object = first.get();

  RefPtr<Item<TypeParam>> second = std::move(first);
  EXPECT_EQ(first, nullptr);  // NOLINT: what was moved from is null
  first = std::move(second);

  EXPECT_EQ(first.get(), object);
  EXPECT_TRUE(first->HasOneRef());
  EXPECT_EQ(this->deaths_, 0);
}

TYPED_TEST(RefPtrTest, KeepsWhatIsAssignedToItself) {
  RefPtr<Item<TypeParam>> pointer = this->Make();
  const auto& alias = pointer;

  pointer = alias;
  pointer = pointer.get();
  pointer.reset(pointer.get());

  EXPECT_TRUE(pointer->HasOneRef());
  EXPECT_EQ(this->deaths_, 0);
}

TYPED_TEST(RefPtrTest, SwapsTwoPointers) {
  RefPtr<Item<TypeParam>> a = this->Make(1);
  RefPtr<Item<TypeParam>> b = this->Make(2);

  swap(a, b);
  EXPECT_EQ(a->value(), 2);
  a.swap(b);

  EXPECT_EQ(a->value(), 1);
  EXPECT_EQ(b->value(), 2);
}

TYPED_TEST(RefPtrTest, IsMadeFromTheObjectItself) {
  const RefPtr<Item<TypeParam>> pointer = this->Make();

  const RefPtr<Item<TypeParam>> self = pointer->Self();
  const RefPtr<const Item<TypeParam>> constant = std::as_const(*pointer).Self();

  EXPECT_EQ(self, pointer);
  EXPECT_EQ(constant, pointer);
  EXPECT_FALSE(pointer->HasOneRef());
}

TYPED_TEST(RefPtrTest, ReleasesALastReferenceToConst) {
  RefPtr<const Item<TypeParam>> constant = this->Make();

  constant.reset();

  EXPECT_EQ(this->deaths_, 1);
}

TYPED_TEST(RefPtrTest, ComparesAndHashesAsPointersDo) {
  const RefPtr<Item<TypeParam>> a = this->Make();
  const RefPtr<Item<TypeParam>> b = this->Make();
  const std::unordered_set<RefPtr<Item<TypeParam>>> set = {a, b, a};

  EXPECT_NE(a, b);
  EXPECT_EQ(a, a.get());
  EXPECT_EQ(a < b, a.get() < b.get());
  EXPECT_LT((RefPtr<Item<TypeParam>>()), a);
  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(set.contains(b));
}

TYPED_TEST(RefPtrTest, ReleasesWhatItHeldLast) {
  RefPtr<Item<TypeParam>> list = this->Make(1);
  list->set_next(this->Make(2));

  list = list->Self();
  list->set_next(nullptr);
  EXPECT_EQ(this->deaths_, 1);
  list = this->Make(3);

  EXPECT_EQ(this->deaths_, 2);
}

TYPED_TEST(RefPtrTest, GivesACopyOfAnObjectACountOfItsOwn) {
  const RefPtr<Item<TypeParam>> first = this->Make(3);
  RefPtr<Item<TypeParam>> further;
  further = first;

  const auto copy = MakeRefCounted<Item<TypeParam>>(*first);

  EXPECT_TRUE(copy->HasOneRef());
  EXPECT_EQ(copy->value(), 3);
  EXPECT_FALSE(first->HasOneRef());
}

TYPED_TEST(RefPtrTest, KeepsAnObjectForeverThatHadTooManyReferences) {
  RefPtr<Item<TypeParam>> pointer = this->Make(5);
  Item<TypeParam>* const object = pointer.get();
  // The count is the beginning of an object without a vtable.
  auto* const count = reinterpret_cast<uint32_t*>(object);
  __atomic_store_n(count, uint32_t{1} << 31, __ATOMIC_RELAXED);

  {
    const std::vector<RefPtr<Item<TypeParam>>> too_many(3, pointer);
  }
  EXPECT_EQ(__atomic_load_n(count, __ATOMIC_RELAXED), kPinnedCount);
  // As far down as it can be before it counts again.
  __atomic_store_n(count, (uint32_t{1} << 31) + 1, __ATOMIC_RELAXED);
  pointer.reset();

  EXPECT_EQ(__atomic_load_n(count, __ATOMIC_RELAXED), kPinnedCount);
  EXPECT_EQ(object->value(), 5);
  EXPECT_EQ(this->deaths_, 0);
}

// Bases and derived classes.

class Shape : public ThreadSafeRefCounted<Shape> {
 public:
  virtual int Corners() const = 0;

 protected:
  virtual ~Shape() = default;

 private:
  friend ThreadSafeRefCounted<Shape>;
  HALFWORD_FIELDS(Shape)
};

struct Named {
  virtual ~Named() = default;
  std::string name = "a name that is too long for a short string";
  HALFWORD_FIELDS(Named, name)
};

class Square final : public Named, public Shape {
 public:
  explicit Square(int* deaths) : probe_(deaths) {}
  int Corners() const override { return 4; }

 private:
  Probe probe_;
  HALFWORD_FIELDS(Square, probe_)
  HALFWORD_BASES(Square, Named, Shape)
};

TEST(RefPtrBaseTest, ConvertsToABaseThatLiesBehindAnother) {
  int deaths = 0;
  const RefPtr<Square> square = MakeRefCounted<Square>(&deaths);

  const RefPtr<Shape> shape = square;
  const RefPtr<const Shape> constant = shape;
  const RefPtr<Shape> null = RefPtr<Square>();

  EXPECT_NE(static_cast<void*>(shape.get()), static_cast<void*>(square.get()));
  EXPECT_EQ(shape->Corners(), 4);
  EXPECT_EQ(shape, square);
  EXPECT_EQ(constant, shape);
  EXPECT_EQ(null, nullptr);
}

TEST(RefPtrBaseTest, DestroysTheWholeObjectThroughABase) {
  int deaths = 0;
  CountedHeapOfThisThread().Park();
  const size_t pages = CountedHeapOfThisThread().used_page_count();
  RefPtr<Shape> shape = MakeRefCounted<Square>(&deaths);
  RefPtr<Shape> moved;
  moved = std::move(shape);

  moved.reset();

  EXPECT_EQ(deaths, 1);
  CountedHeapOfThisThread().Park();
  EXPECT_EQ(CountedHeapOfThisThread().used_page_count(), pages);
}

// What objects may be.

struct alignas(16) Aligned : RefCounted<Aligned> {
  char bytes[100] = {};
  HALFWORD_FIELDS(Aligned, bytes)
};

struct Huge : RefCounted<Huge> {
  char bytes[3 * kPageBytes] = {};
  HALFWORD_FIELDS(Huge, bytes)
};

TEST(RefPtrObjectTest, AlignsObjects) {
  std::vector<RefPtr<Aligned>> objects;

  for (int i = 0; i < 1000; ++i) objects.push_back(MakeRefCounted<Aligned>());

  for (const RefPtr<Aligned>& object : objects) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(object.get()) % 16, 0u);
  }
}

TEST(RefPtrObjectTest, MakesObjectsOfSeveralPages) {
  RefPtr<Huge> huge = MakeRefCounted<Huge>();
  const RefPtr<Huge> other = huge;
  const size_t pages = CountedHeapOfThisThread().used_page_count();

  huge.reset();
  EXPECT_EQ(CountedHeapOfThisThread().used_page_count(), pages);
  const_cast<RefPtr<Huge>&>(other).reset();

  EXPECT_EQ(CountedHeapOfThisThread().used_page_count(), pages - 4);
}

class Thrower : public RefCounted<Thrower> {
 public:
  Thrower(RefPtr<Thrower>* kept, bool resets) {
    RefPtr<Thrower> self(this);
    *kept = self;
    self.reset();
    if (resets) kept->reset();
    throw std::runtime_error("no");
  }
  HALFWORD_FIELDS(Thrower)
};

TEST(RefPtrObjectTest, TakesBackAnObjectWhoseConstructorThrew) {
  RefPtr<Thrower> kept;
  CountedHeapOfThisThread().Park();
  const size_t pages = CountedHeapOfThisThread().used_page_count();

  EXPECT_THROW(MakeRefCounted<Thrower>(&kept, true), std::runtime_error);

  CountedHeapOfThisThread().Park();
  EXPECT_EQ(CountedHeapOfThisThread().used_page_count(), pages);
}

// Several threads.

struct Shared : ThreadSafeRefCounted<Shared> {
  explicit Shared(int* deaths) : probe(deaths) {}
  Probe probe;
  HALFWORD_FIELDS(Shared, probe)
};

TEST(RefPtrThreadTest, CountsReferencesOfAllThreads) {
  int deaths = 0;
  {
    const RefPtr<Shared> shared = MakeRefCounted<Shared>(&deaths);
    const auto copy_many_times = [copy = shared] {
      for (int i = 0; i < 10000; ++i) {
        RefPtr<Shared> further;
        further = copy;
        ASSERT_FALSE(further->HasOneRef());
      }
    };

    std::thread first(copy_many_times);
    std::thread second(copy_many_times);
    first.join();
    second.join();

    EXPECT_EQ(deaths, 0);
  }
  EXPECT_EQ(deaths, 1);
}

TEST(RefPtrThreadTest, OutlivesTheThreadThatMadeTheObject) {
  int deaths = 0;
  RefPtr<Shared> shared;

  std::thread([&] { shared = MakeRefCounted<Shared>(&deaths); }).join();
  EXPECT_TRUE(shared->HasOneRef());
  shared.reset();

  EXPECT_EQ(deaths, 1);
}

// The end of the process.

struct Farewell : RefCounted<Farewell> {
  ~Farewell() { std::fputs("farewell\n", stderr); }
  HALFWORD_FIELDS(Farewell)
};

TEST(RefPtrExitTest, ReleasesStaticReferences) {
  const auto leave_one_behind = [] {
    static RefPtr<Farewell> kept;
    kept = MakeRefCounted<Farewell>();
    std::exit(0);
  };

  EXPECT_EXIT(leave_one_behind(), ::testing::ExitedWithCode(0), "farewell");
}

// What debug builds name.

struct Plain : RefCounted<Plain> {
  int value = 0;
  HALFWORD_FIELDS(Plain, value)
};

// A RefPtr that was copied as bytes, and so was not counted.
template <typename T>
class Forged {
 public:
  explicit Forged(const RefPtr<T>& pointer) {
    std::copy_n(reinterpret_cast<const unsigned char*>(&pointer),
                sizeof(pointer), bytes_);
  }
  RefPtr<T>& operator*() { return *std::launder(At()); }

 private:
  RefPtr<T>* At() { return reinterpret_cast<RefPtr<T>*>(bytes_); }
  alignas(RefPtr<T>) unsigned char bytes_[sizeof(RefPtr<T>)];
};

// Builds with checks name what is wrong; others pin the dead object.
#if HALFWORD_DCHECK_ENABLED

TEST(RefPtrDeathTest, NamesADoubleRelease) {
  RefPtr<Plain> pointer = MakeRefCounted<Plain>();
  Forged<Plain> forged(pointer);
  pointer.reset();

  EXPECT_DEATH((*forged).reset(), "::Plain is released twice");
}

TEST(RefPtrDeathTest, NamesADoubleReleaseAfterAnotherThreadsLast) {
  RefPtr<Shared> pointer;
  int deaths = 0;
  pointer = MakeRefCounted<Shared>(&deaths);
  Forged<Shared> forged(pointer);
  std::thread([&] { pointer.reset(); }).join();

  EXPECT_DEATH((*forged).reset(), "::Shared is released twice");
}

TEST(RefPtrDeathTest, NamesAUseAfterTheRelease) {
  RefPtr<Plain> pointer = MakeRefCounted<Plain>();
  Forged<Plain> forged(pointer);
  pointer.reset();

  EXPECT_DEATH((*forged)->value = 1, "::Plain is used after its last RefPtr");
  EXPECT_DEATH(pointer = *forged, "::Plain is used after its last RefPtr");
}

TEST(RefPtrDeathTest, NamesAnObjectThatWasNotMadeInTheCage) {
  Plain plain;

  EXPECT_DEATH(RefPtr<Plain>{&plain}, "::Plain .* not made by MakeRefCounted");
}

TEST(RefPtrDeathTest, NamesAPlainObjectThatAnotherThreadUses) {
  RefPtr<Plain> pointer = MakeRefCounted<Plain>();
  const auto copy_elsewhere = [&] {
    std::thread([&] {
      RefPtr<Plain> copy;
      copy = pointer;
    }).join();
  };

  EXPECT_DEATH(copy_elsewhere(), "::Plain is counted on one thread");
}

TEST(RefPtrDeathTest, NamesWhatAThrowingConstructorLeftBehind) {
  RefPtr<Thrower> kept;

  EXPECT_DEATH(MakeRefCounted<Thrower>(&kept, false),
               "constructor of a .*::Thrower threw, and left a RefPtr");
}

#else

TEST(RefPtrPinTest, SurvivesADoubleReleaseBeforeTheSlotIsReused) {
  int deaths = 0;
  RefPtr<Shared> pointer = MakeRefCounted<Shared>(&deaths);
  Forged<Shared> forged(pointer);
  pointer.reset();

  if (!HALFWORD_HAS_ASAN) (*forged).reset();

  EXPECT_EQ(deaths, 1);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
