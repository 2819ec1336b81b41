// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LinkedTable: what HeapLinkedHashSet is made of. The entries stand in an array
// in the order in which they came, as long as nothing is erased or moved, and
// are linked by their numbers in it; a hash table of these numbers finds them
// (hash_backing.h). Entries that were erased are linked too, to be used again.
//
//   handle -> LinkedBacking: first, last, free, entries { key, next, previous }
//                  |
//                  +-> HashBacking of uint32_t: the numbers of the entries
//
// When the array is full, both are built anew, and the entries stand in order.
// What hashing a key may run is met as in hash_table.h.
//
// Threads: the heap's own; a marker may read the entries at any moment.

#ifndef HALFWORD_INTERNAL_LINKED_TABLE_H_
#define HALFWORD_INTERNAL_LINKED_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "halfword/hash_traits.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/elements.h"
#include "halfword/internal/hash_backing.h"
#include "halfword/internal/hash_slot.h"
#include "halfword/internal/table_rebuilding.h"
#include "halfword/member.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The number of an entry.
using EntryNumber = uint32_t;
inline constexpr EntryNumber kNoEntry = UINT32_MAX;

template <typename K>
struct LinkedEntry {
  K key;
  EntryNumber next;
  EntryNumber previous;
  HALFWORD_FIELDS(LinkedEntry, key, next, previous)
};

// The same with a part of the hash, for keys whose hash is expensive.
template <typename K>
struct HashedLinkedEntry {
  uint32_t hash;
  K key;
  EntryNumber next;
  EntryNumber previous;
  HALFWORD_FIELDS(HashedLinkedEntry, hash, key, next, previous)
};

// Names the index of a container.
template <typename Container>
struct LinkedIndex {
  struct Slots {
    static constexpr BackingKind kBackingKind = BackingKind::kLinkedIndex;
    // That of the numbers' entries.
    static constexpr KeyHash kKeyHash = Container::Table::kKeyHash;
    // By way of its LinkedBacking.
    static constexpr bool kIsCleanable = false;
    static constexpr bool kNotesHashes = Container::Table::kNotesHashes;
    using Slot = EntryNumber;
  };
};

template <typename Container>
class LinkedBacking;
template <typename Container>
inline constexpr BackingKind kBackingKind<LinkedBacking<Container>> =
    BackingKind::kLinked;
template <typename Container>
inline constexpr KeyHash kBackingKeyHash<LinkedBacking<Container>> =
    Container::Table::kKeyHash;

template <typename Container>
  requires(Container::Table::kIsWeak)
inline constexpr CleanEntriesCallback kCleanEntries<LinkedBacking<Container>> =
    &LinkedBacking<Container>::CleanEntries;

template <typename Container>
class LinkedBacking : public GarbageCollected<LinkedBacking<Container>> {
 public:
  using Entry = typename Container::Entry;
  using Index = HashBacking<LinkedIndex<Container>>;

  LinkedBacking(Index* index, uint32_t entry_count)
      : index_(index), entry_count_(entry_count) {}

  static LinkedBacking* New(AllocationHandle& handle, size_t count) {
    Index* const index = Index::New(handle, count);
    return MakeGarbageCollected<LinkedBacking>(
        handle, TrailingBytes<LinkedBacking>(index->capacity()), index,
        index->capacity());
  }
  static size_t BytesFor(size_t count) {
    return Index::BytesFor(count) +
           RoundUpToUsable(TrailingLayout<LinkedBacking>::kOffset +
                           Index::ShapeOf(count).capacity * sizeof(Entry));
  }
  static size_t ObjectCountFor(size_t count) {
    return Index::ObjectCountFor(count) + 1;
  }
  // As that of its index.
  static void Free(LinkedBacking* backing) {
    Index* const index = backing->index_;
    constexpr BackingContent kContent = Container::Table::kIsWeak
                                            ? BackingContent::kWeakTable
                                            : kContentOf<Entry>;
    if (index->is_closed()) {
      if (kContent != BackingContent::kBytes && index->count() != 0) {
        LeaveBacking(backing);
      }
      return;
    }
    const BackingFate fate = FreeBacking(backing, kContent);
    if (fate == BackingFate::kToClear) {
      backing->Clear();
    } else if (fate == BackingFate::kFreed) {
      Index::Free(index);
    }
  }

  // Nothing is an entry any more, or holds anything.
  void Clear() {
    index_->Clear();
    ClearElements(&entry(0), entry_count_);
    used_count_ = 0;
    first_ = last_ = free_ = kNoEntry;
  }

