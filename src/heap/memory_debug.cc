// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Filling, canaries and the lines that name what was written where.

#include "heap/memory_debug.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "base/error_line.h"
#include "halfword/internal/compiler.h"
#include "heap/object_lookup.h"
#include "heap/poison.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// The first of the bytes that is not the expected one, or SIZE_MAX. Freed slots
// are poisoned, and are looked at all the same.
HALFWORD_NO_SANITIZE size_t FindOther(const void* begin, size_t bytes,
                                      unsigned char expected) {
  const auto* const at = static_cast<const unsigned char*>(begin);
  for (size_t i = 0; i < bytes; ++i) {
    if (at[i] != expected) return i;
  }
  return SIZE_MAX;
}

// The same of a free page.
size_t FindOtherInFreePage(const unsigned char* begin) {
  return FindOther(begin, kPageBytes, begin[0] == kFreedByte ? kFreedByte : 0);
}

void Fill(void* begin, size_t bytes) {
  UnpoisonMemory(begin, bytes);
  std::memset(begin, kFreedByte, bytes);
}

// ", made at x.cc:12", or nothing.
void AppendPlace(const SlotDebug& debug, char* text, size_t bytes) {
  if (!debug.made_at) return;
  std::snprintf(text, bytes, ", made at %s:%zu", debug.made_at.FileName(),
                debug.made_at.Line());
}

}  // namespace

ObjectText::ObjectText(const void* object) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  const PageRecord& record = RecordAt(PageIndexOf(address));
  std::snprintf(text_, sizeof(text_), "%s 0x%" PRIxPTR,
                TypeOfSlot(record, address).name, address);
  if (!kMemoryDebug) return;
  const size_t used = std::strlen(text_);
  AppendPlace(DebugOf(record, object), text_ + used, sizeof(text_) - used);
}

ObjectText ObjectText::LastAt(uintptr_t address) {
  if (!kMemoryDebug) return {};
  const uintptr_t slot = SlotBegin(address);
  if (slot == 0) return {};
  const auto* const memory = reinterpret_cast<const void*>(slot);
  if (DebugOf(RecordOf(memory), memory).object_bytes == 0) return {};
  return ObjectText(memory);
}

SlotDebug& DebugOf(const PageRecord& record, const void* slot) {
  const auto address = reinterpret_cast<uintptr_t>(slot);
  const uint32_t index = record.kind == PageKind::kLarge
                             ? 0
                             : SlotIndex(record, address & (kPageBytes - 1));
  return record.slot_data->debug[index];
}

size_t FindDamagedCanary(const PageRecord& record, const void* object) {
  const size_t object_bytes = DebugOf(record, object).object_bytes;
  const size_t usable_bytes = UsableBytes(record);
  const auto* const begin = static_cast<const char*>(object);
  const size_t in_rest =
      FindOther(begin + object_bytes, usable_bytes - object_bytes, 0);
  if (in_rest != SIZE_MAX) return object_bytes + in_rest;
  const size_t in_canary =
      FindOther(begin + usable_bytes, kCanaryBytes, kCanaryByte);
  return in_canary == SIZE_MAX ? SIZE_MAX : usable_bytes + in_canary;
}

size_t FindDamageInFreed(const PageRecord& record, const void* slot) {
  return FindOther(slot, SlotBytes(record), kFreedByte);
}

void TakeFreedPages(PageIndex page, uint32_t page_count) {
  for (PageIndex i = page; i < page + page_count; ++i) {
    auto* const begin = reinterpret_cast<unsigned char*>(PageAddress(i));
    UnpoisonMemory(begin, kPageBytes);
    const size_t damage = FindOtherInFreePage(begin);
    if (damage != SIZE_MAX) {
      FatalLine("memory was written to after it was freed: 0x%" PRIxPTR
                ", in a page that held no object since",
                reinterpret_cast<uintptr_t>(begin + damage));
    }
    std::memset(begin, kFreedByte, kPageBytes);
  }
}

void FillAdoptedPages(PageIndex page, uint32_t page_count) {
  for (PageIndex i = page; i < page + page_count; ++i) {
    auto* const begin = reinterpret_cast<unsigned char*>(PageAddress(i));
    // Only then, so that what is a hole in the file takes no memory.
    if (FindOtherInFreePage(begin) != SIZE_MAX) Fill(begin, kPageBytes);
  }
}

void CheckFreedSlot(const PageRecord& record, const void* slot) {
  const size_t damage = FindDamageInFreed(record, slot);
  if (damage == SIZE_MAX) return;
  if (DebugOf(record, slot).object_bytes == 0) {
    FatalLine("byte %zu of the slot 0x%" PRIxPTR
              " was written to, and no object was in it yet",
              damage, reinterpret_cast<uintptr_t>(slot));
  }
  FatalLine("byte %zu of %s was written to after the object was freed", damage,
            ObjectText(slot).c_str());
}

void SetCanary(const PageRecord& record, void* object, size_t object_bytes) {
  DebugOf(record, object).made_at = {};
  ResizeCanary(record, object, object_bytes);
}

void ResizeCanary(const PageRecord& record, void* object, size_t object_bytes) {
  DebugOf(record, object).object_bytes = object_bytes;
  std::fill_n(static_cast<char*>(object) + UsableBytes(record), kCanaryBytes,
              static_cast<char>(kCanaryByte));
}

void CheckCanary(const PageRecord& record, const void* object) {
  const size_t damage = FindDamagedCanary(record, object);
  if (damage == SIZE_MAX) return;
  FatalLine("byte %zu of %s was written to, and the object ends at %zu", damage,
            ObjectText(object).c_str(), DebugOf(record, object).object_bytes);
}

void FillFreedSlot(const PageRecord& record, void* object) {
  UnpoisonMemory(object, SlotBytes(record));
  CheckCanary(record, object);
  Fill(object, SlotBytes(record));
}

void FillFreedPages(PageIndex page, uint32_t page_count) {
  Fill(reinterpret_cast<void*>(PageAddress(page)),
       size_t{page_count} << kPageShift);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
