// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Three numbers an object; what they are read from is given back as early as
// it can be, since the next snapshot needs the memory.

#include "analysis/compared_objects.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "analysis/class_rows.h"
#include "analysis/detachedness.h"
#include "analysis/file/producer.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/shallow_sizes.h"
#include "analysis/user_roots.h"

namespace halfword::analysis {

ComparedObjects::ComparedObjects(const std::string& path,
                                 const Progress& progress) {
  WithPath(path, [&] {
    snapshot_ = ReadSnapshot(path, progress);
    HeapGraph& graph = snapshot_.graph;
    const StringTable& strings = *snapshot_.strings;
    is_renamed_ = SpreadDetachedness(&graph, strings);
    if (!FindUserRoots(graph, strings).empty()) {
      MoveShallowSizes(&graph, strings, is_renamed_);
    }
    graph.edges.Resize(0);
    graph.first_edges.Resize(0);
    std::vector<SpecialEdge>().swap(graph.special_edges);
    std::vector<Detachedness>().swap(graph.detachedness);
    shapes_ = FindShapes(snapshot_);
    producer_ = FindProducer(*snapshot_.file, snapshot_.sections);
  });
}

void ComparedObjects::List(const std::vector<Shape>* other_shapes,
                           ClassKeys* keys) {
  const bool has_other = other_shapes != nullptr;
  const ClassTable classes(snapshot_, is_renamed_,
                           has_other ? *other_shapes : shapes_);
  const std::vector<uint32_t> keys_of = KeysOf(classes, keys);
  const HeapGraph& graph = snapshot_.graph;
  const SnapshotHeader& header = snapshot_.sections.header;
  objects_.reserve(CountObjects());
  RowReader rows(*snapshot_.file, snapshot_.sections.nodes, header.node.count);
  for (Node node = 0; node < graph.node_count(); ++node) {
    const uint32_t id = rows.Next("nodes")[header.node.id];
    const uint32_t key = keys_of[classes.ClassOf(node)];
    if (graph.self_bytes[node] == 0 || key == kLost) continue;
    objects_.push_back({key, id, graph.self_bytes[node]});
    NoteName(key, id, node);
  }
  std::sort(objects_.begin(), objects_.end(),
            [](const ComparedObject& a, const ComparedObject& b) {
              return a.key != b.key ? a.key < b.key : a.id < b.id;
            });
  // Names are those of its own shapes, of the last of each class.
  if (has_other) {
    Name(ClassTable(snapshot_, is_renamed_, shapes_));
  } else {
    Name(classes);
  }
  // The other one needs the memory.
  snapshot_ = Snapshot();
}

void ComparedObjects::SortById() {
  std::sort(objects_.begin(), objects_.end(),
            [](const ComparedObject& a, const ComparedObject& b) {
              return a.id < b.id;
            });
}

// By class. Of classes with one key only the last is seen.
std::vector<uint32_t> ComparedObjects::KeysOf(const ClassTable& classes,
                                              ClassKeys* keys) {
  const std::vector<int32_t> no_distances(snapshot_.graph.node_count());
  std::vector<uint32_t> keys_of(classes.count(), kLost);
  std::unordered_map<uint32_t, ClassIndex> seen;
  for (const ClassRow& row :
       CountByClass(snapshot_.graph, classes, no_distances)) {
    const uint32_t key = keys->NumberOf(classes.KeyOf(row.index));
    const auto [place, is_new] = seen.try_emplace(key, row.index);
    if (is_new) keys_.push_back(key);
    if (!is_new) keys_of[std::exchange(place->second, row.index)] = kLost;
    keys_of[row.index] = key;
  }
  return keys_of;
}

size_t ComparedObjects::CountObjects() const {
  const std::vector<uint32_t>& bytes = snapshot_.graph.self_bytes;
  return bytes.size() -
         static_cast<size_t>(std::count(bytes.begin(), bytes.end(), 0u));
}

void ComparedObjects::NoteName(uint32_t key, uint32_t id, Node node) {
  if (key >= last_.size()) last_.resize(key + 1);
  Last& last = last_[key];
  if (!last.has_any || id >= last.id) last = {id, node, true};
}

void ComparedObjects::Name(const ClassTable& classes) {
  names_.resize(last_.size());
  for (size_t key = 0; key < last_.size(); ++key) {
    if (!last_[key].has_any) continue;
    names_[key] = classes.NameOf(classes.ClassOf(last_[key].node));
  }
}

// Ids of programs that have nothing to do with each other are equal by chance,
// and for what their engines make first; so classes count, too.
Kinship FindKinship(const std::vector<ComparedObject>& a,
                    const std::vector<ComparedObject>& b) {
  constexpr size_t kSampleMax = 4096;
  if (a.empty() || b.empty()) return Kinship::kSameProgram;
  std::unordered_map<uint32_t, uint32_t> sample;  // keys by id
  const size_t step = (a.size() + kSampleMax - 1) / kSampleMax;
  for (size_t i = 0; i < a.size(); i += step) {
    sample.emplace(a[i].id, a[i].key);
  }
  size_t common = 0;
  size_t equal = 0;
  for (const ComparedObject& object : b) {
    const auto place = sample.find(object.id);
    if (place == sample.end()) continue;
    ++common;
    equal += place->second == object.key;
  }
  if (common == 0) return Kinship::kNothingInCommon;
  return 2 * equal < common ? Kinship::kOtherClasses : Kinship::kSameProgram;
}

}  // namespace halfword::analysis
