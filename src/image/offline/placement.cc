// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heap's choice of bins (src/heap/heap_core.cc), for any widths.

#include "image/offline/placement.h"

#include <algorithm>

#include "base/bits.h"
#include "image/byte_stream.h"
#include "image/catalog.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

bool MayHoldReferences(const FieldDescription& field) {
  if (field.kind == FieldKind::kStruct) {
    return std::any_of(field.nested.begin(), field.nested.end(),
                       MayHoldReferences);
  }
  return field.kind != FieldKind::kScalar &&
         field.kind != FieldKind::kUntracedMember;
}

}  // namespace

// More bytes than its class says: those have none of their own pages.
bool Placement::HasFixedSize(ImageTypeIndex type, size_t bytes) const {
  const TypeDescription& of = types_[type];
  return !of.trailing.has_value() &&
         shape_.OwnSlotBytes(of.alignment, bytes) ==
             shape_.OwnSlotBytes(of.alignment, of.object_bytes);
}

bool Placement::MayOwnPages(ImageTypeIndex type, size_t bytes) const {
  const TypeDescription& of = types_[type];
  return of.trailing.has_value() ? !MayHoldReferences(*of.trailing)
                                 : HasFixedSize(type, bytes);
}

size_t Placement::SlotBytesOf(ImageTypeIndex type, size_t bytes,
                              bool is_own) const {
  const TypeDescription& of = types_[type];
  return is_own && !of.trailing.has_value()
             ? shape_.OwnSlotBytes(of.alignment, bytes)
             : shape_.SharedSlotBytes(of.alignment, bytes);
}

void Placement::Count(ImageTypeIndex type, size_t bytes) {
  if (shape_.IsLarge(bytes) || !MayOwnPages(type, bytes)) return;
  const size_t slot_bytes = SlotBytesOf(type, bytes, /*is_own=*/true);
  bytes_of_[KeyOf(type, slot_bytes)] += slot_bytes;
}

uint32_t Placement::Take(ImageTypeIndex type, size_t bytes) {
  if (shape_.IsLarge(bytes)) return TakeLarge(type, bytes);
  bool is_own = MayOwnPages(type, bytes);
  if (is_own) {
    const auto found =
        bytes_of_.find(KeyOf(type, SlotBytesOf(type, bytes, true)));
    is_own = found != bytes_of_.end() && found->second > kPageBytes;
  }
  const size_t slot_bytes = SlotBytesOf(type, bytes, is_own);
  Bin& bin = is_own ? own_bins_[KeyOf(type, slot_bytes)]
                    : shared_bins_[KeyOf(types_[type].space_index, slot_bytes)];
  if (bin.page == UINT32_MAX || (bin.used + 1) * slot_bytes > kPageBytes) {
    OpenPage(type, slot_bytes, is_own, &bin);
  }
  Page& page = pages_[bin.page];
  ++page.entry.live_slots;
  if (!is_own) {
    slot_types_[page.first_slot_type + bin.used] = static_cast<uint16_t>(type);
  }
  const size_t offset = bin.page * kPageBytes + bin.used * slot_bytes;
  ++bin.used;
  return static_cast<uint32_t>(offset / shape_.granule_bytes());
}

void Placement::OpenPage(ImageTypeIndex type, size_t slot_bytes, bool is_own,
                         Bin* bin) {
  bin->page = static_cast<uint32_t>(pages_.size());
  bin->used = 0;
  Page& page = pages_.emplace_back();
  page.entry.use =
      static_cast<uint8_t>(is_own ? PageUse::kOwn : PageUse::kShared);
  page.entry.space_index = static_cast<uint8_t>(types_[type].space_index);
  page.entry.slot_bytes = static_cast<uint32_t>(slot_bytes);
  if (is_own) {
    page.entry.type = type;
    return;
  }
  page.first_slot_type = static_cast<uint32_t>(slot_types_.size());
  slot_types_.resize(slot_types_.size() + kPageBytes / slot_bytes,
                     Catalog::kNoSlotType);
  ++shared_page_count_;
}

uint32_t Placement::TakeLarge(ImageTypeIndex type, size_t bytes) {
  const auto first = static_cast<uint32_t>(pages_.size());
  const auto count = static_cast<uint32_t>(
      RoundUp(bytes + shape_.canary_bytes(), kPageBytes) / kPageBytes);
  Page& page = pages_.emplace_back();
  page.entry.use = static_cast<uint8_t>(PageUse::kLarge);
  page.entry.type = type;
  page.entry.page_run = count;
  for (uint32_t i = 1; i < count; ++i) {
    Page& tail = pages_.emplace_back();
    tail.entry.use = static_cast<uint8_t>(PageUse::kLargeTail);
    tail.entry.page_run = i;
  }
  return static_cast<uint32_t>(first * kPageBytes / shape_.granule_bytes());
}

size_t Placement::UsableBytesAt(uint32_t granule) const {
  const PageEntry& entry =
      pages_[granule * shape_.granule_bytes() / kPageBytes].entry;
  const size_t bytes = entry.use == static_cast<uint8_t>(PageUse::kLarge)
                           ? size_t{entry.page_run} * kPageBytes
                           : entry.slot_bytes;
  return bytes - shape_.canary_bytes();
}

size_t Placement::SlotTypeBytes() const {
  return shared_page_count_ * 2 * sizeof(uint32_t) +
         slot_types_.size() * sizeof(uint16_t);
}

size_t Placement::SlotTypeBytesWith(size_t bytes) const {
  if (shape_.IsLarge(bytes)) return SlotTypeBytes();
  return SlotTypeBytes() + 2 * sizeof(uint32_t) +
         kPageBytes / shape_.SharedSlotBytes(1, bytes) * sizeof(uint16_t);
}

std::string Placement::SlotTypes(uint32_t first_page) const {
  ByteWriter writer;
  for (uint32_t i = 0; i < pages_.size(); ++i) {
    const PageEntry& entry = pages_[i].entry;
    if (entry.use != static_cast<uint8_t>(PageUse::kShared)) continue;
    const auto count = static_cast<uint32_t>(kPageBytes / entry.slot_bytes);
    writer.Put(first_page + i);
    writer.Put(count);
    for (uint32_t slot = 0; slot < count; ++slot) {
      writer.Put(slot_types_[pages_[i].first_slot_type + slot]);
    }
  }
  return writer.bytes();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
