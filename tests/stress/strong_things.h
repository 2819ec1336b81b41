// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Things that hold what they refer to: fields, bases, arrays, nested structs,
// trailing arrays, mixins, integers in references, counted references; small
// and large; with and without destructors; in the default space and in custom
// ones.

#ifndef HALFWORD_TESTS_STRESS_STRONG_THINGS_H_
#define HALFWORD_TESTS_STRESS_STRONG_THINGS_H_

#include <array>

#include "halfword/halfword.h"
#include "tests/stress/thing.h"
#include "tests/stress/token_table.h"

namespace halfword::inline HALFWORD_ABI::stress {

template <size_t kWords>
class Leaf : public Thing {
 public:
  explicit Leaf(const Birth& birth) : Thing(birth), payload_(birth.id) {}
  bool IsIntact() const { return Thing::IsIntact() && payload_.IsIntact(id()); }

 private:
  Payload<kWords> payload_;
  HALFWORD_FIELDS(Leaf, payload_)
  HALFWORD_BASES(Leaf, Thing)
};

class Pair : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 2; }
  SlotRef Slot(size_t i) { return RefTo(slots_[i]); }

 private:
  Member<Thing> slots_[2];
  HALFWORD_FIELDS(Pair, slots_)
  HALFWORD_BASES(Pair, Thing)
};

class Triple : public Pair {
 public:
  using Pair::Pair;
  static size_t SlotCount(uint32_t) { return 3; }
  SlotRef Slot(size_t i) { return i < 2 ? Pair::Slot(i) : RefTo(third_); }

 private:
  Member<Thing> third_;
  HALFWORD_FIELDS(Triple, third_)
  HALFWORD_BASES(Triple, Pair)
};

// With a destructor.
class Counted : public Thing {
 public:
  explicit Counted(const Birth& birth)
      : Thing(birth), payload_(birth.id), ledger_(birth.ledger) {}
  ~Counted() { ledger_->NoteDestroyed(id(), IsIntact()); }
  bool IsIntact() const { return Thing::IsIntact() && payload_.IsIntact(id()); }
  static size_t SlotCount(uint32_t) { return 2; }
  SlotRef Slot(size_t i) { return RefTo(i == 0 ? first_ : second_); }

 private:
  Member<Thing> first_;
  Payload<3> payload_;
  Member<Thing> second_;
  Ledger* ledger_;
  HALFWORD_FIELDS(Counted, first_, payload_, second_, ledger_)
  HALFWORD_BASES(Counted, Thing)
};

class LargeCounted : public Counted {
 public:
  explicit LargeCounted(const Birth& birth)
      : Counted(birth), large_payload_(birth.id) {}
  bool IsIntact() const {
    return Counted::IsIntact() && large_payload_.IsIntact(id());
  }

 private:
  Payload<3000> large_payload_;
  HALFWORD_FIELDS(LargeCounted, large_payload_)
  HALFWORD_BASES(LargeCounted, Counted)
};

// It gives its Token up when it is swept.
class Keeper : public Counted {
 public:
  explicit Keeper(const Birth& birth) : Counted(birth), token_(birth.token) {}
  bool IsIntact() const {
    return Counted::IsIntact() && (token_ == nullptr || token_->IsIntact());
  }

 private:
  RefPtr<Token> token_;
  HALFWORD_FIELDS(Keeper, token_)
  HALFWORD_BASES(Keeper, Counted)
};

// With a prefinalizer, in which all that the object held is still whole.
class Finalized : public Thing {
  HALFWORD_USING_PRE_FINALIZER(Finalized, Finalize);

 public:
  explicit Finalized(const Birth& birth)
      : Thing(birth), ledger_(birth.ledger) {}
  ~Finalized() {
    const bool was_finalized = ledger_->finalized_count(id()) == 1;
    ledger_->NoteDestroyed(id(), was_finalized && IsIntact());
  }
  void Finalize() {
    bool are_intact = IsIntact() && ledger_->destroyed_count(id()) == 0;
    for (const Member<Thing>& slot : slots_) {
      if (slot && slot != kSentinelPointer) are_intact &= slot->IsIntact();
    }
    ledger_->NoteFinalized(id(), are_intact);
  }
  static size_t SlotCount(uint32_t) { return 3; }
  SlotRef Slot(size_t i) { return RefTo(slots_[i]); }

 private:
  Member<Thing> slots_[3];
  Ledger* ledger_;
  HALFWORD_FIELDS(Finalized, slots_, ledger_)
  HALFWORD_BASES(Finalized, Thing)
};

class Nested : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 11; }
  SlotRef Slot(size_t i) {
    if (i < 3) return RefTo(row_[i]);
    Part& part = parts_[(i - 3) / 4];
    return i % 4 == 3 ? RefTo(part.first) : RefTo(part.rest[i % 4]);
  }

 private:
  struct Part {
    uint32_t number = 0x8badf00d;
    Member<Thing> first;
    Member<Thing> rest[3];
    HALFWORD_FIELDS(Part, number, first, rest)
  };
  std::array<Member<Thing>, 3> row_;
  Part parts_[2];
  HALFWORD_FIELDS(Nested, row_, parts_)
  HALFWORD_BASES(Nested, Thing)
};

