// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each node has a number, its content's hash, that is its own at first; strings
// have that of their text. A round gives each object the hash of its edges,
// with the numbers of their targets. So after the first round those are equal
// that hold the same objects and equal strings, after the second those that
// hold equal ones of these, and so on, until no more become equal.

#include "analysis/findings/duplicate_objects.h"

#include <algorithm>
#include <span>
#include <utility>

#define XXH_INLINE_ALL
#include "analysis/file/edge_walk.h"
#include "analysis/findings/string_contents.h"
#include "xxhash.h"

namespace halfword::analysis {

namespace {

constexpr int kRoundCountMax = 8;

// By their numbers in StringContents: what all objects of a class share.
enum SharedEdge : size_t { kMap, kProto };

bool HasContent(NodeKind kind) {
  return kind == NodeKind::kObject || kind == NodeKind::kArray ||
         kind == NodeKind::kNative || kind == NodeKind::kRegExp ||
         kind == NodeKind::kNumber || kind == NodeKind::kBigInt;
}

// Of these an owner shows the size, or the reader cannot see them.
bool IsShown(NodeKind kind) {
  return kind == NodeKind::kObject || kind == NodeKind::kArray ||
         kind == NodeKind::kNative || kind == NodeKind::kRegExp;
}

class Finder {
 public:
  Finder(const Snapshot& snapshot, const Figures& figures,
         const Progress& progress)
      : snapshot_(snapshot),
        graph_(snapshot.graph),
        classes_(figures.classes),
        progress_(progress),
        contents_(snapshot, {"map", "__proto__"}),
        hashes_(graph_.node_count()),
        next_(graph_.node_count()) {}

  std::vector<DuplicateObjects> Find() {
    for (Node node = 0; node < graph_.node_count(); ++node) {
      hashes_[node] = OwnHash(node);
    }
    size_t different_count = SIZE_MAX;
    for (int round = 0; round < kRoundCountMax; ++round) {
      Tell(progress_, "comparing objects", static_cast<uint64_t>(round),
           kRoundCountMax);
      Round();
      const size_t count = CountDifferent();
      if (count == different_count) break;
      different_count = count;
    }
    return Group();
  }

 private:
  static constexpr uint64_t kNoContent = 0;

  uint64_t OwnHash(Node node) const {
    if (graph_.KindOf(node) == NodeKind::kString) {
      const TextHash& text = contents_.HashOf(graph_.names[node]);
      return text.first ^ text.second << 3;
    }
    return XXH3_64bits(&node, sizeof(node));
  }

  void Round() {
    EdgeWalk walk(snapshot_);
    while (walk.NextSource()) {
      const Node node = walk.source();
      next_[node] = hashes_[node];
      if (!HasContent(graph_.KindOf(node))) continue;
      const uint64_t hash = ContentHash(node, &walk);
      if (hash != kNoContent) next_[node] = hash;
    }
    hashes_.swap(next_);
  }

  // kNoContent: nothing in the file tells it from others of its class.
  uint64_t ContentHash(Node node, EdgeWalk* walk) {
    words_.assign(
        {classes_.ClassOf(node), graph_.self_bytes[node],
         graph_.KindOf(node) == NodeKind::kArray ? graph_.names[node] : 0});
    bool has_content = false;
    while (const auto edge = walk->NextEdge()) {
      if (edge->type.kind == EdgeKind::kWeak) continue;
      if (edge->target == node) return kNoContent;
      uint64_t name = uint64_t{edge->name} << 1 | 1;
      if (!edge->type.has_index) {
        // Names of pairs tell of ids.
        if (snapshot_.strings->TraitsOf(edge->name).known() ==
            KnownName::kPair) {
          continue;
        }
        name = uint64_t{edge->name} << 1;
        has_content |=
            contents_.NumberOf(edge->name) == StringContents::kNotKnown;
      } else {
        has_content = true;
      }
      words_.push_back(name);
      words_.push_back(hashes_[edge->target]);
    }
    if (!has_content) return kNoContent;
    return XXH3_64bits(words_.data(), words_.size() * sizeof(uint64_t)) | 1;
  }

  size_t CountDifferent() {
    next_ = hashes_;
    std::sort(next_.begin(), next_.end());
    return static_cast<size_t>(std::unique(next_.begin(), next_.end()) -
                               next_.begin());
  }

  std::vector<DuplicateObjects> Group() const {
    std::vector<std::pair<uint64_t, Node>> objects;
    for (Node node = 0; node < graph_.node_count(); ++node) {
      if (IsShown(graph_.KindOf(node)) && graph_.self_bytes[node] != 0) {
        objects.emplace_back(hashes_[node], node);
      }
    }
    std::sort(objects.begin(), objects.end());
    std::vector<DuplicateObjects> groups;
    for (size_t begin = 0; begin < objects.size();) {
      size_t end = begin + 1;
      while (end < objects.size() && objects[end].first == objects[begin].first)
        ++end;
      if (end - begin > 1) {
        groups.push_back(
            GroupOf(std::span(objects).subspan(begin, end - begin)));
      }
      begin = end;
    }
    std::sort(groups.begin(), groups.end(),
              [](const DuplicateObjects& a, const DuplicateObjects& b) {
                return a.wasted_bytes != b.wasted_bytes
                           ? a.wasted_bytes > b.wasted_bytes
                           : a.members.front() < b.members.front();
              });
    return groups;
  }

  DuplicateObjects GroupOf(
      std::span<const std::pair<uint64_t, Node>> members) const {
    DuplicateObjects group;
    for (const auto& [hash, node] : members) group.members.push_back(node);
    const uint64_t bytes = graph_.self_bytes[group.members.front()];
    group.self_bytes = bytes * members.size();
    group.wasted_bytes = group.self_bytes - bytes;
    return group;
  }

  const Snapshot& snapshot_;
  const HeapGraph& graph_;
  const ClassTable& classes_;
  const Progress& progress_;
  const StringContents contents_;
  std::vector<uint64_t> hashes_;  // by node
  std::vector<uint64_t> next_;
  std::vector<uint64_t> words_;  // of one node
};

}  // namespace

std::vector<DuplicateObjects> FindDuplicateObjects(const Snapshot& snapshot,
                                                   const Figures& figures,
                                                   const Progress& progress) {
  return Finder(snapshot, figures, progress).Find();
}

}  // namespace halfword::analysis