  Index* index() const { return index_.get(); }
  Entry& entry(EntryNumber number) { return TrailingArray(this)[number]; }
  EntryNumber first() const { return first_; }
  EntryNumber last() const { return last_; }
  bool IsFull() const {
    return (free_ == kNoEntry && used_count_ == entry_count_) ||
           index_->count() >= index_->capacity();
  }

  // An entry that is not in use. Requires: !IsFull().
  EntryNumber Take() {
    if (free_ == kNoEntry) return used_count_++;
    const EntryNumber number = free_;
    free_ = entry(number).previous;
    return number;
  }
  // Takes an entry out of the order and gives it back. Its link to the next one
  // stays, for iterators that stand on an entry that vanished; the other one
  // links what is free.
  void GiveBack(EntryNumber number) {
    Unlink(number);
    entry(number).previous = free_;
    free_ = number;
  }

  // See CleanEntriesCallback.
  static bool CleanEntries(void* backing, CleaningCursor* cursor,
                           uint32_t group_count) {
    auto* const self = static_cast<LinkedBacking*>(backing);
    Index* const index = self->index();
    const auto clean = [=](const auto& place) {
      const EntryNumber number = *place.slot();
      auto& key = self->entry(number).key;
      if (!IsGone(key)) return;
      ClearPart(&key);
      index->GiveBack(place);
      self->GiveBack(number);
      ++cursor->lost_count;
    };
    if (!index->Clean(cursor, group_count, clean)) return false;
    cursor->place_bytes += sizeof(Entry) * size_t{self->entry_count_};
    return true;
  }

  // Puts an entry in front of another one; kNoEntry: at the end.
  void LinkBefore(EntryNumber number, EntryNumber next) {
    const EntryNumber previous =
        next == kNoEntry ? last_ : entry(next).previous;
    entry(number).next = next;
    entry(number).previous = previous;
    (previous == kNoEntry ? first_ : entry(previous).next) = number;
    (next == kNoEntry ? last_ : entry(next).previous) = number;
  }
  void Unlink(EntryNumber number) {
    const EntryNumber next = entry(number).next;
    const EntryNumber previous = entry(number).previous;
    (previous == kNoEntry ? first_ : entry(previous).next) = next;
    (next == kNoEntry ? last_ : entry(next).previous) = previous;
  }

 private:
  Member<Index> index_;
  uint32_t entry_count_;
  uint32_t used_count_ = 0;  // entries behind were never in use
  EntryNumber first_ = kNoEntry;
  EntryNumber last_ = kNoEntry;
  EntryNumber free_ = kNoEntry;
  HALFWORD_FIELDS(LinkedBacking, index_, entry_count_, used_count_, first_,
                  last_, free_)
  HALFWORD_TRAILING(LinkedBacking, Entry)
};

template <typename ContainerType, typename K, typename Traits>
class LinkedTable {
 public:
  static constexpr KeyHash kKeyHash = KeyHashOf<Traits>();
  static constexpr bool kHasHash = StoresHash<Traits>;
  static constexpr bool kNotesHashes = internal::kNotesHashes<Traits>;
  static constexpr bool kIsWeak = IsWeakField<K>();
  using Entry =
      std::conditional_t<kHasHash, HashedLinkedEntry<K>, LinkedEntry<K>>;
  using Backing = LinkedBacking<ContainerType>;
  using Index = HashBacking<LinkedIndex<ContainerType>>;

  LinkedTable() = default;
  LinkedTable(const LinkedTable&) = delete;
  LinkedTable& operator=(const LinkedTable&) = delete;
  LinkedTable(LinkedTable&& other) noexcept = default;
  LinkedTable& operator=(LinkedTable&& other) noexcept {
    if (this == &other) return *this;
    // The other one may be part of an entry of this one.
    Backing* const taken = other.backing_.Release();
    Clear();
    backing_ = taken;
    return *this;
  }

  void Trace(Visitor* visitor) const { visitor->Trace(backing_); }
  Backing* backing() const { return backing_.get(); }

  size_t Count() const {
    Backing* const backing = backing_.get();
    if (backing == nullptr) return 0;
    DropVanishedIfStale(backing);
    return backing->index()->count();
  }
  size_t Capacity() const {
    return backing_ ? backing_->index()->capacity() : 0;
  }

  // The first entry that has not vanished, from this one on.
  static EntryNumber Forward(Backing* backing, EntryNumber number) {
    while (number != kNoEntry && IsVanished(backing, number)) {
      number = backing->entry(number).next;
    }
    return number;
  }
  static EntryNumber Backward(Backing* backing, EntryNumber number) {
    while (number != kNoEntry && IsVanished(backing, number)) {
      number = backing->entry(number).previous;
    }
    return number;
  }

