// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Locations: where in a program's source objects were made. They tell classes
// of one name apart.

#ifndef HALFWORD_ANALYSIS_FILE_LOCATIONS_H_
#define HALFWORD_ANALYSIS_FILE_LOCATIONS_H_

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/input_file.h"
#include "analysis/file/sections.h"

namespace halfword::analysis {

// Line and column count from 0.
struct Place {
  uint32_t script_id;
  uint32_t line;
  uint32_t column;

  auto operator<=>(const Place&) const = default;
};

struct Location {
  Node node;
  uint32_t place;  // among Locations::places
};

struct Locations {
  // Of nodes of type object, by node. Of several of one node, the last of the
  // file.
  std::vector<Location> nodes;
  std::vector<Place> places;  // each once
};

Locations ReadLocations(const InputFile& file, const Sections& sections,
                        const HeapGraph& graph);

// Of some nodes, whatever their types, as far as the file tells.
std::unordered_map<Node, Place> FindPlaces(const InputFile& file,
                                           const Sections& sections,
                                           const std::vector<Node>& nodes);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_LOCATIONS_H_
