// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What ends an object: its destructor, its own method, or nothing.

#include "halfword/internal/finalizer_trait.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Plain {
  int value = 0;
};

struct Counted {
  ~Counted() { ++destroyed; }
  static inline int destroyed = 0;
};

// Finds the destructor of the derived class without a vtable.
struct Base {
  void FinalizeGarbageCollectedObject();
};
struct Derived : Base {
  Counted part;
};
void Base::FinalizeGarbageCollectedObject() {
  static_cast<Derived*>(this)->~Derived();
}

template <typename T>
int DestroyedBy(T* object) {
  Counted::destroyed = 0;
  FinalizerTrait<T>::kCallback(object);
  return Counted::destroyed;
}

TEST(FinalizerTraitTest, AClassWithoutDestructorNeedsNothing) {
  EXPECT_EQ(FinalizerTrait<Plain>::kCallback, nullptr);
}

TEST(FinalizerTraitTest, ADestructorIsCalled) {
  alignas(Counted) unsigned char place[sizeof(Counted)];

  EXPECT_EQ(DestroyedBy(::new (place) Counted()), 1);
}

TEST(FinalizerTraitTest, AMethodOfTheClassGoesBeforeItsDestructor) {
  alignas(Derived) unsigned char place[sizeof(Derived)];

  EXPECT_EQ(DestroyedBy<Base>(::new (place) Derived()), 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
