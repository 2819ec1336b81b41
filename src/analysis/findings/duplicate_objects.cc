// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each node has a number, that of a node which it is equal to: its own at
// first; strings have that of the first with their text. A round gives each
// object a number by its content: its class, size and edges, with the numbers
// of their targets. So after the first round those are equal that hold the same
// objects and equal strings, after the second those that hold equal ones of
// these, and so on, until no more become equal.
//
// The file is walked over once; what is kept is the targets, and a hash of all
// else. After the first round only objects are looked at whose targets have got
// other numbers, which are few. Equal nodes stay equal, so that what moves from
// one number to another are whole classes of equal nodes, and a number means
// the class that its node is in. So a content that was seen once stands for the
// same class ever after, and none needs to be taken out of the table.

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

// The first node with a content, by the content's hash. 12 bytes a place.
class FirstNodes {
 public:
  // Makes room for so many contents, so that it need not grow up to them.
  void Reserve(size_t count) {
    size_t places = 1024;
    while (!IsEnough(places, count)) places *= 2;
    hashes_.assign(places, 0);
    nodes_.assign(places, kNone);
  }

  // The node itself, if there is none before it.
  Node Find(uint64_t hash, Node node) {
    if (!IsEnough(nodes_.size(), count_ + 1)) Grow();
    const size_t place = PlaceOf(hash);
    if (nodes_[place] == kNone) {
      hashes_[place] = hash;
      nodes_[place] = node;
      ++count_;
    }
    return nodes_[place];
  }

 private:
  static constexpr Node kNone = UINT32_MAX;

  // One place in five stays free, so that searches are short.
  static bool IsEnough(size_t places, size_t count) {
    return 5 * count <= 4 * places;
  }

  // Its own, or the free one that it may have.
  size_t PlaceOf(uint64_t hash) const {
    const size_t mask = nodes_.size() - 1;
    size_t place = hash & mask;
    while (nodes_[place] != kNone && hashes_[place] != hash) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void Grow() {
    const std::vector<uint64_t> hashes = std::move(hashes_);
    const std::vector<Node> nodes = std::move(nodes_);
    Reserve(std::max<size_t>(nodes.size(), 1024));
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == kNone) continue;
      const size_t place = PlaceOf(hashes[i]);
      hashes_[place] = hashes[i];
      nodes_[place] = nodes[i];
    }
  }

  // By place; there is a power of two of them.
  std::vector<uint64_t> hashes_;
  std::vector<Node> nodes_;
  size_t count_ = 0;
};

class ObjectFinder {
 public:
  ObjectFinder(const Snapshot& snapshot, const Figures& figures,
               const Progress& progress)
      : snapshot_(snapshot),
        graph_(snapshot.graph),
        classes_(figures.classes),
        progress_(progress),
        numbers_(graph_.node_count()) {}

  std::vector<DuplicateObjects> Find() {
    Tell(progress_, "comparing objects", 0, kRoundCountMax);
    ReadContents();
    for (int round = 0; round < kRoundCountMax; ++round) {
      if (!Round(round == 0)) break;
    }
    return Group();
  }

 private:
  // Where an object with a content stands in the lists.
  struct Content {
    Node node;
    uint32_t end;   // of its targets; they begin where the last one's end
    uint64_t hash;  // of all but the targets
  };

  void ReadContents() {
    const StringContents texts(snapshot_, {"map", "__proto__"});
    FirstNodes strings;
    for (Node node = 0; node < graph_.node_count(); ++node) {
      numbers_[node] = node;
      if (graph_.KindOf(node) != NodeKind::kString) continue;
      const TextHash& text = texts.HashOf(graph_.names[node]);
      numbers_[node] = strings.Find(text.first ^ text.second << 3, node);
    }
    EdgeWalk walk(snapshot_);
    while (walk.NextSource()) {
      if (HasContent(graph_.KindOf(walk.source()))) AddContent(texts, &walk);
    }
    contents_.shrink_to_fit();
    targets_.shrink_to_fit();
  }

