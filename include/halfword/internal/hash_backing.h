// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The backing store of a hash table: a header, and behind it the entries, 15
// for each group. The groups (hash_group.h) stand in an object of their own, a
// leaf: a search that finds nothing reads nothing else, and they are small
// enough to stay in the cache. A table of one group has it in the header, and
// as many entries as its memory has room for.
//
// Its TypeInfo tells a tool all that it needs: the name of the class names the
// container with its key, the trailing array has the entries with their fields,
// and an entry is in use if its tag is not 0.

#ifndef HALFWORD_INTERNAL_HASH_BACKING_H_
#define HALFWORD_INTERNAL_HASH_BACKING_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/elements.h"
#include "halfword/internal/hash_group.h"
#include "halfword/member.h"
#include "halfword/trailing_array.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The groups of a table that has more than one. The first is the object itself,
// so that those of a large table begin with a page, and none crosses a line of
// the cache.
class HashGroups : public GarbageCollected<HashGroups> {
 public:
  HashGroup* first() { return &first_; }

 private:
  HashGroup first_ = {};
  HALFWORD_FIELDS(HashGroups, first_)
  HALFWORD_TRAILING(HashGroups, HashGroup)
};

template <>
inline constexpr BackingKind kBackingKind<HashGroups> = BackingKind::kGroups;

// How large a table is.
struct HashShape {
  uint32_t group_count;  // 2^n or 3 * 2^n
  uint32_t slot_count;   // 15 a group; of a single group, at most 15
  uint32_t capacity;     // entries that fit before the table is built anew
  size_t bytes;          // of the entries
};

// The entries that may stand in so many groups: 7/8 of all, where a search that
// finds nothing reads 1.2 groups on average; a single group may be full.
constexpr uint64_t CapacityOfGroups(uint64_t group_count) {
  return group_count == 1 ? kGroupSlots : group_count * kGroupSlots * 7 / 8;
}

// The smallest shape that has room for so many entries.
HashShape ShapeFor(size_t entry_count, size_t header_bytes, size_t slot_bytes);

// Of at().
[[noreturn]] HALFWORD_COLD void FailAtMissingKey();

// A place in a table. Null: none.
template <typename SlotType>
struct HashPlace {
  HashGroup* group = nullptr;
  SlotType* slots = nullptr;  // of that group
  // In the group. As wide as a register: what is stored in 4 bytes and copied
  // in 8 waits until the store, and all before it, have reached the cache.
  uint64_t index = 0;

  explicit operator bool() const { return group != nullptr; }
  SlotType* slot() const { return slots + index; }
};

struct HashTableTestPeer;

template <typename Container>
class HashBacking;
template <typename Container>
inline constexpr BackingKind kBackingKind<HashBacking<Container>> =
    Container::Slots::kBackingKind;
template <typename Container>
inline constexpr KeyHash kBackingKeyHash<HashBacking<Container>> =
    Container::Slots::kKeyHash;

template <typename Container>
  requires(Container::Slots::kIsCleanable)
inline constexpr CleanEntriesCallback kCleanEntries<HashBacking<Container>> =
    &HashBacking<Container>::CleanEntries;

// Container: names the class; it has a type Slots with a type Slot.
template <typename Container>
class HashBacking : public GarbageCollected<HashBacking<Container>> {
 public:
  using Slot = typename Container::Slots::Slot;

  HashBacking(const HashShape& shape, HashGroups* groups, uint64_t seed)
      : seed_(seed),
        groups_(groups),
        group_count_(shape.group_count),
        slot_count_(shape.slot_count),
        capacity_(shape.capacity),
        collections_(collections_of_thread) {
    // What is no entry is never free.
    for (uint32_t i = slot_count_; i < kGroupSlots; ++i) {
      own_group_.tags[i] = kNoEntryTag;
    }
  }

  static HashShape ShapeOf(size_t entry_count) {
    return ShapeFor(entry_count, HeaderBytes(), sizeof(Slot));
  }
  static HashBacking* New(AllocationHandle& handle, size_t entry_count) {
    const HashShape shape = ShapeOf(entry_count);
    HashGroups* groups = nullptr;
    if (shape.group_count > 1) {
      groups = MakeGarbageCollected<HashGroups>(
          handle,
          AdditionalBytes(sizeof(HashGroup) * (size_t{shape.group_count} - 1)));
    }
    return MakeGarbageCollected<HashBacking>(
        handle,
        AdditionalBytes(HeaderBytes() - sizeof(HashBacking) + shape.bytes),
        shape, groups, HashSeedOf(handle));
  }
  // How many bytes the heap gives for that.
  static size_t BytesFor(size_t entry_count) {
    const HashShape shape = ShapeOf(entry_count);
    const size_t own_bytes = RoundUpToUsable(HeaderBytes() + shape.bytes);
    if (shape.group_count == 1) return own_bytes;
    return own_bytes +
           RoundUpToUsable(sizeof(HashGroup) * size_t{shape.group_count});
  }
  // How many objects that are.
  static size_t ObjectCountFor(size_t entry_count) {
    return ShapeOf(entry_count).group_count == 1 ? 1 : 2;
  }

