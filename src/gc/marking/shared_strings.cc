// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Owners of strings, and the marks of their bodies.

#include "gc/marking/shared_strings.h"

#include <utility>

#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Where the mark of an object is.
struct MarkPlace {
  explicit MarkPlace(uintptr_t object)
      : word(side_tables.marked[GranuleOf(object) / 64]),
        bit(uint64_t{1} << (GranuleOf(object) % 64)) {}

  bool is_set() const { return (word & bit) != 0; }

  uint64_t& word;
  const uint64_t bit;
};

}  // namespace

void SharedStrings::DropChanged() {
  std::erase_if(listed_,
                [](const StringOwner* owner) { return !owner->has_body(); });
}

size_t SharedStrings::MarkBodies() {
  size_t bytes = 0;
  for (; next_ < listed_.size(); ++next_) {
    const uintptr_t body = BodyOf(*listed_[next_]);
    const MarkPlace mark(body);
    if (mark.is_set()) continue;
    mark.word |= mark.bit;
    std::swap(listed_[next_], listed_[first_count_++]);
    bytes += RecordAt(PageIndexOf(body)).slot_bytes;
  }
  return bytes;
}

void SharedStrings::ClearSoleOwners() {
  for (const StringOwner* owner : others()) {
    const MarkPlace mark(BodyOf(*owner));
    mark.word &= ~mark.bit;
  }
  for (StringOwner* owner : firsts()) {
    const uintptr_t address = BodyOf(*owner);
    if (!MarkPlace(address).is_set()) continue;
    auto& body = *reinterpret_cast<FlatBody*>(address);
    if (body.kind() != BodyKind::kBuffer) continue;
    owner->set_link(owner->link() & ~StringOwner::kPerhapsShared);
    body.SetHead(BodyKind::kBuffer,
                 BufferCapacity(UsableBytes(RecordAt(PageIndexOf(address)))));
  }
  for (const StringOwner* owner : others()) {
    const MarkPlace mark(BodyOf(*owner));
    mark.word |= mark.bit;
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
