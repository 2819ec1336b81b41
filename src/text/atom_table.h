// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AtomTable: the interned strings of one heap, weakly held.
//
// An open-addressed table of {hash, body}, probed in a row behind the seeded
// hash of the bytes. The bodies that die are cleared after the pause, as those
// of other weak tables are (design/tables.md#req.table.clean); what is left of
// such an entry, a hash without a body, is passed over and taken again, and
// falls away when the table is made anew
// (design/strings.md#req.string.atom-weak).
//
// Threads: that of the heap.

#ifndef HALFWORD_TEXT_ATOM_TABLE_H_
#define HALFWORD_TEXT_ATOM_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/heap_extension.h"
#include "halfword/internal/string_body.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/trailing_array.h"

namespace halfword::inline HALFWORD_ABI::internal {

class AtomTable final : public HeapExtension {
 public:
  // That of a heap, made if there is none.
  static AtomTable& Of(AllocationHandle& handle);

  explicit AtomTable(AllocationHandle& handle);

  // The body of the atom of these bytes: `own`, or a copy of the bytes if that
  // is null, where there is no such atom yet.
  // Requires: more bytes than fit into a word; they are those of `own`, which
  // never changes.
  StringBody* Intern(std::string_view bytes, FlatBody* own);

  // The table as an object of the heap, for an image to keep. Null: none yet.
  struct State {
    void* entries = nullptr;
    uint64_t capacity = 0;
    uint64_t used = 0;
  };
  State state() const { return {entries_.Get(), capacity_, used_}; }
  // Goes on with a table of the heap, whose seed is that of then.
  // False: no entry is empty, and a look-up ends at such a one. Those in use
  // are counted: what a file says of them could let the table become full.
  // Requires: nothing was interned yet; the object is of TypeOfEntries(), and
  // has room for as many entries. Cost: of reading all of them.
  bool Adopt(const State& state);
  static const TypeInfo& TypeOfEntries();
  static size_t EntryBytes() { return sizeof(Entry); }

  // Entries that have a body, and places for entries.
  size_t CountLiving() const;
  size_t capacity() const { return capacity_; }

  // A hash of 0 is an entry that was never used.
  struct Entry {
    // Null: there is none, or it died, and is perhaps not cleared yet.
    FlatBody* LivingBody() const;

    uint32_t hash;
    WeakMember<FlatBody> body;
    HALFWORD_FIELDS(Entry, hash, body)
  };
  class Entries : public GarbageCollected<Entries> {
   public:
    // See CleanEntriesCallback; of groups of so many.
    static bool Clean(void* entries, CleaningCursor* cursor,
                      uint32_t group_count);
    static constexpr size_t kGroupCount = 16;

    HALFWORD_FIELDS(Entries)
    HALFWORD_TRAILING(Entries, Entry)
  };

 private:
  static constexpr size_t kCapacityMin = 64;

  uint32_t HashOf(std::string_view bytes) const;
  Entry& At(size_t index) const { return TrailingArray(entries_.Get())[index]; }
  void MakeRoom();
  struct Living {
    uint32_t hash;
    FlatBody* body;
  };
  std::vector<Living> FindLiving() const;
  // Requires: nothing was allocated in the heap since they were found.
  void Fill(const std::vector<Living>& living);
  static void Free(Entries* entries, size_t capacity);

  AllocationHandle& handle_;
  const uint64_t seed_;
  Persistent<Entries> entries_;
  size_t capacity_ = 0;      // a power of two
  size_t used_ = 0;          // entries with a hash
  size_t change_count_ = 0;  // entries taken, and tables made
};

template <>
inline constexpr CleanEntriesCallback kCleanEntries<AtomTable::Entries> =
    &AtomTable::Entries::Clean;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_ATOM_TABLE_H_
