// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ropes: the texts of concatenated strings, which are not in the file: each is
// two other strings, often concatenated themselves. What is shown of one ends
// with the part in which 1,024 UTF-16 code units are reached.
//
// Not recursive, and linear for what programs make, such as a text that grew by
// a million letters. Of a cycle nothing is counted.

#ifndef HALFWORD_ANALYSIS_FINDINGS_ROPES_H_
#define HALFWORD_ANALYSIS_FINDINGS_ROPES_H_

#include <cstdint>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/findings/string_contents.h"

namespace halfword::analysis {

class Ropes {
 public:
  // Where a text ends, in the part that reaches it.
  static constexpr uint32_t kUnitsMin = 1024;

  // Both outlive this.
  Ropes(const HeapGraph& graph, const StringContents& contents)
      : graph_(graph), contents_(contents) {}

  // Nodes come in ascending order.
  void Add(Node node, Node first, Node second) {
    ropes_.push_back({node, first, second, node, State::kNew, {}});
  }
  // After the last Add().
  void Compute();

  // Of any node's text.
  const TextHash& HashOf(Node node) const;
  // Whether it is only another string in a rope's clothes: one half is empty.
  // Requires: it was added.
  bool IsFlat(Node node) const;

 private:
  enum class State : uint8_t { kNew, kBegun, kDone };
  struct Rope {
    Node node;
    Node first;
    Node second;
    // Another node of the same text, with fewer empty halves on the way down.
    Node shortcut;
    State state;
    TextHash hash;
  };

  const Rope* Find(Node node) const;
  Rope* Find(Node node) {
    return const_cast<Rope*>(static_cast<const Ropes*>(this)->Find(node));
  }
  Node ShortcutOf(Node node) const;
  void ComputeOne(Rope* rope);
  void Append(Node node, TextHash* text) const;

  const HeapGraph& graph_;
  const StringContents& contents_;
  std::vector<Rope> ropes_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_ROPES_H_
