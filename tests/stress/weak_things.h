// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Things that do not hold all that they refer to: weak references, ephemerons,
// weak containers; and hand-written Trace().

#ifndef HALFWORD_TESTS_STRESS_WEAK_THINGS_H_
#define HALFWORD_TESTS_STRESS_WEAK_THINGS_H_

#include "halfword/halfword.h"
#include "tests/stress/thing.h"

namespace halfword::inline HALFWORD_ABI::stress {

class Weak : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 4; }
  SlotRef Slot(size_t i) { return i < 3 ? RefTo(weak_[i]) : RefTo(strong_); }

 private:
  WeakMember<Thing> weak_[3];
  Member<Thing> strong_;
  HALFWORD_FIELDS(Weak, weak_, strong_)
  HALFWORD_BASES(Weak, Thing)
};

// A trailing array of structs that hold strongly and weakly.
class EntryRow : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t count) { return 2 * size_t{count}; }
  SlotRef Slot(size_t i) {
    Entry& entry = reinterpret_cast<Entry*>(this + 1)[i / 2];
    return i % 2 == 0 ? RefTo(entry.strong) : RefTo(entry.weak);
  }
  static size_t TrailingBytes(uint32_t count) { return count * sizeof(Entry); }

 private:
  struct Entry {
    uint32_t hash;
    Member<Thing> strong;
    WeakMember<Thing> weak;
    HALFWORD_FIELDS(Entry, hash, strong, weak)
  };
  HALFWORD_FIELDS(EntryRow)
  HALFWORD_BASES(EntryRow, Thing)
  HALFWORD_TRAILING(EntryRow, Entry)
};

class ByHand : public Thing {
 public:
  using Thing::Thing;
  void Trace(Visitor* visitor) const {
    visitor->Trace(strong_);
    visitor->Trace(weak_);
    visitor->Trace(tagged_);
    visitor->Trace(part_);
    visitor->TraceStrongly(held_);
    visitor->TraceMultiple(row_, 2);
    visitor->Trace(pair_);
  }
  static size_t SlotCount(uint32_t) { return 9; }
  SlotRef Slot(size_t i) {
    switch (i) {
      case 0:
        return RefTo(strong_);
      case 1:
        return RefTo(weak_);
      case 2:
        return RefTo(tagged_);
      case 3:
        return RefTo(part_.seen);
      case 4:
        return {SlotKind::kHeldWeak, &held_};
      case 5:
      case 6:
        return RefTo(row_[i - 5]);
      default:
        return RefTo(pair_, i - 7);
    }
  }

 private:
  struct Part {
    void Trace(Visitor* visitor) const { visitor->Trace(seen); }
    Member<Seen> seen;
  };
  Member<Thing> strong_;
  WeakMember<Thing> weak_;
  Tagged<Thing> tagged_;
  Part part_;
  WeakMember<Thing> held_;
  Member<Thing> row_[2];
  EphemeronPair<Thing, Thing> pair_;
};

class Ephemerons : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 9; }
  SlotRef Slot(size_t i) {
    if (i == 8) return RefTo(strong_);
    if (i >= 6) return RefTo(by_mixin_, i % 2);
    return RefTo(pairs_[i / 2], i % 2);
  }

 private:
  EphemeronPair<Thing, Thing> pairs_[3];
  EphemeronPair<Seen, Thing> by_mixin_;
  Member<Thing> strong_;
  HALFWORD_FIELDS(Ephemerons, pairs_, by_mixin_, strong_)
  HALFWORD_BASES(Ephemerons, Thing)
};

class EphemeronRow : public Thing {
 public:
  using Thing::Thing;
  using Element = EphemeronPair<Thing, Thing>;
  static size_t SlotCount(uint32_t count) { return 2 * size_t{count}; }
  SlotRef Slot(size_t i) {
    return RefTo(reinterpret_cast<Element*>(this + 1)[i / 2], i % 2);
  }
  static size_t TrailingBytes(uint32_t count) {
    return count * sizeof(Element);
  }
  HALFWORD_FIELDS(EphemeronRow)
  HALFWORD_BASES(EphemeronRow, Thing)
  HALFWORD_TRAILING(EphemeronRow, Element)
};

