// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is compared after a collection. With A for what is alive, as weak
// handles tell: all that the model reaches is in A, after a precise collection
// nothing else is; whatever else a conservative one keeps is kept with all that
// it holds. Each Thing in A is intact and has the model's edges, once the model
// has cleared its references to what is not in A.

#include "tests/stress/world.h"

#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "tests/stress/strong_things.h"
#include "tests/stress/weak_things.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

constexpr size_t kTokenCount = 16;
// What idle work may take: more than a piece of it.
constexpr double kIdleMs = 0.5;

const Shape& ShapeOf(uint32_t shape) { return Shapes()[shape]; }

HeapOptions OptionsOf(const WorldOptions& options) {
  HeapOptions heap;
  heap.custom_spaces.push_back(std::make_unique<PlainSpace>());
  heap.custom_spaces.push_back(std::make_unique<CountedSpace>());
  heap.stack_support = options.stack_support;
  heap.growth_bytes_min = options.growth_bytes_min;
  heap.max_heap_bytes = options.max_heap_bytes;
  heap.marking_support = options.marking_support;
  heap.marker_count_max = 2;
  // What really lives may be more than the limit that makes last resorts often.
  heap.near_limit_callback = [](Heap&, size_t limit_bytes) {
    return limit_bytes + limit_bytes / 4;
  };
  return heap;
}

}  // namespace

World::World(const WorldOptions& options)
    : is_precise_(options.stack_support == StackSupport::kPrecise),
      marks_beside_(options.marking_support != MarkingType::kAtomic),
      tokens_(kTokenCount),
      roots_(options.root_count) {
  for (size_t i = 0; i < options.heap_count; ++i) {
    heaps_.emplace_back().heap = Heap::Create(OptionsOf(options));
    // Helpers sweep however small they are.
    internal::CollectorOf(heap(i)).SetSharedSweepBytesMinForTesting(0);
    if (!options.has_own_pages) continue;
    for (const Shape& shape : Shapes()) shape.prepare_own_pages(heap(i));
  }
}

World::~World() {
  for (size_t i = 0; i < heaps_.size(); ++i) {
    heaps_[i].heap.reset();
    Bury(i);
    CheckDestroyed(i);
  }
  EXPECT_TRUE(model_.nodes().empty());
  for (size_t i = 0; i < roots_.count(); ++i) {
    EXPECT_EQ(roots_.Address(i), nullptr);
  }
  EXPECT_TRUE(ledger_.IsAllOnce());
}

Thing* World::Make(size_t heap_index, uint32_t shape, uint32_t count) {
  const Id id = ++last_id_;
  nursery_heap_index_ = heap_index;
  const size_t token_index = id % tokens_.count();
  Thing* const thing = ShapeOf(shape).make(
      {&heap(heap_index).GetAllocationHandle(), &ledger_, this, id, shape,
       count, tokens_.at(token_index).get()});
  if (ShapeOf(shape).has_token) tokens_.NoteKeeper(id, token_index);
  watches_.emplace(id, thing);
  ++heaps_[heap_index].thing_count;
  Node& node = model_.Add(id);
  node.heap_index = heap_index;
  node.shape = shape;
  node.count = count;
  // What the constructor stored is taken as it is.
  const size_t slot_count = ShapeOf(shape).slot_count(count);
  node.slots.reserve(slot_count);
  for (size_t i = 0; i < slot_count; ++i) {
    const SlotRef slot = ShapeOf(shape).slot(thing, i);
    const auto* const child = static_cast<const Thing*>(ReadSlot(slot).address);
    node.slots.push_back(
        {slot.kind, child == nullptr ? Value() : Value::Of(child->id())});
    if (slot.kind == SlotKind::kTagged) {
      node.slots.back().value = Value::Integer(0);
    }
  }
  return thing;
}

// A collection comes while the parent's constructor runs, if not by itself.
// Nothing but the stack refers to the parent then, so a precise heap must not.
Thing* World::MakeChild() {
  const size_t heap_index = nursery_heap_index_;
  if (!is_precise_ && last_id_ % 8 == 0) {
    heap(heap_index)
        .Collect({.reason = "constructor", .sweeping = Sweeping::kLazy});
  }
  return Make(heap_index, kChildShape, 0);
}

