// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of classes. A new class needs a line here and nothing else.

#include "tests/stress/shapes.h"

#include <string_view>
#include <type_traits>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "heap/heap_testing.h"
#include "tests/stress/strong_things.h"
#include "tests/stress/weak_things.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

// New trailing bytes must be zero; then they become what they should be.
template <typename T>
bool Resize(Thing* thing, uint32_t count) {
  T* const object = static_cast<T*>(thing);
  const uint32_t old_count = object->count();
  const size_t bytes = T::TrailingBytes(count);
  if (!subtle::Resize(*object, AdditionalBytes(bytes))) {
    EXPECT_GT(count, old_count);
    return false;
  }
  if (count > old_count) {
    const size_t old_bytes = T::TrailingBytes(old_count);
    EXPECT_TRUE(internal::IsAllZero(
        reinterpret_cast<const char*>(object + 1) + old_bytes,
        bytes - old_bytes));
  }
  object->set_count(count);
  object->FillFrom(old_count);
  return true;
}

template <typename T>
constexpr Shape ShapeOf(const char* name, unsigned weight,
                        uint32_t count_max = 0) {
  Shape shape = {};
  shape.name = name;
  shape.weight = weight;
  shape.count_max = count_max;
  shape.has_table = std::is_same_v<T, TableOwner>;
  shape.object_count = shape.has_table ? 2 : 1;
  shape.has_token = std::is_same_v<T, Keeper>;
  shape.has_prefinalizer = std::is_base_of_v<Finalized, T>;
  shape.has_destructor =
      shape.has_prefinalizer || std::is_base_of_v<Counted, T>;
  shape.make = [](const Birth& birth) -> Thing* {
    const size_t more = T::TrailingBytes(birth.count);
    if (more == 0) return MakeGarbageCollected<T>(*birth.handle, birth);
    return MakeGarbageCollected<T>(*birth.handle, AdditionalBytes(more), birth);
  };
  shape.is_intact = [](const Thing* thing) {
    return static_cast<const T*>(thing)->IsIntact();
  };
  shape.free = [](Thing* thing, HeapHandle& handle) {
    subtle::FreeUnreferencedObject(handle, *static_cast<T*>(thing));
  };
  shape.resize = Resize<T>;
  shape.prepare_own_pages = [](Heap& heap) {
    internal::HeapCoreTestPeer::GiveOwnPages(internal::CollectorOf(heap),
                                             internal::TypeInfoOf<T>());
  };
  shape.slot_count = T::SlotCount;
  shape.slot = [](Thing* thing, size_t index) {
    return static_cast<T*>(thing)->Slot(index);
  };
  if constexpr (std::is_base_of_v<Seen, T>) {
    shape.seen = [](Thing* thing) -> Seen* { return static_cast<T*>(thing); };
  }
  return shape;
}

constexpr Shape kShapes[] = {
    ShapeOf<Pair>("Pair", 20),
    ShapeOf<Row>("Row", 6, 3000),
    ShapeOf<Triple>("Triple", 6),
    ShapeOf<Leaf<1>>("Leaf<1>", 6),
    ShapeOf<Leaf<30>>("Leaf<30>", 3),
    ShapeOf<Leaf<400>>("Leaf<400>", 1),
    ShapeOf<Counted>("Counted", 8),
    ShapeOf<LargeCounted>("LargeCounted", 1),
    ShapeOf<Keeper>("Keeper", 3),
    ShapeOf<Finalized>("Finalized", 5),
    ShapeOf<Nested>("Nested", 4),
    ShapeOf<Text>("Text", 3, 6000),
    ShapeOf<Large>("Large", 1),
    ShapeOf<Values>("Values", 6),
    ShapeOf<Watched>("Watched", 8),
    ShapeOf<LargeWatched>("LargeWatched", 1),
    ShapeOf<Watcher>("Watcher", 5),
    ShapeOf<Spaced>("Spaced", 4),
    ShapeOf<SpacedCounted>("SpacedCounted", 4),
    ShapeOf<Builder>("Builder", 6),
    ShapeOf<Weak>("Weak", 5),
    ShapeOf<EntryRow>("EntryRow", 3, 800),
    ShapeOf<ByHand>("ByHand", 6),
    ShapeOf<Ephemerons>("Ephemerons", 8),
    ShapeOf<EphemeronRow>("EphemeronRow", 3, 1200),
    ShapeOf<TableOwner>("TableOwner", 5),
};
static_assert(std::string_view(kShapes[kChildShape].name) == "Pair");
static_assert(std::string_view(kShapes[kRowShape].name) == "Row");

}  // namespace

std::span<const Shape> Shapes() { return kShapes; }

}  // namespace halfword::inline HALFWORD_ABI::stress