// What a TableOwner keeps its entries in: ephemerons and a weak set. Held by
// the stack, or by nothing but its own Trace(), it holds everything.
class Table : public GarbageCollected<Table> {
 public:
  static constexpr size_t kPairCount = 3;
  static constexpr size_t kEntryCount = 3;

  void Trace(Visitor* visitor) const {
    visitor->Trace(always_held_);
    visitor->TraceMultiple(entries_, kEntryCount);
    for (const auto& pair : pairs_) {
      visitor->TraceStrongly(pair.key);
      visitor->Trace(pair.value);
    }
  }
  void TraceWeakly(Visitor* visitor) const {
    visitor->Trace(always_held_);
    for (const auto& pair : pairs_) {
      visitor->TraceEphemeron(pair.key, &pair.value);
    }
  }
  void RemoveDead(const LivenessBroker& broker) {
    for (auto& entry : entries_) {
      if (!broker.IsHeapObjectAlive(entry)) entry = nullptr;
    }
    for (auto& pair : pairs_) {
      pair.ClearValueIfKeyIsDead(broker);
      if (!broker.IsHeapObjectAlive(pair.key)) pair.key = nullptr;
    }
  }
  static constexpr size_t kSlotCount = 1 + 2 * kPairCount + kEntryCount;
  SlotRef Slot(size_t i) {
    if (i == 0) return RefTo(always_held_);
    if (i <= 2 * kPairCount) return RefTo(pairs_[(i - 1) / 2], (i - 1) % 2);
    return {SlotKind::kEntry, &entries_[i - 1 - 2 * kPairCount]};
  }
  void CopyFrom(Table& other) {
    for (size_t i = 0; i < kSlotCount; ++i) CopySlot(other.Slot(i), Slot(i));
  }

 private:
  Member<Thing> always_held_;
  EphemeronPair<Thing, Thing> pairs_[kPairCount];
  Member<Thing> entries_[kEntryCount];
};

// Its table is a weak container, made by the constructor and replaced at times
// as a hash table is that grows.
class TableOwner : public Thing {
 public:
  explicit TableOwner(const Birth& birth) : Thing(birth) {
    table_ = MakeGarbageCollected<Table>(*birth.handle);
  }
  void Trace(Visitor* visitor) const {
    const auto trace = [](Visitor* later, const void* self) {
      static_cast<const TableOwner*>(self)->Trace(later);
    };
    // get() is a plain read of what the program writes.
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, trace, 0)) return;
    visitor->TraceWeakContainer(
        table_.get(),
        [](const LivenessBroker& broker, const void* self) {
          static_cast<const TableOwner*>(self)->table_->RemoveDead(broker);
        },
        this);
  }
  // The old table becomes garbage, or is freed at once.
  enum class OldTable { kDropped, kFreed };
  void ReplaceTable(Heap& heap, OldTable what) {
    Table* const table =
        MakeGarbageCollected<Table>(heap.GetAllocationHandle());
    table->CopyFrom(*table_);
    Table* const old_table = table_;
    table_ = table;
    if (what == OldTable::kFreed) {
      subtle::FreeUnreferencedObject(heap.GetHeapHandle(), *old_table);
    }
  }
  static size_t SlotCount(uint32_t) { return Table::kSlotCount; }
  SlotRef Slot(size_t i) { return table_->Slot(i); }

 private:
  Member<Table> table_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

namespace halfword::inline HALFWORD_ABI {

template <>
struct TraceTrait<stress::Table> {
  static TraceDescriptor GetTraceDescriptor(const void* self) {
    return {self, Trace};
  }
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {self, [](Visitor* visitor, const void* table) {
              static_cast<const stress::Table*>(table)->TraceWeakly(visitor);
            }};
  }
  static void Trace(Visitor* visitor, const void* self) {
    static_cast<const stress::Table*>(self)->Trace(visitor);
  }
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TESTS_STRESS_WEAK_THINGS_H_
