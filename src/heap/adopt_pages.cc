// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages of an image become pages of a heap: each gets its record, and is filed
// in the bin that would have made it.

#include <bit>
#include <span>

#include "base/bits.h"
#include "halfword/internal/checks.h"
#include "heap/heap_core.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"
#include "heap/slot_data.h"
#include "heap/slot_map.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

bool IsSizeClass(uint32_t slot_bytes) {
  return slot_bytes != 0 && slot_bytes <= kSmallBytesMax &&
         SizeClassBytes(SizeClassOf(slot_bytes)) == slot_bytes;
}

// The slots of a type with pages of its own, where all objects are of a size.
size_t OwnSlotBytes(const TypeInfo& type) {
  const size_t alignment =
      type.alignment > kGranuleBytes ? type.alignment : kGranuleBytes;
  return RoundUp(type.object_bytes + kCanaryBytes, alignment);
}

// Whether slots, or a run of pages, of so many bytes may hold objects of a
// class.
bool MayHold(size_t bytes, const TypeInfo& type) {
  return !type.is_mixin && type.object_bytes + kCanaryBytes <= bytes;
}

// Whether each object of a shared page begins a slot, and is of a class that
// the slot has room for: whoever asks for the class of an object (TypeOfSlot())
// takes it for granted. Requires: a type for each slot.
bool HoldsObjects(const SlotMap& map, PageIndex page,
                  std::span<const TypeId> type_ids) {
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    const uint64_t allocated = AllocatedBits(page)[word];
    if ((allocated & ~map.starts[word]) != 0) return false;
    for (uint64_t bits = allocated; bits != 0; bits &= bits - 1) {
      const size_t granule =
          word * 64 + static_cast<size_t>(std::countr_zero(bits));
      const TypeInfo* const type =
          TypeRegistry::FindType(type_ids[granule / map.slot_granules]);
      if (type == nullptr || !MayHold(map.slot_bytes, *type)) return false;
    }
  }
  return true;
}

// How long each object was is not in the image: as long as it can be, with what
// was behind it and the canary after that.
void NoteAdopted(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = AllocatedBits(page)[word]; bits != 0;
         bits &= bits - 1) {
      const size_t granule =
          word * 64 + static_cast<size_t>(std::countr_zero(bits));
      const uintptr_t object = PageAddress(page) + granule * kGranuleBytes;
      // The bits of a file that nobody has checked may be any.
      if (SlotBegin(object) != object) continue;
      DebugOf(record, reinterpret_cast<const void*>(object)).object_bytes =
          UsableBytes(record);
    }
  }
}

}  // namespace

// Null: there can be no such page.
Bin* HeapCore::AdoptBin(const AdoptedSlots& slots) {
  if (slots.space_index >= shared_bins_.size()) return nullptr;
  const TypeInfo* const type = slots.type;
  const bool is_of_class = type == nullptr || type->variable_size;
  if (is_of_class ? !IsSizeClass(slots.slot_bytes)
                  : OwnSlotBytes(*type) != slots.slot_bytes ||
                        slots.slot_bytes > kSmallBytesMax) {
    return nullptr;
  }
  const size_t size_class = SizeClassOf(slots.slot_bytes);
  if (type == nullptr) return &SharedBinFor(slots.space_index, size_class);
  if (type->space_index != slots.space_index ||
      !MayHold(slots.slot_bytes, *type)) {
    return nullptr;
  }
  if (type->buffer_index == 0) {
    // This process has no buffer left for the type: the page is swept like
    // others, and no object is added.
    return &bins_[MakeBin(slots.slot_bytes, type, slots.space_index)];
  }
  const uint32_t index =
      type->buffer_index +
      (type->variable_size ? static_cast<uint32_t>(size_class) : 0);
  if (index >= buffer_states_.size()) buffer_states_.resize(index + 1);
  BufferState& state = buffer_states_[index];
  if (state.bin == nullptr) {
    Bin& bin = bins_[MakeBin(slots.slot_bytes, type, slots.space_index)];
    if (!observes_allocations_) bin.buffer = &buffers_[index];
    state.bin = &bin;
  }
  return state.bin;
}

bool HeapCore::AdoptSlots(PageIndex page, const AdoptedSlots& slots) {
  HALFWORD_DCHECK(cycle_ == 0, "pages are adopted before the first collection");
  Bin* const bin = AdoptBin(slots);
  if (bin == nullptr || slots.live_slots > bin->map->slot_count) return false;
  if (bin->is_shared() && (slots.type_ids.size() != bin->map->slot_count ||
                           !HoldsObjects(*bin->map, page, slots.type_ids))) {
    return false;
  }
  InitializePage(*bin, page);
  PageRecord& record = RecordAt(page);
  record.live_slots = static_cast<uint16_t>(slots.live_slots);
  if (bin->is_shared()) {
    for (size_t i = 0; i < slots.type_ids.size(); ++i) {
      const TypeId id = slots.type_ids[i];
      record.slot_data->type_ids[i] = id;
      record.has_destructors |=
          id != 0 && TypeRegistry::TypeById(id).has_destructor;
    }
  }
  if (kMemoryDebug) NoteAdopted(page);
  bin->File(page);
  ++used_page_count_;
  live_bytes_ += size_t{slots.live_slots} * slots.slot_bytes;
  return true;
}

bool HeapCore::AdoptLarge(PageIndex page, uint32_t page_count,
                          const TypeInfo& type) {
  HALFWORD_DCHECK(cycle_ == 0, "pages are adopted before the first collection");
  const size_t bytes = size_t{page_count} << kPageShift;
  if (page_count == 0 || type.space_index >= shared_bins_.size() ||
      !MayHold(bytes, type)) {
    return false;
  }
  InitializeLarge(page, page_count, type);
  if (kMemoryDebug) NoteAdopted(page);
  used_page_count_ += page_count;
  live_bytes_ += bytes;
  return true;
}

void HeapCore::AdoptFree(PageIndex page, uint32_t page_count) {
  if (kMemoryDebug) FillAdoptedPages(page, page_count);
  pool_.Put(page, page_count);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
