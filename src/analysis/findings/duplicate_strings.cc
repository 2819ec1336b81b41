// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the strings for what their texts are, one over the edges for
// what concatenated and cut ones consist of; then strings are sorted by text.

#include "analysis/findings/duplicate_strings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "analysis/file/edge_walk.h"
#include "analysis/findings/ropes.h"
#include "analysis/findings/string_contents.h"

namespace halfword::analysis {

namespace {

// By their numbers in StringContents.
enum KnownText : size_t {
  kFirst,
  kSecond,
  kTruncated,
  kLength,
  kHash,
  kValue,
  kBool,
  kInt,
};

// What a string says of its own text. 0, the root's: nothing.
struct CutText {
  Node node;
  Node is_cut = 0;
  Node length = 0;
  Node hash = 0;
};

class StringFinder {
 public:
  StringFinder(const Snapshot& snapshot, const Figures& figures)
      : snapshot_(snapshot),
        graph_(snapshot.graph),
        figures_(figures),
        contents_(snapshot, {"first", "second", "truncated", "length", "hash",
                             "value", "bool", "int"}),
        ropes_(graph_, contents_) {}

  std::vector<DuplicateStrings> Find() {
    ReadEdges();
    ropes_.Compute();
    ListStrings();
    std::sort(strings_.begin(), strings_.end());
    return Group();
  }

 private:
  struct String {
    TextHash text;
    uint32_t variant;  // 0: whole; others: those cut at one length and hash
    Node node;

    auto operator<=>(const String&) const = default;
  };

  void ReadEdges() {
    EdgeWalk walk(snapshot_);
    while (walk.NextSource()) {
      const Node source = walk.source();
      switch (graph_.KindOf(source)) {
        case NodeKind::kString:
        case NodeKind::kConcatenatedString:
          ReadString(source, &walk);
          break;
        case NodeKind::kNumber:
          ReadNumber(source, &walk);
          break;
        default:
          break;
      }
    }
  }

  void ReadString(Node source, EdgeWalk* walk) {
    Node first = 0;
    Node second = 0;
    CutText cut = {.node = source};
    while (const auto edge = walk->NextEdge()) {
      if (edge->type.kind != EdgeKind::kInternal) continue;
      const size_t name = contents_.NumberOf(edge->name);
      if (name == kFirst) first = edge->target;
      if (name == kSecond) second = edge->target;
      if (name == kTruncated) cut.is_cut = edge->target;
      if (name == kLength) cut.length = edge->target;
      if (name == kHash) cut.hash = edge->target;
    }
    if (graph_.KindOf(source) == NodeKind::kConcatenatedString) {
      ropes_.Add(source, first, second);
    }
    if (cut.is_cut != 0) cut_texts_.push_back(cut);
  }

  void ReadNumber(Node source, EdgeWalk* walk) {
    while (const auto edge = walk->NextEdge()) {
      if (edge->type.kind == EdgeKind::kInternal &&
          contents_.NumberOf(edge->name) == kValue) {
        values_.emplace_back(source, edge->target);
      }
    }
  }

  // The text of a number's value, if the number is of the type.
  std::optional<TextHash> ValueOf(Node number, KnownText type) const {
    if (graph_.KindOf(number) != NodeKind::kNumber ||
        contents_.NumberOf(graph_.names[number]) != type) {
      return std::nullopt;
    }
    const auto place = std::lower_bound(values_.begin(), values_.end(),
                                        std::pair<Node, Node>(number, 0));
    if (place == values_.end() || place->first != number) return std::nullopt;
    return contents_.HashOf(graph_.names[place->second]);
  }

  uint32_t VariantOf(Node node) {
    const auto cut = std::lower_bound(
        cut_texts_.begin(), cut_texts_.end(), node,
        [](const CutText& text, Node wanted) { return text.node < wanted; });
    if (cut == cut_texts_.end() || cut->node != node ||
        ValueOf(cut->is_cut, kBool) != HashOfText("true")) {
      return 0;
    }
    const auto next = static_cast<uint32_t>(variants_.size() + 1);
    return variants_
        .try_emplace({ValueOf(cut->length, kInt), ValueOf(cut->hash, kInt)},
                     next)
        .first->second;
  }

  void ListStrings() {
    for (Node node = 0; node < graph_.node_count(); ++node) {
      const NodeKind kind = graph_.KindOf(node);
      if (kind != NodeKind::kString && kind != NodeKind::kConcatenatedString) {
        continue;
      }
      if (graph_.self_bytes[node] == 0) continue;
      if (kind == NodeKind::kConcatenatedString && ropes_.IsFlat(node)) {
        continue;
      }
      strings_.push_back({ropes_.HashOf(node), VariantOf(node), node});
    }
  }

  std::vector<DuplicateStrings> Group() const {
    const std::vector<uint32_t> places = PlacesOf(figures_.tree);
    std::vector<DuplicateStrings> groups;
    for (auto begin = strings_.begin(); begin != strings_.end();) {
      DuplicateStrings group;
      group.is_cut = begin->variant != 0;
      group.may_differ = !group.is_cut && begin->text.units >= Ropes::kUnitsMin;
      uint64_t largest = 0;
      auto end = begin;
      for (; end != strings_.end() && end->text == begin->text &&
             end->variant == begin->variant;
           ++end) {
        const uint64_t bytes = graph_.self_bytes[end->node];
        group.members.push_back(end->node);
        group.self_bytes += bytes;
        group.retained_bytes += figures_.retained_bytes[places[end->node]];
        largest = std::max(largest, bytes);
      }
      group.wasted_bytes = group.self_bytes - largest;
      begin = end;
      if (group.members.size() > 1) groups.push_back(std::move(group));
    }
    std::sort(groups.begin(), groups.end(), ComesFirst);
    return groups;
  }

  static bool ComesFirst(const DuplicateStrings& a, const DuplicateStrings& b) {
    if (a.retained_bytes != b.retained_bytes) {
      return a.retained_bytes > b.retained_bytes;
    }
    if (a.is_cut != b.is_cut) return b.is_cut;
    return a.members.front() < b.members.front();
  }

  const Snapshot& snapshot_;
  const HeapGraph& graph_;
  const Figures& figures_;
  const StringContents contents_;
  Ropes ropes_;
  std::vector<CutText> cut_texts_;             // by node
  std::vector<std::pair<Node, Node>> values_;  // of numbers, by node
  std::map<std::pair<std::optional<TextHash>, std::optional<TextHash>>,
           uint32_t>
      variants_;
  std::vector<String> strings_;
};

}  // namespace

std::vector<DuplicateStrings> FindDuplicateStrings(const Snapshot& snapshot,
                                                   const Figures& figures,
                                                   const Progress& progress) {
  if (progress) progress("comparing strings", 0);
  return StringFinder(snapshot, figures).Find();
}

}  // namespace halfword::analysis