  // While it lives, nothing is added to a backing, and nobody frees it: who
  // inserts builds the table anew, into another one. Erasing and clearing go on
  // as ever. So what was noted of the entries by their places stays true.
  class Closure {
   public:
    explicit Closure(HashBacking* backing)
        : backing_(backing), capacity_(std::exchange(backing->capacity_, 0)) {}
    ~Closure() { backing_->capacity_ = capacity_; }
    Closure(const Closure&) = delete;
    Closure& operator=(const Closure&) = delete;

   private:
    HashBacking* const backing_;
    const uint32_t capacity_;
  };
  bool is_closed() const { return capacity_ == 0; }

  // As that of a table whose entries lie elsewhere (linked_table.h).
  HashBacking* index() { return this; }

  // Requires: nothing refers to it but a Closure, which leaves it to a later
  // collection.
  static void Free(HashBacking* backing) {
    constexpr BackingContent kContent = Container::Slots::kIsCleanable
                                            ? BackingContent::kWeakTable
                                            : kContentOf<Slot>;
    if (backing->is_closed()) {
      if (kContent != BackingContent::kBytes && backing->count() != 0) {
        LeaveBacking(backing);
      }
      return;
    }
    HashGroups* const groups = backing->groups_;
    const BackingFate fate = FreeBacking(backing, kContent);
    if (fate == BackingFate::kToClear) {
      backing->Clear();
    } else if (fate == BackingFate::kFreed && groups != nullptr) {
      static_cast<void>(FreeBacking(groups, BackingContent::kBytes));
    }
  }

  // No place is in use any more, and the entries hold nothing.
  void Clear() {
    ForEach([](const HashPlace<Slot>& place) {
      place.group->tags[place.index] = kFreeTag;
    });
    count_ = 0;
    ClearElements(slots(), slot_count_);
  }

  HALFWORD_ALWAYS_INLINE HashGroup* groups() {
    HashGroups* const groups = groups_;
    return groups != nullptr ? groups->first() : &own_group_;
  }
  HALFWORD_ALWAYS_INLINE Slot* slots() { return TrailingArray(this); }
  HALFWORD_ALWAYS_INLINE Slot* slots_of(uint32_t group) {
    return slots() + size_t{group} * kGroupSlots;
  }
  // The number of a place.
  size_t NumberOf(const HashPlace<Slot>& place) {
    return static_cast<size_t>(place.slot() - slots());
  }

  HALFWORD_ALWAYS_INLINE uint32_t HomeOf(uint32_t hash) const {
    return static_cast<uint32_t>(uint64_t{hash} * group_count_ >> 32);
  }
  // The group that is looked at after this one: at a distance that depends on
  // the hash, has no factor 2 or 3, and so leads to every group.
  uint32_t NextOf(uint32_t group, uint32_t hash) const {
    const uint32_t step = 6 * (hash & 0xff) + 1;
    const uint64_t next =
        uint64_t{group} + (step < group_count_ ? step : step % group_count_);
    return static_cast<uint32_t>(next < group_count_ ? next
                                                     : next - group_count_);
  }

  // Fetches where an entry of that hash will probably be written. Stores leave
  // the processor in order, so that one which waits for memory holds up those
  // of the next insertions.
  HALFWORD_ALWAYS_INLINE void PrefetchForWriting(uint32_t hash) {
    constexpr uintptr_t kLineBytes = 64;
    const auto first = reinterpret_cast<uintptr_t>(slots_of(HomeOf(hash)));
    __builtin_prefetch(reinterpret_cast<void*>(first), 1);
    if constexpr (sizeof(Slot) * kGroupSlots > kLineBytes) {
      __builtin_prefetch(reinterpret_cast<void*>(first + kLineBytes), 1);
    }
  }

  // The entry of that hash for which holds(slot) is true. Nearly always one
  // group is enough; the search through others stands apart, so that it takes
  // no registers here.
  template <typename Holds>
  HALFWORD_ALWAYS_INLINE HashPlace<Slot> Find(uint32_t hash, Holds holds) {
    const uint32_t home = HomeOf(hash);
    HashGroup& group = groups()[home];
    const HashPlace<Slot> place = FindInGroup(group, home, hash, holds);
    if (place || __builtin_expect(!group.MayGoOn(hash), true)) return place;
    const FoundFurther further = FindFurther(home, hash, holds);
    if (further.group == nullptr) return {};
    const auto at = static_cast<uint32_t>(further.group - groups());
    return {further.group, slots_of(at), further.index};
  }