class Row : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t count) { return count; }
  SlotRef Slot(size_t i) {
    return RefTo(reinterpret_cast<Member<Thing>*>(this + 1)[i]);
  }
  static size_t TrailingBytes(uint32_t count) {
    return count * sizeof(Member<Thing>);
  }
  HALFWORD_FIELDS(Row)
  HALFWORD_BASES(Row, Thing)
  HALFWORD_TRAILING(Row, Member<Thing>)
};

// Additional bytes without references.
class Text : public Thing {
 public:
  explicit Text(const Birth& birth) : Thing(birth) { FillFrom(0); }
  void FillFrom(uint32_t begin) {
    for (uint32_t i = begin; i < count(); ++i) words()[i] = Scramble(id(), i);
  }
  bool IsIntact() const {
    if (!Thing::IsIntact()) return false;
    for (uint32_t i = 0; i < count(); ++i) {
      if (words()[i] != Scramble(id(), i)) return false;
    }
    return true;
  }
  static size_t TrailingBytes(uint32_t count) {
    return count * sizeof(uint32_t);
  }

 private:
  uint32_t* words() { return reinterpret_cast<uint32_t*>(this + 1); }
  const uint32_t* words() const {
    return reinterpret_cast<const uint32_t*>(this + 1);
  }
  HALFWORD_FIELDS(Text)
  HALFWORD_BASES(Text, Thing)
};

// More than half a page, with references at both ends.
class Large : public Thing {
 public:
  explicit Large(const Birth& birth) : Thing(birth), payload_(birth.id) {}
  bool IsIntact() const { return Thing::IsIntact() && payload_.IsIntact(id()); }
  static size_t SlotCount(uint32_t) { return 2; }
  SlotRef Slot(size_t i) { return RefTo(i == 0 ? front_ : back_); }

 private:
  Member<Thing> front_;
  Payload<5000> payload_;
  Member<Thing> back_;
  HALFWORD_FIELDS(Large, front_, payload_, back_)
  HALFWORD_BASES(Large, Thing)
};

class Values : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 4; }
  SlotRef Slot(size_t i) { return RefTo(slots_[i]); }

 private:
  Tagged<Thing> slots_[4];
  HALFWORD_FIELDS(Values, slots_)
  HALFWORD_BASES(Values, Thing)
};

// Mixins: behind a small object's fields, behind 8 KiB, and who refers to them.

class Watched : public Thing, public Seen {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 2; }
  SlotRef Slot(size_t i) { return RefTo(i == 0 ? noted_ : other_); }

 private:
  Member<Thing> other_;
  HALFWORD_FIELDS(Watched, other_)
  HALFWORD_BASES(Watched, Thing, Seen)
};

class LargeWatched : public Large, public Seen {
 public:
  using Large::Large;
  static size_t SlotCount(uint32_t) { return 3; }
  SlotRef Slot(size_t i) { return i < 2 ? Large::Slot(i) : RefTo(noted_); }
  HALFWORD_FIELDS(LargeWatched)
  HALFWORD_BASES(LargeWatched, Large, Seen)
};

class Watcher : public Thing {
 public:
  using Thing::Thing;
  static size_t SlotCount(uint32_t) { return 4; }
  SlotRef Slot(size_t i) {
    return i < 2 ? RefTo(seen_[i]) : RefTo(glimpsed_[i - 2]);
  }

 private:
  Member<Seen> seen_[2];
  WeakMember<Seen> glimpsed_[2];
  HALFWORD_FIELDS(Watcher, seen_, glimpsed_)
  HALFWORD_BASES(Watcher, Thing)
};

// Custom spaces: one of plain objects, one of objects with a destructor.

class PlainSpace : public CustomSpace<PlainSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
};
class CountedSpace : public CustomSpace<CountedSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 1;
};

class Spaced : public Pair {
 public:
  using Pair::Pair;
  HALFWORD_FIELDS(Spaced)
  HALFWORD_BASES(Spaced, Pair)
};

class SpacedCounted : public Counted {
 public:
  using Counted::Counted;
  HALFWORD_FIELDS(SpacedCounted)
  HALFWORD_BASES(SpacedCounted, Counted)
};

// Its constructor makes what it refers to. While one field is initialized the
// later ones hold what the memory was given with, and the collector sees it.
class Builder : public Thing {
 public:
  explicit Builder(const Birth& birth)
      : Thing(birth),
        first_(birth.nursery->MakeChild()),
        second_(birth.nursery->MakeChild()) {
    rest_[0] = birth.nursery->MakeChild();
  }
  static size_t SlotCount(uint32_t) { return 4; }
  SlotRef Slot(size_t i) {
    if (i >= 2) return RefTo(rest_[i - 2]);
    return RefTo(i == 0 ? first_ : second_);
  }

 private:
  Member<Thing> first_;
  Member<Thing> second_;
  Member<Thing> rest_[2];
  HALFWORD_FIELDS(Builder, first_, second_, rest_)
  HALFWORD_BASES(Builder, Thing)
};

}  // namespace halfword::inline HALFWORD_ABI::stress

namespace halfword::inline HALFWORD_ABI {

template <>
struct SpaceTrait<stress::Spaced> {
  using Space = stress::PlainSpace;
};
template <>
struct SpaceTrait<stress::SpacedCounted> {
  using Space = stress::CountedSpace;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TESTS_STRESS_STRONG_THINGS_H_
