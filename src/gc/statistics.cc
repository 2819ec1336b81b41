// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapStatistics: the totals are kept up to date; spaces, pages and types are
// counted from bitmaps and type ids when they are asked for.

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "gc/collector.h"
#include "halfword/internal/size_class.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"
#include "types/field_order.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What DetailedCounter finds of one type.
struct TypeCount {
  size_t objects = 0;
  size_t bytes = 0;
  size_t slot_bytes = 0;
  size_t reordering_saves_bytes = 0;
  FieldOrder order;
};

// What a slot of the page would take if its object had so many bytes.
size_t SlotBytesFor(const PageRecord& record, const TypeInfo& type,
                    size_t object_bytes) {
  const size_t alignment = std::max<size_t>(type.alignment, kGranuleBytes);
  const size_t bytes =
      (object_bytes + kCanaryBytes + alignment - 1) / alignment * alignment;
  if (record.kind == PageKind::kLarge) {
    return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  }
  return record.type != nullptr ? bytes : SizeClassBytes(SizeClassOf(bytes));
}

// Counts pages of a heap whose runs are closed and whose pages are swept.
class DetailedCounter {
 public:
  explicit DetailedCounter(size_t space_count) {
    spaces_.resize(space_count + 1);
    spaces_[0].name = "default";
    for (size_t i = 1; i < space_count; ++i) {
      spaces_[i].name = "custom " + std::to_string(i - 1);
    }
    spaces_.back().name = "large";
  }

  void CountPage(PageIndex page) {
    const PageRecord& record = RecordAt(page);
    const bool is_large = record.kind == PageKind::kLarge;
    HeapStatistics::PageStatistics statistics;
    statistics.address = reinterpret_cast<const void*>(PageAddress(page));
    statistics.page_bytes = size_t{record.run_pages} << kPageShift;
    statistics.slot_bytes = SlotBytes(record);
    statistics.object_count = CountObjects(page);
    statistics.used_size_bytes =
        statistics.object_count * statistics.slot_bytes;
    if (record.type != nullptr) statistics.type_name = record.type->name;

    HeapStatistics::SpaceStatistics& space =
        is_large ? spaces_.back() : spaces_[record.space_index];
    space.page_bytes += statistics.page_bytes;
    space.used_size_bytes += statistics.used_size_bytes;
    space.object_count += statistics.object_count;
    space.page_stats.push_back(std::move(statistics));
  }

  void MoveInto(HeapStatistics* statistics) {
    for (const auto& [type, count] : types_) {
      HeapStatistics::TypeStatistics& of_type =
          statistics->type_stats.emplace_back();
      of_type.name = type->name;
      of_type.object_count = count.objects;
      of_type.object_bytes = count.bytes;
      of_type.slot_bytes = count.slot_bytes;
      of_type.instance_bytes = type->object_bytes;
      of_type.padding_bytes = count.order.padding_bytes;
      of_type.best_instance_bytes = count.order.best_object_bytes;
      for (const FieldInfo* field : count.order.best) {
        of_type.best_field_order.emplace_back(field->name);
      }
      of_type.reordering_saves_bytes = count.reordering_saves_bytes;
    }
    std::sort(statistics->type_stats.begin(), statistics->type_stats.end(),
              [](const auto& a, const auto& b) {
                return a.slot_bytes != b.slot_bytes
                           ? a.slot_bytes > b.slot_bytes
                           : a.name < b.name;
              });
    statistics->space_stats = std::move(spaces_);
  }

 private:
  size_t CountObjects(PageIndex page) {
    const PageRecord& record = RecordAt(page);
    const uint64_t* const allocated = AllocatedBits(page);
    size_t objects = 0;
    for (size_t word = 0; word < kPageBitmapWords; ++word) {
      for (uint64_t bits = allocated[word]; bits != 0; bits &= bits - 1) {
        const size_t granule =
            word * 64 + static_cast<size_t>(std::countr_zero(bits));
        CountObject(record, PageAddress(page) + granule * kGranuleBytes);
        ++objects;
      }
    }
    return objects;
  }

  void CountObject(const PageRecord& record, uintptr_t object) {
    const TypeInfo& type = TypeOfSlot(record, object);
    const auto [place, is_new] = types_.try_emplace(&type);
    TypeCount& count = place->second;
    if (is_new) count.order = FindFieldOrder(type);
    const size_t slot_bytes = SlotBytes(record);
    ++count.objects;
    count.bytes += type.variable_size ? slot_bytes : type.object_bytes;
    count.slot_bytes += slot_bytes;
    if (!type.variable_size) {
      // The class of an object with additional bytes that it does not list may
      // need less than its slot has, in either order.
      const size_t best =
          SlotBytesFor(record, type, count.order.best_object_bytes);
      const size_t now = SlotBytesFor(record, type, type.object_bytes);
      if (now == slot_bytes) count.reordering_saves_bytes += now - best;
    }
  }

  std::vector<HeapStatistics::SpaceStatistics> spaces_;
  std::map<const TypeInfo*, TypeCount> types_;
};

// Slots that hold objects, in pages swept or not.
size_t UsedBytes(const HeapCore& heap) {
  size_t used = 0;
  heap.ForEachPage([&](PageIndex page) {
    const uint64_t* const allocated = AllocatedBits(page);
    size_t objects = 0;
    for (size_t word = 0; word < kPageBitmapWords; ++word) {
      objects += static_cast<size_t>(std::popcount(allocated[word]));
    }
    used += objects * SlotBytes(RecordAt(page));
  });
  return used;
}

}  // namespace

HeapStatistics Collector::Statistics(HeapStatistics::DetailLevel detail) {
  CloseRuns();
  if (detail == HeapStatistics::kDetailed) FinishSweep();
  UpdateShare();
  const SharedSweep::Pause pause(shared_sweep());
  HeapStatistics statistics;
  statistics.detail_level = detail;
  statistics.committed_size_bytes = committed_bytes();
  statistics.resident_size_bytes = resident_bytes();
  statistics.used_size_bytes = UsedBytes(*this);
  statistics.page_bytes = used_page_bytes();
  statistics.side_table_bytes = side_table_bytes();
  statistics.pooled_memory_size_bytes =
      pool().resident_free_page_count() * kPageBytes;
  statistics.collection_count = collection_count_;
  statistics.live_bytes_after_collection = pacer_.live_bytes();
  statistics.allocated_since_collection_bytes =
      allocated_since_collection_bytes();
  statistics.pause_count = pauses_.count();
  statistics.pause_ms_last = pauses_.last_ms();
  statistics.pause_ms_max = pauses_.max_ms();
  statistics.pause_ms_total = pauses_.total_ms();
  statistics.pause_ms_p50 = pauses_.PercentileMs(0.5);
  statistics.pause_ms_p99 = pauses_.PercentileMs(0.99);
  statistics.pause_ms_p999 = pauses_.PercentileMs(0.999);
  if (detail == HeapStatistics::kDetailed) {
    DetailedCounter counter(space_count());
    ForEachPage([&](PageIndex page) { counter.CountPage(page); });
    counter.MoveInto(&statistics);
  }
  return statistics;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