  // False: no entry has that hash. Asks the home group alone.
  HALFWORD_ALWAYS_INLINE bool MayHold(uint32_t hash) {
    const HashGroup& home = groups()[HomeOf(hash)];
    return home.Match(hash) != 0 || home.MayGoOn(hash);
  }

  // Takes a free place. Requires: count() < slot_count().
  HALFWORD_ALWAYS_INLINE HashPlace<Slot> Take(uint32_t hash) {
    HashGroup* const all = groups();
    uint32_t at = HomeOf(hash);
    for (;;) {
      HashGroup& group = all[at];
      const SlotMask free = group.Free();
      if (__builtin_expect(free != 0, true)) {
        const uint32_t index = FirstSlot(free);
        group.tags[index] = TagOf(hash);
        ++count_;
        return {&group, slots_of(at), index};
      }
      group.NoteOverflow(hash);
      at = NextOf(at, hash);
    }
  }

  template <typename Holds>
  HALFWORD_ALWAYS_INLINE HashPlace<Slot> FindInGroup(HashGroup& group,
                                                     uint32_t at, uint32_t hash,
                                                     Holds holds) {
    SlotMask match = group.Match(hash);
    if (match != 0) {
      Slot* const slots = slots_of(at);
      __builtin_prefetch(slots);
      do {
        const uint32_t index = FirstSlot(match);
        if (__builtin_expect(holds(slots[index]), true)) {
          return {&group, slots, index};
        }
        match &= match - 1;
      } while (match != 0);
    }
    return {};
  }

  // Behind the home group, which says that there may be more. What it returns
  // fits into registers, so that places are not put together in memory.
  struct FoundFurther {
    HashGroup* group;
    uint64_t index;
  };
  template <typename Holds>
  HALFWORD_NOINLINE FoundFurther FindFurther(uint32_t at, uint32_t hash,
                                             Holds holds) {
    for (uint32_t left = group_count_ - 1; left != 0; --left) {
      at = NextOf(at, hash);
      HashGroup& group = groups()[at];
      const HashPlace<Slot> place = FindInGroup(group, at, hash, holds);
      if (place) return {place.group, place.index};
      if (!group.MayGoOn(hash)) break;
    }
    return {nullptr, 0};
  }

  // Frees a place. Requires: it is in use, and its entry is clear.
  void GiveBack(const HashPlace<Slot>& place) {
    // The entry may be the reason for an overflow that is noted here.
    if (place.group->overflow != 0 && capacity_ > 1) --capacity_;
    place.group->tags[place.index] = kFreeTag;
    --count_;
  }

  // Calls function(place) for each entry; it may give the place back.
  template <typename Function>
  void ForEach(Function function) {
    ForEachOf(0, group_count_, function);
  }
  // The same for those of the groups from begin to end.
  template <typename Function>
  void ForEachOf(uint32_t begin, uint32_t end, Function function) {
    HashGroup* const all = groups();
    for (uint32_t at = begin; at < end; ++at) {
      for (SlotMask used = UsedOf(all[at]); used != 0; used &= used - 1) {
        function(HashPlace<Slot>{&all[at], slots_of(at), FirstSlot(used)});
      }
    }
  }

  // The entries of a group that are in use.
  SlotMask UsedOf(const HashGroup& group) const {
    const SlotMask existing = slot_count_ < kGroupSlots
                                  ? (SlotMask{1} << slot_count_) - 1
                                  : kAllSlots;
    return group.Taken() & existing;
  }

  uint64_t seed() const { return seed_; }
  uint32_t group_count() const { return group_count_; }
  uint32_t slot_count() const { return slot_count_; }

  // Entries that are in use, vanished ones too.
  uint32_t count() const { return count_; }
  // How many there may be before the table is built anew. Less than in the
  // beginning where erased entries left overflow bits.
  uint32_t capacity() const { return capacity_; }
  // What a table that is full is built anew for: twice as many entries, or as
  // many as now if it is mostly full of overflow bits, which it then loses.
  size_t NextCapacity() const {
    const size_t full = FullCapacity();
    return count_ >= size_t{slot_count_} * 5 / 8 ? 2 * full : full;
  }
  // Whether a weak table that has no room for one more is to become smaller: if
  // less than 1/16 of its places are in use, or were when it was cleaned; or
  // less than 1/4, where overflow bits have taken the rest. If it is then
  // filled again, that takes long enough to pay for it.
  bool IsToShrink() const {
    return IsSparse(count_) || (count_ >= capacity_ && MayShrink());
  }
  // Whether it has room for so many entries in spite of its overflow bits.
  bool HasPlacesFor(size_t entry_count) const {
    return !is_closed() && entry_count <= FullCapacity();
  }
  // There is no memory for another one: it is used as it is, and asked again
  // when it has been cleaned or is full. Requires: it is not closed.
  void PutOffRebuilding() { capacity_ = static_cast<uint32_t>(FullCapacity()); }
  // Whether there was a collection since vanished entries were last dropped.
  bool IsStale() const { return collections_ != collections_of_thread; }
  void SetFresh() { collections_ = collections_of_thread; }

