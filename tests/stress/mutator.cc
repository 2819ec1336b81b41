// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How often each step is taken, and what it does. Sizes are chosen such that
// some thousand Things live, and each test collects some hundred times.

#include "tests/stress/mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

constexpr size_t kThingsMax = 3000;  // in a heap, before roots are let go

// Garbage that the model does not know. It fills what has died with words that
// look like references.
template <size_t kWords>
class Litter : public GarbageCollected<Litter<kWords>> {
 public:
  Litter() { std::memset(words_, 0xff, sizeof(words_)); }

 private:
  uint32_t words_[kWords];
  HALFWORD_FIELDS(Litter, words_)
};

}  // namespace

void Mutator::Step() {
  static constexpr std::pair<unsigned, void (Mutator::*)()> kSteps[] = {
      {500, &Mutator::Make},
      {2, &Mutator::MakeFamily},
      {20, &Mutator::MakeLitter},
      {180, &Mutator::Store},
      {30, &Mutator::Clear},
      {130, &Mutator::CopyOrSwap},
      {20, &Mutator::ExtendPair},
      {20, &Mutator::ReplaceTable},
      {20, &Mutator::Resize},
      {10, &Mutator::Free},
      {10, &Mutator::ChangeToken},
      {50, &Mutator::ChangeRoot},
      {2, &Mutator::HoldByTheStackAlone},
      {8, &Mutator::Collect},
      {30, &Mutator::MarkBeside},
  };
  static constexpr auto kWeights = [] {
    std::array<unsigned, std::size(kSteps)> weights = {};
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = kSteps[i].first;
    return weights;
  }();
  (this->*kSteps[chooser_.PickByWeight(kWeights)].second)();
  world_.NoteCollections();
}

Id Mutator::Walk() {
  RootTable& roots = world_.roots();
  Id id = 0;
  const size_t first = Pick(roots.count());
  for (size_t i = 0; id == 0 && i < roots.count(); ++i) {
    const size_t root = (first + i) % roots.count();
    if (IsStrong(roots.kind(root))) id = roots.id(root);
  }
  if (id == 0) return 0;
  for (size_t steps = Pick(options_.walk_steps_max); steps > 0; --steps) {
    if (world_.model().At(id).slots.empty()) return id;
    const SlotName name = PickSlot(id);
    const ModelSlot& slot = world_.model().At(id).slots[name.index];
    if (slot.value.is_thing()) id = slot.value.id();
  }
  return id;
}

Id Mutator::WalkToTarget(SlotKind kind, size_t heap_index) {
  for (int tries = 0; tries < 10; ++tries) {
    const Id id = Walk();
    if (id == 0 || HeapOf(id) != heap_index) continue;
    if (!IsToMixin(kind) || world_.FindSeen(id) != nullptr) return id;
  }
  return 0;
}

SlotName Mutator::PickSlot(Id id) {
  const size_t count = world_.model().At(id).slots.size();
  // Of long rows the two ends are used most.
  switch (Pick(4)) {
    case 0:
      return {id, Pick(count)};
    case 1:
      return {id, count - 1};
    default:
      return {id, Pick(std::min(count, size_t{12}))};
  }
}

bool Mutator::WalkToSlot(SlotName* slot) {
  for (int tries = 0; tries < 5; ++tries) {
    const Id id = Walk();
    if (id == 0 || world_.model().At(id).slots.empty()) continue;
    *slot = PickSlot(id);
    return true;
  }
  return false;
}

Value Mutator::PickValue(SlotKind kind, size_t heap_index) {
  const size_t choice = Pick(20);
  if (kind == SlotKind::kTagged && choice < 6) {
    return Value::Integer(static_cast<int32_t>(Pick(size_t{1} << 31)) -
                          (int32_t{1} << 30));
  }
  if (choice == 0 && TakesSentinel(kind)) return Value::Sentinel();
  const Id id = WalkToTarget(kind, heap_index);
  if (id != 0) return Value::Of(id);
  return kind == SlotKind::kTagged ? Value::Integer(0) : Value::Null();
}