Thing* World::Find(Id id) const {
  const auto watch = watches_.find(id);
  return watch == watches_.end() ? nullptr : watch->second.Get();
}

Seen* World::FindSeen(Id id) {
  Thing* const thing = Find(id);
  if (thing == nullptr) return nullptr;
  const Shape& shape = ShapeOf(thing->shape());
  return shape.seen == nullptr ? nullptr : shape.seen(thing);
}

SlotRef World::Ref(SlotName slot) {
  Thing* const thing = Find(slot.id);
  return ShapeOf(thing->shape()).slot(thing, slot.index);
}

Content World::Expected(const ModelSlot& slot) {
  switch (slot.value.kind) {
    case Value::Kind::kNull:
      return {};
    case Value::Kind::kSentinel:
      return {static_cast<Thing*>(kSentinelPointer)};
    case Value::Kind::kInteger:
      return {nullptr, slot.value.number};
    case Value::Kind::kThing:
      if (IsToMixin(slot.kind)) return {FindSeen(slot.value.id())};
      return {Find(slot.value.id())};
  }
  return {};
}

void World::Store(SlotName slot, const Value& value) {
  ModelSlot& model_slot = model_.At(slot.id).slots[slot.index];
  model_slot.value = value;
  WriteSlot(Ref(slot), Expected(model_slot));
  NoteTableHolds(slot);
}

void World::NoteTableHolds(SlotName slot) {
  const Node& node = model_.At(slot.id);
  const Value& value = node.slots[slot.index].value;
  if (!ShapeOf(node.shape).has_table || !value.is_thing()) return;
  model_.At(value.id()).was_in_table = true;
}

void World::Copy(SlotName from, SlotName to) {
  CopySlot(Ref(from), Ref(to));
  model_.At(to.id).slots[to.index].value =
      model_.At(from.id).slots[from.index].value;
  NoteTableHolds(to);
}

void World::Swap(SlotName a, SlotName b) {
  SwapSlots(Ref(a), Ref(b));
  std::swap(model_.At(a.id).slots[a.index].value,
            model_.At(b.id).slots[b.index].value);
  NoteTableHolds(a);
  NoteTableHolds(b);
}

void World::ReplaceTable(Id id, TableOwner::OldTable what) {
  static_cast<TableOwner*>(Find(id))->ReplaceTable(
      heap(model_.At(id).heap_index), what);
}

bool World::Resize(Id id, uint32_t count) {
  Node& node = model_.At(id);
  // Nothing changes its size while a cycle marks.
  if (subtle::HeapState::IsMarking(heap(node.heap_index).GetHeapHandle())) {
    return false;
  }
  const Shape& shape = ShapeOf(node.shape);
  Thing* const thing = Find(id);
  if (!shape.resize(thing, count)) return false;
  node.count = count;
  const size_t old_slot_count = node.slots.size();
  node.slots.resize(shape.slot_count(count));
  for (size_t i = old_slot_count; i < node.slots.size(); ++i) {
    node.slots[i].kind = shape.slot(thing, i).kind;
  }
  CompareSlots(id, node);
  return true;
}

// No watch may be left either: that is a weak reference.
bool World::Free(Id id) {
  const Node& node = model_.At(id);
  if (node.was_in_table && !is_precise_) return false;
  const size_t heap_index = node.heap_index;
  // Nothing is freed while a cycle marks.
  if (subtle::HeapState::IsMarking(heap(heap_index).GetHeapHandle())) {
    return false;
  }
  const Shape& shape = ShapeOf(node.shape);
  LetGo(id);
  Thing* const thing = Find(id);
  watches_.erase(id);
  shape.free(thing, heap(heap_index).GetHeapHandle());
  EXPECT_EQ(ledger_.destroyed_count(id), shape.has_destructor ? 1u : 0u)
      << Describe(id);
  EXPECT_EQ(ledger_.finalized_count(id), shape.has_prefinalizer ? 1u : 0u)
      << Describe(id);
  model_.Remove(id);
  --heaps_[heap_index].thing_count;
  tokens_.Check(ledger_);
  return true;
}