  // Moves the cursor on by so many groups, and calls function(place) for each
  // of their entries. Returns whether that were the last. Then, if it has found
  // no values that are null, nothing is left to be dropped; and a table that
  // has become sparse is built anew by the next insertion.
  template <typename Function>
  bool Clean(CleaningCursor* cursor, uint32_t group_count, Function function) {
    const uint32_t begin = cursor->group;
    if (cursor->first_count == 0) {
      cursor->first_count = count_;
      cursor->is_stale = IsStale();
    }
    // Whoever counts drops what vanished, and leaves it no more to be found: of
    // the rest probably as large a part.
    if (cursor->is_stale && !IsStale()) {
      cursor->is_stale = false;
      cursor->lost_count =
          begin == 0
              ? cursor->first_count - std::min(cursor->first_count, count_)
              : cursor->lost_count * group_count_ / begin;
    }
    cursor->group = begin + std::min(group_count, group_count_ - begin);
    ForEachOf(begin, cursor->group, function);
    if (cursor->group < group_count_) return false;
    if (!cursor->has_null_values) SetFresh();
    // Entries that came meanwhile do not count: they may be dead, too.
    const uint32_t kept_count = KeptCount(*cursor);
    cursor->place_count = slot_count_;
    cursor->place_bytes = sizeof(Slot) * size_t{slot_count_} +
                          sizeof(HashGroup) * size_t{group_count_};
    cursor->spare_count =
        SparePlaces(kept_count, cursor->lost_count, slot_count_);
    // Of one that has lost little, as one that was reserved and is being
    // filled, what came since counts.
    const bool was_sparse =
        cursor->lost_count > kept_count && IsSparse(kept_count) && MayShrink();
    if ((was_sparse || IsSparse(count_)) && !is_closed()) {
      capacity_ = std::max(count_, uint32_t{1});
    }
    return true;
  }

  // See CleanEntriesCallback.
  static bool CleanEntries(void* backing, CleaningCursor* cursor,
                           uint32_t group_count) {
    using Slots = typename Container::Slots;
    auto* const self = static_cast<HashBacking*>(backing);
    return self->Clean(cursor, group_count, [=](const HashPlace<Slot>& place) {
      if constexpr (Slots::HoldsMore()) Sample(cursor, place.slot());
      if (Slots::IsLost(*place.slot())) {
        Slots::Clear(place.slot());
        self->GiveBack(place);
        ++cursor->lost_count;
      } else if (Slots::IsVanished(*place.slot())) {
        cursor->has_null_values = true;
      }
    });
  }

 private:
  // What died may have been an entry of something that did not: a string, say,
  // that is its key. Nobody refers to that any more, and it is no reason to
  // collect later.
  static void Sample(CleaningCursor* cursor, const Slot* slot) {
    constexpr uint32_t kSampledOf = 16;
    if (cursor->seen_count++ % kSampledOf != 0) return;
    ++cursor->sampled_count;
    cursor->sampled_bytes += HeldBytes(slot, &TraceElement<Slot>);
  }

  size_t FullCapacity() const {
    return group_count_ == 1
               ? slot_count_
               : static_cast<size_t>(CapacityOfGroups(group_count_));
  }

  static uint32_t KeptCount(const CleaningCursor& cursor) {
    return cursor.first_count - static_cast<uint32_t>(std::min<uint64_t>(
                                    cursor.first_count, cursor.lost_count));
  }

  bool IsSparse(uint32_t count) const {
    return slot_count_ > kGroupSlots && count < slot_count_ / 16;
  }
  // Whether it becomes smaller by being built anew for twice what it holds.
  bool MayShrink() const {
    return slot_count_ > kGroupSlots && count_ < slot_count_ / 4;
  }

  static constexpr size_t HeaderBytes() {
    return TrailingLayout<HashBacking>::kOffset;
  }

  uint64_t seed_;
  Member<HashGroups> groups_;
  uint32_t group_count_;
  uint32_t slot_count_;
  uint32_t capacity_;  // 0: closed
  uint32_t count_ = 0;
  uint32_t collections_;
  HashGroup own_group_ = {};
  HALFWORD_FIELDS(HashBacking, seed_, groups_, group_count_, slot_count_,
                  capacity_, count_, collections_, own_group_)
  HALFWORD_TRAILING(HashBacking, Slot)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_HASH_BACKING_H_