uint32_t Mutator::PickShape() {
  static const std::vector<unsigned> weights = [] {
    std::vector<unsigned> list;
    for (const Shape& shape : Shapes()) list.push_back(shape.weight);
    return list;
  }();
  return static_cast<uint32_t>(chooser_.PickByWeight(weights));
}

uint32_t Mutator::PickCount(uint32_t count_max) {
  if (count_max == 0) return 0;
  const size_t limit =
      Pick(40) == 0 ? count_max : std::min(count_max, uint32_t{24});
  return static_cast<uint32_t>(Pick(limit + 1));
}

SlotKind Mutator::KindOf(SlotName slot) {
  return world_.model().At(slot.id).slots[slot.index].kind;
}

bool Mutator::IsSet(SlotName slot) {
  return world_.model().At(slot.id).slots[slot.index].value.is_thing();
}

size_t Mutator::HeapOf(Id id) { return world_.model().At(id).heap_index; }

void Mutator::Make() {
  const size_t heap_index = Pick(world_.heap_count());
  const uint32_t shape = PickShape();
  Thing* const thing =
      world_.Make(heap_index, shape, PickCount(Shapes()[shape].count_max));
  const Id id = thing->id();
  // A collection may have run; what it found is settled before more changes.
  world_.NoteCollections();
  const size_t choice = Pick(10);
  if (choice == 0) return;
  if (choice < 4) return SetRoot(Pick(world_.roots().count()), id);
  // Several references, of what kinds there are.
  for (size_t i = 1 + Pick(8); i > 0; --i) {
    SlotName slot;
    if (!WalkToSlot(&slot) || HeapOf(slot.id) != heap_index) continue;
    // Graphs grow more often than they change.
    if (IsSet(slot) && Pick(4) != 0) continue;
    if (IsToMixin(KindOf(slot)) && world_.FindSeen(id) == nullptr) continue;
    world_.Store(slot, Value::Of(id));
  }
  for (size_t i = Pick(4); i > 0; --i) {
    if (world_.model().At(id).slots.empty()) break;
    const SlotName slot = PickSlot(id);
    world_.Store(slot, PickValue(KindOf(slot), heap_index));
  }
}

void Mutator::MakeFamily() {
  const size_t heap_index = Pick(world_.heap_count());
  const uint32_t shape = PickShape();
  const uint32_t count = PickCount(Shapes()[shape].count_max);
  const auto family_count =
      static_cast<uint32_t>(Pick(options_.family_count_max));
  const Id row = world_.Make(heap_index, kRowShape, family_count)->id();
  world_.NoteCollections();
  world_.roots().Set(Pick(world_.roots().count()), RootKind::kStrong,
                     world_.Find(row), nullptr);
  for (uint32_t i = 0; i < family_count; ++i) {
    const Id id = world_.Make(heap_index, shape, count)->id();
    world_.NoteCollections();
    world_.Store({row, i}, Value::Of(id));
  }
}

void Mutator::MakeLitter() {
  const size_t heap_index = Pick(world_.heap_count());
  AllocationHandle& handle = world_.heap(heap_index).GetAllocationHandle();
  const size_t first_kind = Pick(32);
  for (size_t i = Pick(options_.litter_count_max); i > 0; --i) {
    switch ((first_kind + i) % 32) {
      case 0:
        MakeGarbageCollected<Litter<3000>>(handle);
        break;
      case 1:
      case 2:
        MakeGarbageCollected<Litter<150>>(handle);
        break;
      default:
        MakeGarbageCollected<Litter<6>>(handle);
        MakeGarbageCollected<Litter<12>>(handle);
    }
  }
}

