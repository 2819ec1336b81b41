// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of atoms, and halfword/atom.h's way to it.

#include "text/atom_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <ostream>
#include <vector>

#include "halfword/atom.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/elements.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

AtomTable& AtomTable::Of(AllocationHandle& handle) {
  std::unique_ptr<HeapExtension>& extension =
      ExtensionOf(handle, ExtensionIndex::kAtoms);
  if (extension == nullptr) extension = std::make_unique<AtomTable>(handle);
  return static_cast<AtomTable&>(*extension);
}

AtomTable::AtomTable(AllocationHandle& handle)
    : handle_(handle), seed_(HashSeedOf(handle)) {}

const TypeInfo& AtomTable::TypeOfEntries() { return TypeInfoOf<Entries>(); }

FlatBody* AtomTable::Entry::LivingBody() const {
  return HasDied(body.GetRawStorage().GetAsInteger()) ? nullptr : body.Get();
}

bool AtomTable::Entries::Clean(void* entries, CleaningCursor* cursor,
                               uint32_t group_count) {
  constexpr size_t kHeader = TrailingLayout<Entries>::kOffset;
  const size_t count = (UsableBytesOf(entries) - kHeader) / sizeof(Entry);
  const size_t begin = size_t{cursor->group} * kGroupCount;
  const size_t end = std::min(begin + group_count * kGroupCount, count);
  Entry* const all = TrailingArray(static_cast<Entries*>(entries));
  for (size_t i = begin; i < end; ++i) {
    if (!all[i].body) continue;
    ++cursor->seen_count;
    if (all[i].LivingBody() != nullptr) continue;
    all[i].body = nullptr;
    ++cursor->lost_count;
  }
  cursor->group += group_count;
  if (end != count) return false;
  cursor->first_count = cursor->seen_count;
  cursor->place_count = count;
  cursor->place_bytes = count * sizeof(Entry);
  cursor->spare_count = SparePlaces(cursor->seen_count - cursor->lost_count,
                                    cursor->lost_count, count);
  return true;
}

uint32_t AtomTable::HashOf(std::string_view bytes) const {
  return static_cast<uint32_t>(HashBytes(bytes.data(), bytes.size(), seed_)) |
         1;
}

StringBody* AtomTable::Intern(std::string_view bytes, FlatBody* own) {
  while (4 * (used_ + 1) > 3 * capacity_) MakeRoom();
  const uint32_t hash = HashOf(bytes);
  // The low bit is always set; the place comes from those above it.
  size_t index = hash >> 1;
  size_t place = SIZE_MAX;
  for (;; ++index) {
    index &= capacity_ - 1;
    const Entry& entry = At(index);
    if (entry.hash == 0) break;
    FlatBody* const body = entry.LivingBody();
    if (body == nullptr) {
      if (place == SIZE_MAX) place = index;
    } else if (entry.hash == hash && body->view() == bytes) {
      return body;
    }
  }
  if (own == nullptr) {
    // A collection may clear entries meanwhile, and moves none; but what it
    // calls may make atoms.
    const size_t change_count = change_count_;
    own = MakeFlatBody(handle_, BodyKind::kFlat, bytes.size());
    std::memcpy(own->data(), bytes.data(), bytes.size());
    if (change_count != change_count_) return Intern(own->view(), own);
  }
  if (place == SIZE_MAX) {
    place = index;
    ++used_;
  }
  ++change_count_;
  At(place).hash = hash;
  At(place).body = own;
  return own;
}

bool AtomTable::Adopt(const State& state) {
  auto* const entries = static_cast<Entries*>(state.entries);
  size_t used = 0;
  for (size_t i = 0; i < state.capacity; ++i) {
    used += TrailingArray(entries)[i].hash != 0 ? 1 : 0;
  }
  if (used == state.capacity) return false;
  entries_ = entries;
  capacity_ = state.capacity;
  used_ = used;
  return true;
}

size_t AtomTable::CountLiving() const {
  size_t count = 0;
  for (size_t i = 0; i < capacity_; ++i) count += At(i).LivingBody() ? 1 : 0;
  return count;
}

// Half full afterwards at most, and a sixth at least, unless the limit leaves
// no room for another one; or as somebody else left it, whom the allocation has
// called.
void AtomTable::MakeRoom() {
  const auto capacity_now = [this] {
    return std::max(kCapacityMin, std::bit_ceil(2 * CountLiving() + 2));
  };
  const auto bytes_for = [](size_t capacity) {
    return RoundUpToUsable(TrailingLayout<Entries>::kOffset +
                           capacity * sizeof(Entry));
  };
  // Most of what fills it may be dead by now.
  CollectIfDue(handle_, bytes_for(capacity_now()), 1);
  const size_t old_capacity = capacity_;
  Persistent<Entries> old_entries = entries_;
  const size_t capacity = capacity_now();
  // It is asked for again when at least an eighth has been added.
  const bool may_stay = 32 * (CountLiving() + 1) <= 20 * old_capacity;
  if (may_stay && !HasRoomFor(handle_, bytes_for(capacity), 1)) {
    return Fill(FindLiving());
  }
  AllowTable(handle_, bytes_for(capacity));
  auto* const made =
      MakeGarbageCollected<Entries>(handle_, TrailingBytes<Entries>(capacity));
  if (entries_ != old_entries || 2 * CountLiving() + 2 > capacity) return;
  const std::vector<Living> living = FindLiving();
  entries_ = made;
  capacity_ = capacity;
  Fill(living);
  Free(old_entries.Release(), old_capacity);
}

std::vector<AtomTable::Living> AtomTable::FindLiving() const {
  std::vector<Living> living;
  living.reserve(CountLiving());
  for (size_t i = 0; i < capacity_; ++i) {
    FlatBody* const body = At(i).LivingBody();
    if (body != nullptr) living.push_back({At(i).hash, body});
  }
  return living;
}

// Entries that died are cleared as well, so that whoever is cleaning the table
// has less to do.
void AtomTable::Fill(const std::vector<Living>& living) {
  ClearElements(TrailingArray(entries_.Get()), capacity_);
  used_ = living.size();
  ++change_count_;
  for (const Living& entry : living) {
    size_t index = entry.hash >> 1 & (capacity_ - 1);
    while (At(index).hash != 0) index = (index + 1) & (capacity_ - 1);
    At(index).hash = entry.hash;
    At(index).body = entry.body;
  }
}

void AtomTable::Free(Entries* entries, size_t capacity) {
  if (entries == nullptr) return;
  if (FreeBacking(entries, BackingContent::kWeakTable) ==
      BackingFate::kToClear) {
    ClearElements(TrailingArray(entries), capacity);
  }
}

}  // namespace internal

String Atom::Intern(AllocationHandle& handle, std::string_view bytes) {
  if (bytes.size() <= String::kInlineBytesMax ||
      bytes.size() > String::kBytesMax) {
    return String(handle, bytes);
  }
  return internal::StringAccess::FromBody(
      internal::AtomTable::Of(handle).Intern(bytes, nullptr));
}

String Atom::Intern(const String& string) {
  internal::StringBody* const body = internal::StringAccess::BodyOf(string);
  if (body == nullptr) return string;
  const bool is_flat = body->kind() == internal::BodyKind::kFlat;
  return internal::StringAccess::FromBody(
      internal::AtomTable::Of(internal::HandleOfObject(body))
          .Intern(string.view(),
                  is_flat ? static_cast<internal::FlatBody*>(body) : nullptr));
}

std::ostream& operator<<(std::ostream& stream, const Atom& atom) {
  return stream << atom.view();
}

}  // namespace halfword::inline HALFWORD_ABI