void World::LetGo(Id id) {
  for (auto& [holder, node] : model_.nodes()) {
    for (size_t i = 0; i < node.slots.size(); ++i) {
      const ModelSlot& slot = node.slots[i];
      if (!slot.value.is_thing() || slot.value.id() != id) continue;
      Store({holder, i},
            slot.kind == SlotKind::kTagged ? Value::Integer(0) : Value::Null());
    }
  }
  for (size_t i = 0; i < roots_.count(); ++i) {
    if (roots_.id(i) == id) roots_.Clear(i);
  }
}

void World::Collect(size_t heap_index, StackState stack, Sweeping sweeping) {
  NoteCollections();
  heap(heap_index)
      .Collect({.stack = stack, .reason = "stress", .sweeping = sweeping});
  Compare(heap_index, stack, sweeping);
}

void World::MarkBeside(size_t heap_index, StackState stack, bool ends) {
  if (!marks_beside_) return;
  NoteCollections();
  internal::Collector& collector = internal::CollectorOf(heap(heap_index));
  if (!collector.is_marking_beside()) {
    collector.BeginMarking();
  } else if (++beside_count_ % 4 == 0) {
    heap(heap_index).DoIdleWork(kIdleMs, stack);
  } else if (!ends) {
    collector.StepMarking(stack);
  } else {
    collector.FinishMarking({.stack = stack, .reason = "stress"});
  }
  // What was marked when the program let go of it may live.
  NoteCollections();
}

void World::FinishSweep(size_t heap_index) {
  heap(heap_index).ReleaseFreeMemory();
  CheckDestroyed(heap_index);
}

void World::NoteCollections() {
  for (size_t i = 0; i < heaps_.size(); ++i) {
    const size_t count = internal::CollectorOf(heap(i)).collection_count();
    if (count == heaps_[i].collection_count) continue;
    Compare(i, StackState::kMayContainHeapPointers, Sweeping::kLazy);
  }
}

void World::Finish() {
  for (size_t i = 0; i < heaps_.size(); ++i) {
    Collect(i, StackState::kNoHeapPointers, Sweeping::kAtomic);
    CheckStatistics(i);
  }
}

void World::CheckStatistics(size_t heap_index) {
  size_t expected_count = 0;
  for (const auto& [id, node] : model_.nodes()) {
    if (node.heap_index != heap_index) continue;
    expected_count += ShapeOf(node.shape).object_count;
  }
  size_t object_count = 0;
  const HeapStatistics statistics =
      heap(heap_index).CollectStatistics(HeapStatistics::kDetailed);
  for (const auto& space : statistics.space_stats) {
    object_count += space.object_count;
  }
  EXPECT_EQ(object_count, expected_count);
  EXPECT_EQ(internal::Findings(heap(heap_index)), "");
}

void World::Compare(size_t heap_index, StackState stack, Sweeping sweeping) {
  // A cycle begins by finishing the sweep of the one before.
  CheckDestroyed(heap_index);
  heaps_[heap_index].collection_count =
      internal::CollectorOf(heap(heap_index)).collection_count();
  CompareLiveness(heap_index, stack, model_.Reach(roots_.StrongIds()));
  model_.ClearDead(heap_index, [this](Id id) { return IsAlive(id); });
  for (const auto& [id, node] : model_.nodes()) {
    if (node.heap_index == heap_index && IsAlive(id)) CompareSlots(id, node);
  }
  CompareRoots(heap_index);
  Bury(heap_index);
  if (sweeping == Sweeping::kAtomic) CheckDestroyed(heap_index);
  tokens_.Check(ledger_);
  EXPECT_EQ(ledger_.damaged().size(), 0u)
      << "first " << ledger_.damaged().front();
}