void Mutator::HoldByTheStackAlone() {
  const size_t heap_index = Pick(world_.heap_count());
  const uint32_t shape = PickShape();
  Thing* volatile thing =
      world_.Make(heap_index, shape, PickCount(Shapes()[shape].count_max));
  const Id id = thing->id();
  world_.NoteCollections();
  world_.Collect(heap_index, StackState::kMayContainHeapPointers,
                 Pick(2) == 0 ? Sweeping::kLazy : Sweeping::kAtomic);
  if (world_.Find(id) == nullptr) {
    // A precise heap does not look at the stack.
    EXPECT_TRUE(world_.is_precise());
    return;
  }
  EXPECT_EQ(world_.Find(id), thing);
  SetRoot(Pick(world_.roots().count()), id);
}

void Mutator::Store() {
  SlotName slot;
  if (!WalkToSlot(&slot)) return;
  world_.Store(slot, PickValue(KindOf(slot), HeapOf(slot.id)));
}

void Mutator::Clear() {
  SlotName slot;
  if (!WalkToSlot(&slot)) return;
  world_.Store(slot, KindOf(slot) == SlotKind::kTagged ? Value::Integer(-1)
                                                       : Value::Null());
}

// From weak to strong too: that is how programs use weak references.
void Mutator::CopyOrSwap() {
  SlotName from;
  SlotName to;
  if (!WalkToSlot(&from) || !WalkToSlot(&to)) return;
  if (HeapOf(from.id) != HeapOf(to.id)) return;
  if (CanSwap(KindOf(from), KindOf(to)) && Pick(2) == 0) {
    return world_.Swap(from, to);
  }
  if (!CanCopy(KindOf(from), KindOf(to))) return;
  const bool is_sentinel =
      world_.model().At(from.id).slots[from.index].value.kind ==
      Value::Kind::kSentinel;
  if (is_sentinel && !TakesSentinel(KindOf(to))) return;
  world_.Copy(from, to);
}

void Mutator::ExtendPair() {
  for (int tries = 0; tries < 10; ++tries) {
    SlotName key;
    if (!WalkToSlot(&key)) return;
    if (!IsKey(KindOf(key))) continue;
    const size_t heap_index = HeapOf(key.id);
    world_.Store(key, PickValue(KindOf(key), heap_index));
    const uint32_t shape = PickShape();
    const Id id =
        world_.Make(heap_index, shape, PickCount(Shapes()[shape].count_max))
            ->id();
    world_.NoteCollections();
    if (!world_.model().Has(key.id)) return;
    return world_.Store({key.id, key.index + 1}, Value::Of(id));
  }
}

void Mutator::ReplaceTable() {
  for (int tries = 0; tries < 10; ++tries) {
    const Id id = Walk();
    if (id == 0 || !Shapes()[world_.model().At(id).shape].has_table) continue;
    return world_.ReplaceTable(id, Pick(2) == 0 ? TableOwner::OldTable::kDropped
                                                : TableOwner::OldTable::kFreed);
  }
}

void Mutator::Resize() {
  for (int tries = 0; tries < 10; ++tries) {
    const Id id = Walk();
    if (id == 0) return;
    const Node& node = world_.model().At(id);
    const uint32_t count_max = Shapes()[node.shape].count_max;
    if (count_max == 0) continue;
    uint32_t count = 0;
    switch (Pick(3)) {
      case 0:
        count = PickCount(count_max);
        break;
      case 1:
        count = static_cast<uint32_t>(Pick(node.count + size_t{1}));
        break;
      default:  // what may have room
        count = std::min(count_max,
                         node.count + static_cast<uint32_t>(1 + Pick(4)));
    }
    if (world_.Resize(id, count)) ++counts_.resized;
    return;
  }
}

