// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HashTable: what HeapHashSet and HeapHashMap are made of. An entry lies in the
// group that the upper bits of its hash name, or, where that has no room, in
// the next one of a sequence that also depends on the hash; overflow bits say
// whether a search must follow it (hash_group.h). Erasing frees the entry's
// place at once. Since overflow bits stay behind, erasing from a group that has
// such a bit takes one from the capacity, so that a table with much coming and
// going is built anew now and then, at the same size.
//
// Weak entries: an entry whose reference died has vanished. Searches do not
// find it, and iterators skip it, from the pause on; the collector gives its
// place back piece by piece, before any page is swept. An operation that
// counts, or finds the table full, does that at once. Nothing moves
// (design/tables.md#req.table.weak).
//
// Hashing a key may use the heap, and what a collection calls may use the table
// meanwhile (hash_traits.h). So a backing is loaded after that
// (design/tables.md#req.table.anew).
//
// Threads: the heap's own; a marker may read the backing at any moment.

#ifndef HALFWORD_INTERNAL_HASH_TABLE_H_
#define HALFWORD_INTERNAL_HASH_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "halfword/hash_traits.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/hash_backing.h"
#include "halfword/internal/hash_group.h"
#include "halfword/internal/hash_slot.h"
#include "halfword/internal/table_rebuilding.h"
#include "halfword/member.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Walks over the entries of a table, group by group. Vanished ones are skipped
// when the cursor moves; the one that it stands on may vanish. It holds no more
// than a search knows, because most cursors never move.
template <typename SlotsType, typename Backing>
class HashCursor {
 public:
  using Slot = typename SlotsType::Slot;

  HashCursor() = default;
  HashCursor(Backing* backing, const HashPlace<Slot>& place)
      : backing_(backing), place_(place) {}
  // Stands on the first entry.
  static HashCursor First(Backing* backing) {
    HashCursor cursor(backing, {backing->groups(), backing->slots(), 0});
    cursor.Seek(backing->UsedOf(*cursor.place_.group));
    return cursor;
  }

  const HashPlace<Slot>& place() const { return place_; }

  // To the next entry; to none behind the last.
  void Advance() {
    Seek(backing_->UsedOf(*place_.group) & (~SlotMask{1} << place_.index));
  }

  friend bool operator==(const HashCursor& a, const HashCursor& b) {
    return a.place_.group == b.place_.group && a.place_.index == b.place_.index;
  }

 private:
  // To the first of these entries of the group, or of the groups behind it.
  void Seek(SlotMask mask) {
    HashGroup* const last = backing_->groups() + (backing_->group_count() - 1);
    for (;; mask &= mask - 1) {
      while (mask == 0) {
        if (place_.group == last) {
          place_ = {};
          return;
        }
        ++place_.group;
        place_.slots += kGroupSlots;
        mask = place_.group->Taken();
      }
      place_.index = FirstSlot(mask);
      if (!SlotsType::IsVanished(*place_.slot())) return;
    }
  }

  Backing* backing_ = nullptr;
  HashPlace<Slot> place_;
};

// What an insertion does to the entry of a key that is there.
struct KeepEntry {
  void operator()(const auto* /*slot*/, const auto&... /*made*/) const {}
};

template <typename ContainerType, typename SlotsType, typename KeyType,
          typename TraitsType>
class HashTable {
 public:
  using Slots = SlotsType;
  using Slot = typename Slots::Slot;
  static constexpr bool kNotesHashes = Slots::kNotesHashes;
  static constexpr bool kIsWeak = Slots::kIsWeak;
  using Backing = HashBacking<ContainerType>;
  using Index = Backing;
  using Place = HashPlace<Slot>;
  using Cursor = HashCursor<Slots, Backing>;

  HashTable() = default;
  HashTable(const HashTable&) = delete;
  HashTable& operator=(const HashTable&) = delete;
  HashTable(HashTable&& other) noexcept = default;
  // What it held is freed.
  HashTable& operator=(HashTable&& other) noexcept {
    if (this == &other) return *this;
    // The other one may be part of an entry of this one.
    Backing* const taken = other.backing_.Release();
    Clear();
    backing_ = taken;
    return *this;
  }

  void Trace(Visitor* visitor) const { visitor->Trace(backing_); }

  size_t Count() const {
    Backing* const backing = backing_.get();
    if (backing == nullptr) return 0;
    DropVanishedIfStale(backing);
    return backing->count();
  }
  size_t Capacity() const { return backing_ ? backing_->capacity() : 0; }

  Cursor First() const {
    Backing* const backing = backing_.get();
    if (backing == nullptr) return Cursor();
    return Cursor::First(backing);
  }
  Cursor At(const Place& place) const { return Cursor(backing_.get(), place); }

