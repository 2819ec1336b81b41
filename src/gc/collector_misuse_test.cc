// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What must not be done in a collection, and what a collection does about it.

#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <thread>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using CollectorDeathTest = HeapTest;
HALFWORD_INSTANTIATE_FOR_PAGES(CollectorDeathTest);

class CollectsWhenDestroyed : public GarbageCollected<CollectsWhenDestroyed> {
 public:
  explicit CollectsWhenDestroyed(Heap* heap) : heap_(heap) {}
  ~CollectsWhenDestroyed() {
    if (heap_ != nullptr) CollectPrecisely(*heap_);
  }
  Heap* heap_;
  HALFWORD_FIELDS(CollectsWhenDestroyed, heap_)
};

class CollectsWhenTraced : public GarbageCollected<CollectsWhenTraced> {
 public:
  explicit CollectsWhenTraced(Heap* heap) : heap_(heap) {}
  void Trace(Visitor*) const { CollectPrecisely(*heap_); }
  Heap* heap_;
};

TEST_P(CollectorDeathTest, ADestructorMustNotCollect) {
  auto* const object = Make<CollectsWhenDestroyed>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()),
               "a collection must not be asked for inside another one, nor "
               "from a destructor");
  object->heap_ = nullptr;
}

class Throws : public GarbageCollected<Throws> {
  HALFWORD_USING_PRE_FINALIZER(Throws, Close);

 public:
  enum Where { kNowhere, kTrace, kPrefinalizer, kDestructor };
  explicit Throws(Where where) : where_(where) {}
  ~Throws() noexcept(false) { ThrowIn(kDestructor); }
  void Close() { ThrowIn(kPrefinalizer); }
  void Trace(Visitor*) const { ThrowIn(kTrace); }
  void ThrowIn(Where here) const {
    if (where_ == here) throw std::runtime_error("thrown");
  }
  Where where_;
};

TEST_P(CollectorDeathTest, NothingThatACollectionCallsMayThrow) {
  for (const auto where : {Throws::kPrefinalizer, Throws::kDestructor}) {
    auto* const object = Make<Throws>(where);
    EXPECT_DEATH(
        {
          try {
            CollectPrecisely(heap());
          } catch (const std::runtime_error&) {
          }
        },
        "thrown");
    object->where_ = Throws::kNowhere;
  }
  const Persistent<Throws> object = Make<Throws>(Throws::kTrace);
  EXPECT_DEATH(
      {
        try {
          CollectPrecisely(heap());
        } catch (const std::runtime_error&) {
        }
      },
      "thrown");
  object->where_ = Throws::kNowhere;
}

TEST_P(CollectorDeathTest, TraceMustNotCollect) {
  const Persistent<CollectsWhenTraced> object =
      Make<CollectsWhenTraced>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()),
               "a collection must not be asked for inside another one");
}

// Verify() calls it, too. It does nothing in collections.
class ActsWhenVerified : public GarbageCollected<ActsWhenVerified> {
 public:
  explicit ActsWhenVerified(std::function<void()>* act) : act_(act) {}
  void Trace(Visitor*) const {
    if (*act_) (*act_)();
  }

 private:
  std::function<void()>* const act_;
};

TEST_P(CollectorDeathTest, ATraceThatVerifyCallsMustNotCollect) {
  std::function<void()> act;
  const Persistent<ActsWhenVerified> object = Make<ActsWhenVerified>(&act);
  EXPECT_TRUE(heap().Verify().ok());

  act = [&] { heap().Collect(); };
  EXPECT_DEATH(heap().Verify(),
               "a collection must not be asked for in a Trace\\(\\) that "
               "Verify\\(\\) calls");
  act = [&] { heap().DoIdleWork(1); };
  EXPECT_DEATH(heap().Verify(),
               "idle work must not be asked for in a Trace\\(\\) that "
               "Verify\\(\\) calls");
  act = [&] { Make<Block>(); };
  EXPECT_DEATH(
      heap().Verify(),
      "Trace\\(\\), weak callbacks and prefinalizers must not allocate");
  act = [&] { DestroyHeap(); };
  EXPECT_DEATH(heap().Verify(),
               "a heap must not end in a Trace\\(\\) that its Verify\\(\\) "
               "calls");
  act = nullptr;
}

TEST_P(CollectorDeathTest, AnotherThreadMustNotCollect) {
  EXPECT_DEATH(std::thread([this] { CollectConservatively(heap()); }).join(),
               "a heap collects on the thread that created it");
}

// A damaged heap ends the program after a collection only where the build asks
// for verification.
TEST_P(CollectorDeathTest, VerifiesAfterACollectionWhereTheBuildAsksForIt) {
  const Persistent<Block> root = Make<Block>();
  const PageIndex page = PageIndexOf(reinterpret_cast<uintptr_t>(root.Get()));
  RecordAt(page).space_index ^= 1;
  if (HALFWORD_VERIFY) {
    EXPECT_DEATH(CollectPrecisely(heap()), "check failed: found.ok");
  } else {
    CollectPrecisely(heap());
  }
  RecordAt(page).space_index ^= 1;
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
