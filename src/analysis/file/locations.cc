// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rows until the array ends: the header does not tell how many.

#include "analysis/file/locations.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "analysis/file/byte_reader.h"
#include "analysis/file/number_reader.h"

namespace halfword::analysis {

namespace {

// By node; of several, the last stays.
void SortAndThin(std::vector<Location>* locations) {
  std::stable_sort(
      locations->begin(), locations->end(),
      [](const Location& a, const Location& b) { return a.node < b.node; });
  const auto kept = std::unique(
      locations->rbegin(), locations->rend(),
      [](const Location& a, const Location& b) { return a.node == b.node; });
  locations->erase(locations->begin(), kept.base());
  locations->shrink_to_fit();
}

// Calls visit(node, place) for each row that is of a node.
template <typename Visit>
void ForEachRow(const InputFile& file, const Sections& sections, Visit visit) {
  if (!sections.header.has_locations) return;
  const SnapshotHeader::LocationFields& fields = sections.header.location;
  const auto node_field_count =
      static_cast<uint32_t>(sections.header.node.count);
  ByteReader bytes(file, sections.locations);
  NumberReader numbers(&bytes);
  std::vector<uint32_t> row(fields.count);
  while (numbers.Read(row.data(), row.size()) == row.size()) {
    const uint32_t index = row[fields.object_index];
    const Node node = index / node_field_count;
    if (index % node_field_count != 0 || node >= sections.header.node_count) {
      continue;
    }
    visit(node,
          Place{row[fields.script_id], row[fields.line], row[fields.column]});
  }
}

}  // namespace

Locations ReadLocations(const InputFile& file, const Sections& sections,
                        const HeapGraph& graph) {
  Locations locations;
  std::map<Place, uint32_t> known_places;
  ForEachRow(file, sections, [&](Node node, const Place& place) {
    if (graph.KindOf(node) != NodeKind::kObject) return;
    const auto next = static_cast<uint32_t>(locations.places.size());
    const auto [known, is_new] = known_places.try_emplace(place, next);
    if (is_new) locations.places.push_back(place);
    locations.nodes.push_back({node, known->second});
  });
  SortAndThin(&locations.nodes);
  return locations;
}

std::unordered_map<Node, Place> FindPlaces(const InputFile& file,
                                           const Sections& sections,
                                           const std::vector<Node>& nodes) {
  const std::unordered_set<Node> wanted(nodes.begin(), nodes.end());
  std::unordered_map<Node, Place> places;
  ForEachRow(file, sections, [&](Node node, const Place& place) {
    if (wanted.contains(node)) places[node] = place;
  });
  return places;
}

}  // namespace halfword::analysis