// What is in use, or what was made for a moment.
void Mutator::Free() {
  Id id = 0;
  if (Pick(2) == 0) {
    id = Walk();
  } else {
    const uint32_t shape = PickShape();
    id = world_
             .Make(Pick(world_.heap_count()), shape,
                   PickCount(Shapes()[shape].count_max))
             ->id();
    world_.NoteCollections();
  }
  if (id == 0 || world_.Find(id) == nullptr) return;
  if (world_.Free(id)) ++counts_.freed;
}

void Mutator::ChangeToken() {
  TokenTable& tokens = world_.tokens();
  const size_t index = Pick(tokens.count());
  const size_t choice = Pick(8);
  if (choice == 0) {
    tokens.Make(index, TokenTable::TokenSize::kLarge);
  } else if (choice <= 2) {
    tokens.Make(index, TokenTable::TokenSize::kSmall);
  } else if (choice == 3) {
    tokens.Drop(index);
  } else if (choice <= 5) {
    tokens.Copy(Pick(tokens.count()), index);
  } else if (choice == 6) {
    tokens.Move(Pick(tokens.count()), index);
  } else {
    tokens.Swap(Pick(tokens.count()), index);
  }
}

void Mutator::ChangeRoot() {
  RootTable& roots = world_.roots();
  const size_t index = Pick(roots.count());
  const size_t other = Pick(roots.count());
  const size_t choice = Pick(20);
  const auto change = [&] {
    if (choice < 2) roots.Clear(index);
    if (choice == 2 || choice == 3) roots.Copy(other, index);
    if (choice == 4 || choice == 5) roots.Move(other, index);
    if (choice >= 6) roots.Convert(other, index);
  };
  if (choice >= 7 && choice < 14) {
    const Id id = Walk();
    if (id != 0) SetRoot(index, id);
    return;
  }
  const auto is_for_any_thread = [&](size_t root) {
    return roots.kind(root) == RootKind::kCrossThread ||
           roots.kind(root) == RootKind::kWeakCrossThread;
  };
  // Any thread may do this with such handles.
  if (is_for_any_thread(index) && (choice < 2 || is_for_any_thread(other)) &&
      Pick(2) == 0) {
    std::thread(change).join();
  } else {
    change();
  }
}

void Mutator::SetRoot(size_t index, Id id) {
  Seen* const seen = world_.FindSeen(id);
  RootKind kind;
  do {
    kind = static_cast<RootKind>(1 + Pick(6));
  } while (IsToMixin(kind) && seen == nullptr);
  // Most are strong, or little would live.
  if (IsWeak(kind) && Pick(2) == 0) kind = RootKind::kStrong;
  world_.roots().Set(index, kind, world_.Find(id), seen);
}

void Mutator::Collect() {
  const size_t heap_index = Pick(world_.heap_count());
  const StackState stack = Pick(3) == 0 ? StackState::kMayContainHeapPointers
                                        : StackState::kNoHeapPointers;
  const Sweeping sweeping = Pick(2) == 0 ? Sweeping::kLazy : Sweeping::kAtomic;
  world_.Collect(heap_index, stack, sweeping);
  ++counts_.collected;
  if (Pick(4) == 0) world_.FinishSweep(heap_index);
  if (stack == StackState::kNoHeapPointers && Pick(2) == 0) {
    world_.CheckStatistics(heap_index);
  }
  if (world_.thing_count(heap_index) > kThingsMax) Prune(heap_index);
}

void Mutator::MarkBeside() {
  const size_t heap_index = Pick(world_.heap_count());
  const StackState stack = Pick(3) == 0 ? StackState::kMayContainHeapPointers
                                        : StackState::kNoHeapPointers;
  world_.MarkBeside(heap_index, stack, Pick(5) == 0);
}

void Mutator::Prune(size_t heap_index) {
  RootTable& roots = world_.roots();
  for (size_t i = 0; i < roots.count(); ++i) {
    if (roots.id(i) == 0 || HeapOf(roots.id(i)) != heap_index) continue;
    if (Pick(8) != 0) roots.Clear(i);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::stress
