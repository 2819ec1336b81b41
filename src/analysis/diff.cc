// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Of each snapshot three numbers an object are kept: class, id, size. Sorted,
// they are merged.

#include "analysis/diff.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "analysis/class_rows.h"
#include "analysis/class_table.h"
#include "analysis/detachedness.h"
#include "analysis/file/json_text.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/shallow_sizes.h"
#include "analysis/user_roots.h"

namespace halfword::analysis {

namespace {

// Numbers of the keys of classes, of both snapshots.
class Keys {
 public:
  uint32_t NumberOf(const std::string& key) {
    const auto next = static_cast<uint32_t>(numbers_.size());
    return numbers_.try_emplace(key, next).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

struct Object {
  uint32_t key;
  uint32_t id;
  uint32_t bytes;
};

// One of the two, as far as it is compared.
class Side {
 public:
  Side(const std::string& path, const Progress& progress)
      : snapshot_(ReadSnapshot(path, progress)) {
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
  }

  const std::vector<Shape>& shapes() const { return shapes_; }

  // Its objects by key and id. other_shapes: null for its own.
  void ListObjects(const std::vector<Shape>* other_shapes, Keys* keys) {
    const bool has_other = other_shapes != nullptr;
    const ClassTable classes(snapshot_, is_renamed_,
                             has_other ? *other_shapes : shapes_);
    const std::vector<uint32_t> keys_of = KeysOf(classes, keys);
    const HeapGraph& graph = snapshot_.graph;
    const SnapshotHeader& header = snapshot_.sections.header;
    objects_.reserve(CountObjects());
    RowReader rows(*snapshot_.file, snapshot_.sections.nodes,
                   header.node.count);
    for (Node node = 0; node < graph.node_count(); ++node) {
      const uint32_t id = rows.Next("nodes")[header.node.id];
      const uint32_t key = keys_of[classes.ClassOf(node)];
      if (graph.self_bytes[node] == 0 || key == kLost) continue;
      objects_.push_back({key, id, graph.self_bytes[node]});
      NoteName(key, id, node);
    }
    std::sort(objects_.begin(), objects_.end(),
              [](const Object& a, const Object& b) {
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

  const std::vector<Object>& objects() const { return objects_; }
  // In the order of their first objects.
  const std::vector<uint32_t>& keys() const { return keys_; }
  // "": it has none of these.
  std::string NameOf(uint32_t key) const {
    return key < names_.size() ? names_[key] : "";
  }

 private:
  static constexpr uint32_t kLost = UINT32_MAX;

  struct Last {
    uint32_t id = 0;
    Node node = 0;
    bool has_any = false;
  };

  // By class. Of classes with one key only the last is seen.
  std::vector<uint32_t> KeysOf(const ClassTable& classes, Keys* keys) {
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

  size_t CountObjects() const {
    const std::vector<uint32_t>& bytes = snapshot_.graph.self_bytes;
    return bytes.size() -
           static_cast<size_t>(std::count(bytes.begin(), bytes.end(), 0u));
  }

  void NoteName(uint32_t key, uint32_t id, Node node) {
    if (key >= last_.size()) last_.resize(key + 1);
    Last& last = last_[key];
    if (!last.has_any || id >= last.id) last = {id, node, true};
  }
  void Name(const ClassTable& classes) {
    names_.resize(last_.size());
    for (size_t key = 0; key < last_.size(); ++key) {
      if (!last_[key].has_any) continue;
      names_[key] = classes.NameOf(classes.ClassOf(last_[key].node));
    }
  }

  Snapshot snapshot_;
  std::vector<bool> is_renamed_;
  std::vector<Shape> shapes_;
  std::vector<Object> objects_;
  std::vector<uint32_t> keys_;
  std::vector<Last> last_;  // by key
  std::vector<std::string> names_;
};

// Both sides, object by object.
class Merger {
 public:
  // later_ids: sorted.
  Merger(const Side& base, const Side& newer,
         const std::vector<uint32_t>& later_ids)
      : base_(base),
        newer_(newer),
        later_ids_(later_ids),
        old_(base.objects().begin()),
        now_(newer.objects().begin()) {}

  Diff Merge() {
    while (old_ != base_.objects().end() || now_ != newer_.objects().end()) {
      MergeClass(std::min(KeyAt(old_, base_), KeyAt(now_, newer_)));
    }
    Diff diff = {InOrder(), std::move(grown_)};
    std::stable_sort(diff.rows.begin(), diff.rows.end(),
                     [](const DiffRow& a, const DiffRow& b) {
                       return a.added_bytes != b.added_bytes
                                  ? a.added_bytes > b.added_bytes
                                  : IsLessInUtf16(a.name, b.name);
                     });
    std::stable_sort(diff.grown.begin(), diff.grown.end(),
                     [](const GrownRow& a, const GrownRow& b) {
                       return a.grown_bytes != b.grown_bytes
                                  ? a.grown_bytes > b.grown_bytes
                                  : IsLessInUtf16(a.name, b.name);
                     });
    return diff;
  }

 private:
  using Place = std::vector<Object>::const_iterator;

  static uint32_t KeyAt(Place place, const Side& side) {
    return place != side.objects().end() ? place->key : UINT32_MAX;
  }

  void MergeClass(uint32_t key) {
    DiffRow row;
    GrownRow grown;
    for (;;) {
      const bool has_old = KeyAt(old_, base_) == key;
      const bool has_now = KeyAt(now_, newer_) == key;
      if (!has_old && !has_now) break;
      if (has_old && has_now && old_->id == now_->id) {
        if (old_->bytes != now_->bytes) {
          ++grown.grown_count;
          grown.grown_bytes += int64_t{now_->bytes} - int64_t{old_->bytes};
        }
        ++old_;
        ++now_;
      } else if (has_old && (!has_now || old_->id < now_->id)) {
        ++row.removed_count;
        row.removed_bytes += old_->bytes;
        ++old_;
      } else {
        Add(*now_, &row);
        ++now_;
      }
    }
    row.name = newer_.NameOf(key);
    if (row.name.empty()) row.name = base_.NameOf(key);
    if (grown.grown_count != 0) {
      grown.name = row.name;
      grown_.push_back(std::move(grown));
    }
    if (row.added_count != 0 || row.removed_count != 0) {
      rows_.emplace(key, std::move(row));
    }
  }

  void Add(const Object& object, DiffRow* row) const {
    ++row->added_count;
    row->added_bytes += object.bytes;
    if (std::binary_search(later_ids_.begin(), later_ids_.end(), object.id)) {
      ++row->kept_count;
      row->kept_bytes += object.bytes;
    }
  }

  // Those of the base, then those of the newer one that the base does not have.
  std::vector<DiffRow> InOrder() {
    std::vector<DiffRow> in_order;
    for (const Side* const side : {&base_, &newer_}) {
      for (const uint32_t key : side->keys()) {
        auto row = rows_.extract(key);
        if (!row.empty()) in_order.push_back(std::move(row.mapped()));
      }
    }
    return in_order;
  }

  const Side& base_;
  const Side& newer_;
  const std::vector<uint32_t>& later_ids_;
  Place old_;
  Place now_;
  std::unordered_map<uint32_t, DiffRow> rows_;  // by key
  std::vector<GrownRow> grown_;
};

std::vector<uint32_t> SortedIds(const std::string& path,
                                const Progress& progress) {
  return WithPath(path, [&] {
    const Snapshot snapshot = ReadSnapshot(path, progress);
    std::vector<uint32_t> ids = ReadNodeIds(*snapshot.file, snapshot.sections);
    std::sort(ids.begin(), ids.end());
    return ids;
  });
}

}  // namespace

Diff CompareSnapshots(const std::string& base_path,
                      const std::string& newer_path,
                      const std::string& later_path, const Progress& progress) {
  Keys keys;
  const auto open = [&progress](const std::string& path) {
    return WithPath(path, [&] { return Side(path, progress); });
  };
  Side newer = open(newer_path);
  newer.ListObjects(nullptr, &keys);
  Side base = open(base_path);
  base.ListObjects(&newer.shapes(), &keys);
  std::vector<uint32_t> later_ids;
  if (!later_path.empty()) later_ids = SortedIds(later_path, progress);
  return Merger(base, newer, later_ids).Merge();
}

}  // namespace halfword::analysis