  // The key, as hash_slot.h exposes an entry.
  static const K& Expose(Backing* backing, EntryNumber number) {
    K* key = &backing->entry(number).key;
    if constexpr (kIsWeak) {
      key = WholeAddress(key);
      if (heaps_with_tables_to_clean != 0 && IsVanished(backing, number)) {
        ClearPart(key);
      }
    }
    return *key;
  }

  template <typename Q>
  EntryNumber Find(const Q& key) const {
    uint32_t hash;
    Backing* const backing = BackingAfterHashing(key, &hash);
    return backing != nullptr ? FindIn(backing, key, hash) : kNoEntry;
  }

  // Finds the key, or adds what prepare() gives in front of next(backing).
  template <typename Q, typename Prepare, typename Next>
  std::pair<EntryNumber, bool> FindOrAdd(const Q& key, Prepare prepare,
                                         Next next) {
    Backing* backing;
    uint32_t hash;
    do {
      const auto& prepared = KeyPreparation<Traits>::Of(key);
      backing = backing_.get();
      const uint64_t seed = backing != nullptr ? backing->index()->seed()
                                               : HashSeedOf(HandleFor(this));
      hash = TableHashOf<Traits>(prepared, seed);
    } while (IsReplaced(backing));
    if (backing != nullptr) {
      const EntryNumber found = FindIn(backing, key, hash);
      if (found != kNoEntry) return {found, false};
    }
    K made = prepare();  // and perhaps the very key
    EntryNumber following;
    do {
      backing = RoomForOne();
      following = next(backing);  // which may hash
    } while (IsReplaced(backing) || (!UsesNoHeap<Traits> && backing->IsFull()));
    if (backing->index()->MayHold(hash)) {
      const EntryNumber found = FindIn(backing, made, hash);
      if (found != kNoEntry) return {found, false};
    }
    const EntryNumber number = Add(backing, hash);
    MakeCleanedPart(&backing->entry(number).key, std::move(made));
    backing->LinkBefore(number, following);
    return {number, true};
  }

  void MoveBefore(EntryNumber number, EntryNumber next) {
    if (number == next) return;
    backing_->Unlink(number);
    backing_->LinkBefore(number, next);
  }

  // Returns whether there was one.
  template <typename Q>
  bool EraseKey(const Q& key) {
    const EntryNumber number = Find(key);
    if (number == kNoEntry) return false;
    Erase(number);
    return true;
  }

  void Erase(EntryNumber number) {
    Backing* const backing = backing_.get();
    // Perhaps it was dropped before.
    if (IsVanished(backing, number)) return DropVanished(backing);
    if constexpr (kNotesHashes) {
      // What hashing runs may give the entry another number, or erase it.
      const K key(backing->entry(number).key);
      uint32_t hash;
      Backing* const now = BackingAfterHashing(key, &hash);
      if (now == nullptr) return;
      const EntryNumber found = FindIn(now, key, hash);
      if (found != kNoEntry) EraseFrom(now, found, hash);
    } else {
      EraseFrom(backing, number, HashOf(backing, number));
    }
  }

  void Clear() {
    Backing* const backing = backing_.get();
    if (backing == nullptr) return;
    backing_ = nullptr;
    Backing::Free(backing);
  }
  void Swap(LinkedTable& other) { backing_.Swap(other.backing_); }
  void Reserve(size_t count) {
    if (count > Capacity()) Rebuilding::Reserve(*this, count);
  }

 private:
  friend struct HashTableTestPeer;
  using Rebuilding = TableRebuilding<LinkedTable>;
  friend Rebuilding;
  // In the index.
  using Place = HashPlace<EntryNumber>;

  // Whether what hashing a key ran has cleared the table or built it anew.
  bool IsReplaced([[maybe_unused]] const Backing* backing) const {
    if constexpr (UsesNoHeap<Traits>) {
      return false;
    } else {
      return __builtin_expect(backing_.get() != backing, false);
    }
  }

  static bool IsVanished(Backing* backing, EntryNumber number) {
    if constexpr (kIsWeak) {
      return IsGone(backing->entry(number).key);
    } else {
      return false;
    }
  }

  // Null: the table is empty. Whatever hashing the key runs has run then.
  template <typename Q>
  HALFWORD_ALWAYS_INLINE Backing* BackingAfterHashing(const Q& key,
                                                      uint32_t* hash) const {
    for (;;) {
      const auto& prepared = KeyPreparation<Traits>::Of(key);
      Backing* const backing = backing_.get();
      if (backing == nullptr) return nullptr;
      *hash = TableHashOf<Traits>(prepared, backing->index()->seed());
      if (!IsReplaced(backing)) return backing;
    }
  }

