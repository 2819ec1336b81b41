// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sums by bin: a bin is a type's pages, or those that types share.

#include "snapshot/heap_cost.h"

#include <algorithm>
#include <map>

#include "base/bits.h"
#include "heap/object_lookup.h"
#include "snapshot/snapshot_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint64_t FreeBytesOf(PageIndex page) {
  uint64_t objects = 0;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    objects += PopCount(AllocatedBits(page)[word]);
  }
  return kPageBytes - objects * RecordAt(page).slot_bytes;
}

std::string NameOf(const Bin& bin) {
  const std::string bytes = std::to_string(bin.map->slot_bytes);
  if (bin.is_shared()) return "(free slots of " + bytes + " bytes)";
  return std::string("(free slots of ") + bin.type->name + ", " + bytes +
         " bytes)";
}

}  // namespace

void AddCost(const std::string& name, uint64_t bytes,
             std::vector<HeapCost>* costs) {
  for (; bytes > kSelfSizeMax; bytes -= kSelfSizeMax) {
    costs->push_back({name, kSelfSizeMax});
  }
  if (bytes != 0) costs->push_back({name, bytes});
}

uint64_t NodeSelfSize(const PageRecord& record) {
  return std::min<uint64_t>(SlotBytes(record), kSelfSizeMax);
}

std::vector<HeapCost> HeapCostsOf(const HeapCore& heap) {
  std::map<std::string, uint64_t> free_slots;
  for (const Bin& bin : heap.bins()) {
    bin.ForEachPage(
        [&](PageIndex page) { free_slots[NameOf(bin)] += FreeBytesOf(page); });
  }
  uint64_t large_rest = 0;
  heap.ForEachLarge([&](PageIndex page) {
    const PageRecord& record = RecordAt(page);
    large_rest += SlotBytes(record) - NodeSelfSize(record);
  });
  const uint64_t chunks = heap.pool().chunk_bytes();
  std::vector<HeapCost> costs;
  for (const auto& [name, bytes] : free_slots) AddCost(name, bytes, &costs);
  AddCost("(rest of objects above 1 GiB)", large_rest, &costs);
  AddCost("(free pages)", chunks - heap.used_page_bytes(), &costs);
  AddCost("(page records, bitmaps, type ids)", heap.committed_bytes() - chunks,
          &costs);
  return costs;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