  template <typename Q>
  HALFWORD_ALWAYS_INLINE Place Find(const Q& key) const {
    for (;;) {
      const auto& prepared = KeyPreparation<TraitsType>::Of(key);
      Backing* const backing = backing_.get();
      if (backing == nullptr) return {};
      const uint32_t hash = TableHashOf<TraitsType>(prepared, backing->seed());
      if (IsReplaced(backing)) continue;
      return FindIn(backing, key, hash);
    }
  }

  // Finds the key, and calls change(slot) for its entry; or adds the
  // Slots::NewEntry that make() gives, or that it gives a reference to. That is
  // called before there is room for it, and may allocate unless it is quiet.
  // What it has made of a key that is there by then goes to change(slot, made).
  // Returns the place, and whether it was added.
  template <bool kIsQuiet, typename Q, typename MakeEntry, typename ChangeSlot>
  HALFWORD_ALWAYS_INLINE std::pair<Place, bool> FindOrAdd(const Q& key,
                                                          MakeEntry make,
                                                          ChangeSlot change) {
    Backing* backing;
    uint32_t hash;
    do {
      const auto& prepared = KeyPreparation<TraitsType>::Of(key);
      backing = backing_.get();
      const uint64_t seed =
          backing != nullptr ? backing->seed() : HashSeedOf(HandleFor(this));
      hash = TableHashOf<TraitsType>(prepared, seed);
    } while (IsReplaced(backing));
    if (backing != nullptr) {
      backing->PrefetchForWriting(hash);
      const Place found = FindIn(backing, key, hash);
      if (found) {
        change(found.slot());
        return {found, false};
      }
    }
    decltype(auto) made = make();
    backing = backing_.get();
    bool is_to_search =
        !kIsQuiet && backing != nullptr && backing->MayHold(hash);
    if (__builtin_expect(!HasRoom(backing), false)) {
      backing = MakeRoom();
      is_to_search = true;
    }
    if (is_to_search) {
      const Place found = FindAgain(backing, Slots::KeyOfNew(made), hash);
      if (found) {
        change(found.slot(), made);
        return {found, false};
      }
    }
    if constexpr (Slots::kHasWeakValue) {
      // The key may have been an element of the table that was built anew.
      const Place place = FindWithoutValue(backing, made.key, hash);
      if (place) {
        Slots::Clear(place.slot());
        Slots::Make(place.slot(), hash, std::forward<decltype(made)>(made));
        return {place, true};
      }
    }
    const Place place = backing->Take(hash);
    Slots::Make(place.slot(), hash, std::forward<decltype(made)>(made));
    return {place, true};
  }

  // Returns whether there was one.
  template <typename Q>
  bool EraseKey(const Q& key) {
    const Place place = Find(key);
    if (place) Erase(place);
    return static_cast<bool>(place);
  }

  // Requires: the place is in use.
  void Erase(const Place& place) {
    Backing* const backing = backing_.get();
    HALFWORD_DCHECK(IsInside(backing, place),
                    "an iterator of another table, or from before this one "
                    "was built anew: inserting and reserving invalidate all");
    if (place.group->tags[place.index] == kFreeTag) return;  // it vanished
    Slots::Clear(place.slot());
    backing->GiveBack(place);
  }

  void Clear() {
    Backing* const backing = backing_.get();
    if (backing == nullptr) return;
    backing_ = nullptr;
    Backing::Free(backing);
  }

  void Swap(HashTable& other) { backing_.Swap(other.backing_); }

  // Room for so many entries without building the table anew.
  void Reserve(size_t entry_count) {
    if (entry_count > Capacity()) Rebuilding::Reserve(*this, entry_count);
  }

  // Gives memory back that is too much for what is in the table.
  void Shrink() {
    const size_t count = Count();
    if (count == 0) {
      Clear();
    } else if (Backing::ShapeOf(count).slot_count < backing_->slot_count() &&
               Rebuilding::HasRoom(*this, count)) {
      Rebuilding::Rebuild(*this, count);
    }
  }

 private:
  friend struct HashTableTestPeer;
  using Rebuilding = TableRebuilding<HashTable>;
  friend Rebuilding;

  HALFWORD_NOINLINE static Place FindAgain(Backing* backing, const KeyType& key,
                                           uint32_t hash) {
    return FindIn(backing, key, hash);
  }

  // Whether what hashing a key ran has cleared the table or built it anew.
  HALFWORD_ALWAYS_INLINE bool IsReplaced(
      [[maybe_unused]] const Backing* backing) const {
    if constexpr (UsesNoHeap<TraitsType>) {
      return false;
    } else {
      return __builtin_expect(backing_.get() != backing, false);
    }
  }

  static bool IsInside(Backing* backing, const Place& place) {
    return backing != nullptr && place.group >= backing->groups() &&
           place.group < backing->groups() + backing->group_count();
  }