  template <typename Q>
  static EntryNumber FindIn(Backing* backing, const Q& key, uint32_t hash) {
    const auto place =
        backing->index()->Find(hash, [=, &key](const EntryNumber& number) {
          const Entry& entry = backing->entry(number);
          if constexpr (kHasHash) {
            if (entry.hash != hash) return false;
          }
          if (IsVanished(backing, number)) return false;
          [[maybe_unused]] const EqualScope<Traits> scope(&entry);
          return Traits::Equal(entry.key, key);
        });
    return place ? *place.slot() : kNoEntry;
  }

  static void EraseFrom(Backing* backing, EntryNumber number, uint32_t hash) {
    Index* const index = backing->index();
    const auto place = index->Find(hash, [=](const EntryNumber& candidate) {
      return candidate == number;
    });
    index->GiveBack(place);
    ClearPart(&backing->entry(number).key);
    backing->GiveBack(number);
  }

  // Not yet in the order, and without a key.
  static EntryNumber Add(Backing* backing, uint32_t hash) {
    const EntryNumber number = backing->Take();
    Entry& entry = backing->entry(number);
    if constexpr (kHasHash) entry.hash = hash;
    *backing->index()->Take(hash).slot() = number;
    return number;
  }

  Backing* RoomForOne() {
    bool may_collect = kIsWeak;
    bool has_collected = false;
    bool may_shrink = kIsWeak;
    for (;;) {
      Backing* const backing = backing_.get();
      if (backing == nullptr) {
        Rebuilding::Rebuild(*this, 1);
        continue;
      }
      const Index& index = *backing->index();
      if (has_collected || backing->IsFull()) {
        DropVanishedIfStale(backing);
        if (may_shrink && index.IsToShrink()) {
          may_shrink = Rebuilding::Shrink(*this, backing);
          continue;
        }
      }
      if (backing->IsFull()) {
        const size_t next = index.NextCapacity();
        if (std::exchange(may_collect, false)) {
          has_collected = Rebuilding::CollectFirst(*this, next);
        } else {
          Rebuilding::Grow(*this, next);
        }
      } else if (std::exchange(has_collected, false) &&
                 Rebuilding::IsWorthGrowing(*this, backing)) {
        if (backing_.get() == backing) {
          Rebuilding::Grow(*this, 2 * size_t{index.count()} + 1);
        }
      } else if (backing_.get() == backing && !backing->IsFull()) {
        return backing;
      }
    }
  }

  // As table_rebuilding.h asks for them.
  using EntryRef = EntryNumber;
  static EntryRef EntryAt(const Place& place) { return *place.slot(); }
  static size_t NumberOf(Backing*, EntryNumber number) { return number; }
  static bool IsKeyVanished(Backing* backing, EntryNumber number) {
    return IsVanished(backing, number);
  }
  static uint32_t HashOf(Backing* backing, EntryNumber number) {
    const Entry& entry = *WholeAddress(&backing->entry(number));
    if constexpr (kHasHash) {
      return entry.hash;
    } else {
      return TableHashOf<Traits>(entry.key, backing->index()->seed());
    }
  }

  // Requires: hash_of(number) runs nothing of the program.
  template <typename GetHash>
  static void MoveEntries(Backing* source, Backing* target, GetHash hash_of) {
    for (EntryNumber number = Forward(source, source->first());
         number != kNoEntry;
         number = Forward(source, source->entry(number).next)) {
      Entry& entry = source->entry(number);
      const EntryNumber moved = Add(target, hash_of(number));
      MovePart(&target->entry(moved).key, &entry.key);
      target->LinkBefore(moved, kNoEntry);
    }
  }

  static void DropVanishedIfStale(Backing* backing) {
    if constexpr (kIsWeak) {
      if (__builtin_expect(backing->index()->IsStale(), false)) {
        DropVanished(backing);
      }
    }
  }

  HALFWORD_NOINLINE static void DropVanished(Backing* backing) {
    Index* const index = backing->index();
    index->ForEach([&](const auto& place) {
      const EntryNumber number = *place.slot();
      if (!IsVanished(backing, number)) return;
      ClearPart(&backing->entry(number).key);
      index->GiveBack(place);
      backing->GiveBack(number);
    });
    index->SetFresh();
  }

  Member<Backing> backing_;
  HALFWORD_FIELDS(LinkedTable, backing_)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_LINKED_TABLE_H_
