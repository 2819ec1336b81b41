// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TableRebuilding<Table>: moves all entries of a HashTable or a LinkedTable
// into a new backing.
//
// Hashing a key may use the heap, and what a collection calls may use the table
// meanwhile (hash_traits.h). Where that can be, all hashes are noted first,
// while nothing can be added to the old backing; then the new one is made, and
// then the entries move, which runs nothing of the program
// (design/tables.md#req.table.anew).
//
// Threads: the heap's own.

#ifndef HALFWORD_INTERNAL_TABLE_REBUILDING_H_
#define HALFWORD_INTERNAL_TABLE_REBUILDING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "halfword/internal/backing.h"
#include "halfword/internal/hash_group.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Table gives, as a friend, how its entries are named (EntryRef, EntryAt(),
// NumberOf()), hashed and moved.
template <typename Table>
class TableRebuilding {
 public:
  using Backing = typename Table::Backing;
  using EntryRef = typename Table::EntryRef;

  // Into one with room for so many entries, or for all that there are.
  HALFWORD_NOINLINE static void Rebuild(Table& table, size_t entry_count) {
    if constexpr (Table::kNotesHashes) {
      if (table.backing_) return RebuildFromNotes(table, entry_count);
    }
    Backing* const target = Backing::New(HandleOf(table), entry_count);
    Backing* const source = table.backing_.get();
    if (source != nullptr) {
      if (source->index()->count() > target->index()->capacity()) {
        Backing::Free(target);
        return Rebuild(table, source->index()->count());
      }
      Table::MoveEntries(source, target, [source](EntryRef entry) {
        return Table::HashOf(source, entry);
      });
    }
    table.backing_ = target;
    if (source != nullptr) Backing::Free(source);
  }

  // The same because the table has no room for one more. Where it has room by
  // then, or another backing, that was all.
  static void Grow(Table& table, size_t entry_count) {
    Backing* const backing = table.backing_.get();
    if (backing != nullptr &&
        IsPutOff(table, size_t{backing->index()->count()} + 1, entry_count)) {
      return;
    }
    if constexpr (Table::kIsWeak) {
      AllowTable(HandleOf(table), Backing::BytesFor(entry_count));
    }
    Rebuild(table, entry_count);
  }

  // The same because the program asks for that.
  static void Reserve(Table& table, size_t entry_count) {
    if (!IsPutOff(table, entry_count, entry_count)) {
      Rebuild(table, entry_count);
    }
  }

  // Whether the limit leaves room for another backing beside this one.
  static bool HasRoom(const Table& table, size_t entry_count) {
    return HasRoomFor(HandleOf(table), Backing::BytesFor(entry_count),
                      Backing::ObjectCountFor(entry_count));
  }

  // Of a weak table that is to become smaller: makes it so, or where the limit
  // leaves no room for that, lets it be used as it is. Returns whether it did.
  static bool Shrink(Table& table, Backing* backing) {
    const size_t entry_count = 2 * size_t{backing->index()->count()} + 1;
    if (IsPutOff(table, entry_count, entry_count)) return false;
    Rebuild(table, entry_count);
    return true;
  }

  // Whether a weak table that has room after a collection grows even so: if
  // more than half of it is in use, or little would be inserted until the next
  // one. But not past the limit, unless the program raises that: there it is
  // used while it has a place, whatever overflow bits say.
  static bool IsWorthGrowing(Table& table, Backing* backing) {
    const Index& index = *backing->index();
    const size_t twice = 2 * size_t{index.count()};
    return twice > index.capacity() && GetRoom(table, twice + 1);
  }

  // Of a weak table that is full: collects first if that is due, so that it may
  // have room again. Returns whether it was.
  static bool CollectFirst(Table& table, size_t entry_count) {
    return CollectIfDue(HandleOf(table), Backing::BytesFor(entry_count),
                        Backing::ObjectCountFor(entry_count));
  }

 private:
  using Index = typename Table::Index;

  // The heap of a table is that of its backing, whose seed all hashes are made
  // with: a table on the stack may be used in the scopes of several heaps.
  static AllocationHandle& HandleOf(const Table& table) {
    const Backing* const backing = table.backing_.get();
    return backing != nullptr ? HandleOfObject(backing) : HandleFor(&table);
  }

  // Whether it does, or is raised by the program when asked.
  static bool GetRoom(const Table& table, size_t entry_count) {
    return GetRoomFor(HandleOf(table), Backing::BytesFor(entry_count),
                      Backing::ObjectCountFor(entry_count));
  }

  // A table that has the places it needs in spite of its overflow bits is used
  // as it is where the limit leaves no room for another backing. A weak one has
  // been collected for it by then, so that the program is asked for a higher
  // limit before it goes without a larger backing. Returns whether it is used
  // so. One that is closed takes no entry in any case.
  static bool IsPutOff(Table& table, size_t needed_count, size_t entry_count) {
    Backing* const backing = table.backing_.get();
    if (backing == nullptr || !backing->index()->HasPlacesFor(needed_count)) {
      return false;
    }
    const bool may_ask =
        Table::kIsWeak && !backing->index()->HasPlacesFor(entry_count);
    const bool has_room =
        may_ask ? GetRoom(table, entry_count) : HasRoom(table, entry_count);
    // The callback may have used the table.
    if (table.backing_.get() != backing) return true;
    if (!has_room) backing->index()->PutOffRebuilding();
    return !has_room;
  }

  // Whatever is added meanwhile comes into another backing, and then all is
  // done that was to be done here. An exception leaves the table as it was.
  // Requires: the table has a backing.
  static void RebuildFromNotes(Table& table, size_t entry_count) {
    Backing* const source = table.backing_.get();
    Index* const index = source->index();
    Backing* now;
    {
      const typename Index::Closure closure(index);
      const auto hashes =
          std::make_unique_for_overwrite<uint32_t[]>(index->slot_count());
      NoteHashes(table, source, hashes.get());
      Backing* const target =
          Backing::New(HandleOfObject(source),
                       std::max<size_t>(entry_count, index->count()));
      now = table.backing_.get();
      // From here on nothing of the program runs.
      if (now == source) {
        Table::MoveEntries(source, target, [&](EntryRef entry) {
          return hashes[Table::NumberOf(source, entry)];
        });
      }
      if (now == source || now == nullptr) {
        table.backing_ = target;
      } else {
        Backing::Free(target);
      }
    }
    if (now == source) Backing::Free(source);
  }

  // By way of the index: an order of the entries may change meanwhile. Once the
  // table has another backing, the entries have moved there.
  static void NoteHashes(const Table& table, Backing* source,
                         uint32_t* hashes) {
    source->index()->ForEach([=, &table](const auto& place) {
      if (table.backing_.get() != source) return;
      // What runs for one entry may erase others of its group. A value that is
      // null may be assigned, so that its entry is in use again.
      if (place.group->tags[place.index] == kFreeTag) return;
      const EntryRef entry = Table::EntryAt(place);
      if (Table::IsKeyVanished(source, entry)) return;
      hashes[Table::NumberOf(source, entry)] = Table::HashOf(source, entry);
    });
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_TABLE_REBUILDING_H_
