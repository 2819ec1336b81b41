// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the objects that say where they come from.

#include "snapshot/location_section.h"

#include <optional>

#include "halfword/source_table.h"
#include "snapshot/digits.h"
#include "snapshot/snapshot_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Three separators and a comma in front.
constexpr size_t kLocationBytesMax = 4 * (kDigitsMax + 1) + 8;

class LocationWriter {
 public:
  LocationWriter(SnapshotGraph* graph, JsonOutput* output)
      : graph_(*graph), sources_(*graph->options().sources), output_(*output) {}

  size_t WriteAll() {
    graph_.nodes().ForEachPage([this](PageIndex page, NodeOrdinal first) {
      const TypeInfo* const type = RecordAt(page).type;
      if (type != nullptr && type->source_position_of == nullptr) return;
      NodeOrdinal node = first;
      graph_.ForEachOf(page, [&](const TypePlan& plan, uintptr_t object) {
        if (plan.type->source_position_of != nullptr) {
          WriteObject(plan, object, node);
        }
        ++node;
      });
    });
    return missing_count_;
  }

 private:
  void WriteObject(const TypePlan& plan, uintptr_t object, NodeOrdinal node) {
    if (graph_.IsUnderConstruction(object)) return;
    const SourcePosition position =
        plan.type->source_position_of(reinterpret_cast<const void*>(object));
    if (position.source == kNoSource) return;
    const std::optional<TextPosition> place = sources_.Find(position);
    if (!place.has_value()) {
      ++missing_count_;
      return;
    }
    char* at = output_.Room(kLocationBytesMax);
    *at++ = is_first_ ? '\n' : ',';
    is_first_ = false;
    at = PutDigits(at, uint64_t{node} * graph_.node_field_count());
    *at++ = ',';
    at = PutDigits(at, static_cast<uint32_t>(position.source));
    *at++ = ',';
    at = PutDigits(at, place->line);
    *at++ = ',';
    output_.Filled(PutDigits(at, place->column));
  }

  SnapshotGraph& graph_;
  SourceTable& sources_;
  JsonOutput& output_;
  size_t missing_count_ = 0;
  bool is_first_ = true;
};

}  // namespace

size_t WriteLocations(SnapshotGraph* graph, JsonOutput* output) {
  if (graph->options().sources == nullptr) return 0;
  return LocationWriter(graph, output).WriteAll();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