  template <typename Q>
  HALFWORD_ALWAYS_INLINE static bool Holds(const Slot& slot, uint32_t hash,
                                           const Q& key) {
    if constexpr (Slots::kHasHash) {
      if (slot.hash != hash) return false;
    }
    // A value that died takes its entry along.
    if constexpr (Slots::kIsWeak) {
      if (Slots::IsVanished(slot)) return false;
    }
    [[maybe_unused]] const EqualScope<TraitsType> scope(&slot);
    return TraitsType::Equal(Slots::KeyOf(slot), key);
  }

  template <typename Q>
  HALFWORD_ALWAYS_INLINE static Place FindIn(Backing* backing, const Q& key,
                                             uint32_t hash) {
    return backing->Find(hash, [&key, hash](const Slot& slot) {
      return Holds(slot, hash, key);
    });
  }

  // The entry of a key whose weak value has died or is null. It is used again:
  // the program may have a reference to the value, and assign it.
  template <typename Q>
  HALFWORD_NOINLINE static Place FindWithoutValue(Backing* backing,
                                                  const Q& key, uint32_t hash) {
    return backing->Find(hash, [&](const Slot& slot) {
      if constexpr (Slots::kHasHash) {
        if (slot.hash != hash) return false;
      }
      [[maybe_unused]] const EqualScope<TraitsType> scope(&slot);
      return !Slots::IsKeyVanished(slot) &&
             TraitsType::Equal(Slots::KeyOf(slot), key);
    });
  }

  HALFWORD_ALWAYS_INLINE static bool HasRoom(const Backing* backing) {
    return backing != nullptr && backing->count() < backing->capacity();
  }

  // What an allocation runs may use this table too, so that what was made may
  // be full again.
  HALFWORD_NOINLINE Backing* MakeRoom() {
    bool may_collect = kIsWeak;
    bool has_collected = false;
    bool may_shrink = kIsWeak;
    for (;;) {
      Backing* const backing = backing_.get();
      if (backing == nullptr) {
        Rebuilding::Rebuild(*this, 1);
        continue;
      }
      DropVanishedIfStale(backing);
      const size_t twice = 2 * size_t{backing->count()};
      if (may_shrink && backing->IsToShrink()) {
        may_shrink = Rebuilding::Shrink(*this, backing);
      } else if (!HasRoom(backing)) {
        const size_t next = backing->NextCapacity();
        if (std::exchange(may_collect, false)) {
          has_collected = Rebuilding::CollectFirst(*this, next);
        } else {
          Rebuilding::Grow(*this, next);
        }
      } else if (std::exchange(has_collected, false) &&
                 Rebuilding::IsWorthGrowing(*this, backing)) {
        if (backing_.get() == backing) Rebuilding::Grow(*this, twice + 1);
      } else if (backing_.get() == backing && HasRoom(backing)) {
        return backing;
      }
    }
  }

  // As table_rebuilding.h asks for them.
  using EntryRef = Place;
  static EntryRef EntryAt(const Place& place) { return place; }
  static size_t NumberOf(Backing* backing, const Place& place) {
    return backing->NumberOf(place);
  }
  static bool IsKeyVanished(Backing*, const Place& place) {
    return Slots::IsKeyVanished(*place.slot());
  }
  HALFWORD_ALWAYS_INLINE static uint32_t HashOf(Backing* backing,
                                                const Place& place) {
    if constexpr (Slots::kHasHash) {
      return place.slot()->hash;
    } else {
      return TableHashOf<TraitsType>(Slots::KeyOf(*WholeAddress(place.slot())),
                                     backing->seed());
    }
  }
  // Requires: hash_of(place) runs nothing of the program.
  template <typename GetHash>
  static void MoveEntries(Backing* source, Backing* target, GetHash hash_of) {
    source->ForEach([&](const Place& place) {
      Slot* const slot = place.slot();
      if (Slots::IsVanished(*slot)) return;
      Slots::Move(target->Take(hash_of(place)).slot(), slot);
    });
  }

  static void DropVanishedIfStale(Backing* backing) {
    if constexpr (Slots::kIsWeak) {
      if (__builtin_expect(backing->IsStale(), false)) DropVanished(backing);
    }
  }

  // Nothing moves, so that iterators stay valid.
  HALFWORD_NOINLINE static void DropVanished(Backing* backing) {
    backing->ForEach([&](const Place& place) {
      if (!Slots::IsVanished(*place.slot())) return;
      Slots::Clear(place.slot());
      backing->GiveBack(place);
    });
    backing->SetFresh();
  }

  Member<Backing> backing_;
  HALFWORD_FIELDS(HashTable, backing_)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_HASH_TABLE_H_