void World::CompareLiveness(size_t heap_index, StackState stack,
                            const std::unordered_set<Id>& reached) {
  const bool is_precise = stack == StackState::kNoHeapPointers;
  for (const auto& [id, node] : model_.nodes()) {
    if (node.heap_index != heap_index) continue;
    const bool is_reached = reached.count(id) != 0;
    if (is_reached && !IsAlive(id)) {
      ADD_FAILURE() << Describe(id) << " is reachable, and was freed";
    } else if (is_precise && !is_reached && IsAlive(id)) {
      ADD_FAILURE() << Describe(id) << " is held by nothing, and lives";
    }
  }
}

void World::CompareSlots(Id id, const Node& node) {
  Thing* const thing = Find(id);
  const Shape& shape = ShapeOf(node.shape);
  if (thing->id() != id || thing->shape() != node.shape ||
      thing->count() != node.count || !shape.is_intact(thing)) {
    ADD_FAILURE() << Describe(id) << " was overwritten";
    return;
  }
  if (shape.has_destructor && ledger_.destroyed_count(id) != 0) {
    ADD_FAILURE() << Describe(id) << " lives, and was destroyed";
  }
  if (shape.has_prefinalizer && ledger_.finalized_count(id) != 0) {
    ADD_FAILURE() << Describe(id) << " lives, and was finalized";
  }
  for (size_t i = 0; i < node.slots.size(); ++i) {
    const ModelSlot& slot = node.slots[i];
    if (slot.value.is_thing() && !IsAlive(slot.value.id())) {
      ADD_FAILURE() << Describe(id) << " lives, and " << slot.value.id()
                    << " that it holds in slot " << i << " was freed";
    } else if (ReadSlot(shape.slot(thing, i)) != Expected(slot)) {
      ADD_FAILURE() << Describe(id) << ": slot " << i << " of kind "
                    << static_cast<int>(slot.kind) << " holds "
                    << ReadSlot(shape.slot(thing, i)).address << ", not "
                    << Expected(slot).address;
    }
  }
}

void World::CompareRoots(size_t heap_index) {
  for (size_t i = 0; i < roots_.count(); ++i) {
    const Id id = roots_.id(i);
    if (id == 0) {
      EXPECT_EQ(roots_.Address(i), nullptr) << "root " << i;
      continue;
    }
    if (model_.At(id).heap_index != heap_index) continue;
    if (!IsAlive(id)) roots_.ForgetDead(i);
    const void* const expected =
        IsToMixin(roots_.kind(i)) ? static_cast<void*>(FindSeen(id)) : Find(id);
    EXPECT_EQ(roots_.Address(i), expected)
        << "root " << i << " to " << Describe(id);
  }
}

// Forgets what died, but that it has to be destroyed.
void World::Bury(size_t heap_index) {
  std::vector<Id> dead;
  for (const auto& [id, node] : model_.nodes()) {
    if (node.heap_index == heap_index && !IsAlive(id)) dead.push_back(id);
  }
  for (const Id id : dead) {
    const Shape& shape = ShapeOf(model_.At(id).shape);
    EXPECT_EQ(ledger_.finalized_count(id), shape.has_prefinalizer ? 1u : 0u)
        << Describe(id);
    if (shape.has_destructor) heaps_[heap_index].undestroyed.push_back(id);
    model_.Remove(id);
    watches_.erase(id);
  }
  heaps_[heap_index].thing_count -= dead.size();
}

void World::CheckDestroyed(size_t heap_index) {
  for (const Id id : heaps_[heap_index].undestroyed) {
    EXPECT_EQ(ledger_.destroyed_count(id), 1u) << id;
    EXPECT_LE(ledger_.finalized_count(id), 1u) << id;
  }
  heaps_[heap_index].undestroyed.clear();
}

std::string World::Describe(Id id) {
  const Node& node = model_.At(id);
  return std::to_string(id) + " (" + ShapeOf(node.shape).name + ", heap " +
         std::to_string(node.heap_index) + ")";
}

}  // namespace halfword::inline HALFWORD_ABI::stress
