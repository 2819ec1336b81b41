// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One repetition is one life of the trees, in a heap that stays: a program
// opens pages one after the other, and neither mimalloc nor Halfword gives all
// memory back in between. Nothing is warmed up by hand: the first repetition
// does that, and the median forgets it.

#include "examples/dom/measure.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "examples/dom/cpu_clock.h"
#include "examples/dom/forest.h"
#include "examples/dom/string_census.h"
#include "examples/dom/tree_builder.h"

namespace dom {
namespace {

template <typename Work>
double Time(Work work) {
  const double started_ms = CpuMilliseconds();
  work();
  return CpuMilliseconds() - started_ms;
}

template <typename Value>
Value MedianOf(std::vector<Figures>& rounds, Value Figures::* field) {
  const auto middle =
      rounds.begin() + static_cast<ptrdiff_t>(rounds.size() / 2);
  std::nth_element(rounds.begin(), middle, rounds.end(),
                   [field](const Figures& a, const Figures& b) {
                     return a.*field < b.*field;
                   });
  return (*middle).*field;
}

// Leaves the heap empty.
Figures MeasureOnce(const Pages& pages, const PagePlaces& places,
                    NodeHeap& heap) {
  Figures figures;
  Forest forest;
  figures.build_ms = Time([&] { forest = PlantForest(heap, pages, places); });

  Census census;
  figures.traverse_ms = Time([&] { census = Walk(forest); });
  figures.node_count = census.node_count;
  figures.attribute_count = census.attribute_count;
  figures.text_bytes = census.text_bytes;
  Links links;
  figures.resolve_ms = Time([&] { links = FollowLinks(forest); });
  figures.link_count = links.count;
  figures.resolved_link_count = links.resolved_count;
  figures.id_count = CountIds(forest);
  figures.listening_count = CountListeningElements(forest);

  figures.collect_ms = Time([&] { heap.Collect(); });
  figures.total_bytes = heap.TotalBytes();

  const uint64_t keep_count = census.node_count / 2;
  figures.remove_half_ms = Time([&] {
    Truncate(heap, forest, keep_count);
    heap.Collect();
  });
  figures.bytes_after_half_removed = heap.TotalBytes();
  figures.ids_after_half_removed = CountIds(forest);
  figures.listening_after_half_removed = CountListeningElements(forest);
  if (Walk(forest).node_count != keep_count) {
    throw std::logic_error("half of the tree is not half of its nodes");
  }

  forest.clear();
  heap.Collect();
  return figures;
}

// What the strings are. That takes a life of its own, since to count them takes
// tables, and with them the processor's caches from what is timed.
void MeasureStrings(const Pages& pages, const PagePlaces& places,
                    NodeHeap& heap, Figures& figures) {
  const Forest forest = PlantForest(heap, pages, places);
  heap.Collect();
  const StringCensus census = CountStrings(forest);
  figures.string_bytes = heap.StringBytes();
  figures.string_count = census.bodies.all();
  figures.inline_string_count = census.inline_count;
  figures.string_owners = census.bodies;
  figures.checksum = census.checksum;
}

}  // namespace

Figures Measure(const Pages& pages, int repeat_count) {
  const PagePlaces places = PlacesOf(pages);
  NodeHeap heap;
  std::vector<Figures> rounds;
  for (int i = 0; i < repeat_count; ++i) {
    rounds.push_back(MeasureOnce(pages, places, heap));
  }
  Figures figures = rounds.front();
  figures.kind = NodeHeap::kKind;
  figures.build_ms = MedianOf(rounds, &Figures::build_ms);
  figures.traverse_ms = MedianOf(rounds, &Figures::traverse_ms);
  figures.resolve_ms = MedianOf(rounds, &Figures::resolve_ms);
  // There is no collector that could take any time on malloc.
  figures.collect_ms =
      NodeHeap::kKind == "malloc" ? 0 : MedianOf(rounds, &Figures::collect_ms);
  figures.remove_half_ms = MedianOf(rounds, &Figures::remove_half_ms);
  figures.total_bytes = MedianOf(rounds, &Figures::total_bytes);
  figures.bytes_after_half_removed =
      MedianOf(rounds, &Figures::bytes_after_half_removed);
  figures.bytes_per_node = static_cast<double>(figures.total_bytes) /
                           static_cast<double>(figures.node_count);
  MeasureStrings(pages, places, heap, figures);
  return figures;
}

}  // namespace dom
