// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapStatistics: what a heap holds and what it costs, taken at one moment.
//
// Sizes are bytes. "Used" is what objects take, slots and all: those that live,
// and those that died and are not yet swept or collected. To see only live
// objects, collect first.

#ifndef HALFWORD_HEAP_STATISTICS_H_
#define HALFWORD_HEAP_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

struct HeapStatistics {
  enum DetailLevel : uint8_t {
    kBrief,     // the totals
    kDetailed,  // and every space, page and type; sweeps what is left to sweep
  };

  struct TypeStatistics {
    std::string name;
    size_t object_count = 0;
    size_t object_bytes = 0;  // sizeof, and trailing arrays by their slots
    size_t slot_bytes = 0;    // what the objects take

    // Of one object: its class, and what the class would be if its fields stood
    // in the best order. Bases stay as they are, and so does a class without a
    // list of fields.
    size_t instance_bytes = 0;       // sizeof
    size_t padding_bytes = 0;        // between and behind its own fields
    size_t best_instance_bytes = 0;  // sizeof in the best order
    // Names of fields; empty where no order is better than the present one.
    std::vector<std::string> best_field_order;
    // By how much slot_bytes would be smaller. Objects that have a trailing
    // array are not counted: their slots depend on its length, too.
    size_t reordering_saves_bytes = 0;
  };

  struct PageStatistics {
    const void* address = nullptr;
    size_t page_bytes = 0;       // a multiple of 16 KiB
    size_t slot_bytes = 0;       // of one slot
    size_t used_size_bytes = 0;  // slots with objects
    size_t object_count = 0;
    std::string type_name;  // "" for a shared page
  };

  struct SpaceStatistics {
    std::string name;  // "default", "large", "custom 0", ...
    size_t page_bytes = 0;
    size_t used_size_bytes = 0;
    size_t object_count = 0;
    std::vector<PageStatistics> page_stats;
  };

  // Chunks taken from the cage, in use or not, and their side tables.
  size_t committed_size_bytes = 0;
  // Pages in use, free pages that hold memory, and side tables.
  size_t resident_size_bytes = 0;
  // Slots that hold objects.
  size_t used_size_bytes = 0;
  // Pages in use, and their records, bitmaps and type ids.
  size_t page_bytes = 0;
  size_t side_table_bytes = 0;
  // Free pages, kept for the next objects.
  size_t pooled_memory_size_bytes = 0;

  size_t collection_count = 0;
  size_t live_bytes_after_collection = 0;
  size_t allocated_since_collection_bytes = 0;
  // What has stopped the program to mark: the pauses that end collections, and
  // the steps before them. Sweeping as the program allocates, with destructors,
  // and what callbacks take are not counted. Half, 99 and 99.9 of 100 were no
  // longer than the last three say, which are up to an eighth too large.
  size_t pause_count = 0;
  double pause_ms_last = 0;
  double pause_ms_max = 0;
  double pause_ms_total = 0;
  double pause_ms_p50 = 0;
  double pause_ms_p99 = 0;
  double pause_ms_p999 = 0;

  DetailLevel detail_level = kBrief;
  // kDetailed only. Types in descending order of slot_bytes.
  std::vector<SpaceStatistics> space_stats;
  std::vector<TypeStatistics> type_stats;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_STATISTICS_H_