  // Nothing, where nothing in the file tells it from others of its class.
  void AddContent(const StringContents& texts, EdgeWalk* walk) {
    const Node node = walk->source();
    const size_t begin = targets_.size();
    words_.assign(
        {classes_.ClassOf(node), graph_.self_bytes[node],
         graph_.KindOf(node) == NodeKind::kArray ? graph_.names[node] : 0});
    bool has_content = false;
    bool holds_itself = false;
    while (const auto edge = walk->NextEdge()) {
      if (edge->type.kind == EdgeKind::kWeak) continue;
      holds_itself |= edge->target == node;
      uint64_t name = uint64_t{edge->name} << 1 | 1;
      if (!edge->type.has_index) {
        // Names of pairs tell of ids.
        if (snapshot_.strings->TraitsOf(edge->name).known() ==
            KnownName::kPair) {
          continue;
        }
        name = uint64_t{edge->name} << 1;
        has_content |= texts.NumberOf(edge->name) == StringContents::kNotKnown;
      } else {
        has_content = true;
      }
      words_.push_back(name);
      targets_.push_back(edge->target);
    }
    if (!has_content || holds_itself) {
      targets_.resize(begin);
      return;
    }
    contents_.push_back(
        {node, static_cast<uint32_t>(targets_.size()),
         XXH3_64bits(words_.data(), words_.size() * sizeof(uint64_t))});
  }

  // False: no more have become equal. Hashes come first, since numbers of this
  // round must not count before the next one.
  bool Round(bool is_first) {
    std::vector<std::pair<Node, uint64_t>> hashes;
    if (is_first) {
      hashes.reserve(contents_.size());
      first_nodes_.Reserve(contents_.size());
    }
    size_t begin = 0;
    for (const Content& content : contents_) {
      const std::span<const Node> targets =
          std::span(targets_).subspan(begin, content.end - begin);
      begin = content.end;
      const bool is_new =
          is_first ||
          std::any_of(targets.begin(), targets.end(),
                      [this](Node node) { return has_moved_[node]; });
      if (is_new) hashes.emplace_back(content.node, HashOf(content, targets));
    }
    has_moved_.assign(graph_.node_count(), false);
    bool has_any = false;
    for (const auto& [node, hash] : hashes) {
      const Node number = first_nodes_.Find(hash, node);
      if (number == numbers_[node]) continue;
      numbers_[node] = number;
      has_moved_[node] = true;
      has_any = true;
    }
    return has_any;
  }

  uint64_t HashOf(const Content& content, std::span<const Node> targets) {
    words_.assign({content.hash});
    for (const Node target : targets) words_.push_back(numbers_[target]);
    return XXH3_64bits(words_.data(), words_.size() * sizeof(uint64_t));
  }

  std::vector<DuplicateObjects> Group() const {
    std::vector<std::pair<Node, Node>> objects;  // by number
    for (Node node = 0; node < graph_.node_count(); ++node) {
      if (IsShown(graph_.KindOf(node)) && graph_.self_bytes[node] != 0) {
        objects.emplace_back(numbers_[node], node);
      }
    }
    std::sort(objects.begin(), objects.end());
    std::vector<DuplicateObjects> groups;
    for (size_t begin = 0; begin < objects.size();) {
      size_t end = begin + 1;
      while (end < objects.size() &&
             objects[end].first == objects[begin].first) {
        ++end;
      }
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
      std::span<const std::pair<Node, Node>> members) const {
    DuplicateObjects group;
    for (const auto& [number, node] : members) group.members.push_back(node);
    const uint64_t bytes = graph_.self_bytes[group.members.front()];
    group.self_bytes = bytes * members.size();
    group.wasted_bytes = group.self_bytes - bytes;
    return group;
  }

  const Snapshot& snapshot_;
  const HeapGraph& graph_;
  const ClassTable& classes_;
  const Progress& progress_;
  std::vector<Node> numbers_;    // by node
  std::vector<bool> has_moved_;  // by node: whether its number is a new one
  std::vector<Content> contents_;
  std::vector<Node> targets_;
  FirstNodes first_nodes_;
  std::vector<uint64_t> words_;  // of one node
};

}  // namespace

std::vector<DuplicateObjects> FindDuplicateObjects(const Snapshot& snapshot,
                                                   const Figures& figures,
                                                   const Progress& progress) {
  return ObjectFinder(snapshot, figures, progress).Find();
}

}  // namespace halfword::analysis
