// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Halves come before wholes. A half that was cut is what the whole shows, if it
// stands first; behind another it is walked over again, up to the cut.

#include "analysis/findings/ropes.h"

#include <algorithm>

namespace halfword::analysis {

const Ropes::Rope* Ropes::Find(Node node) const {
  if (graph_.KindOf(node) != NodeKind::kConcatenatedString) return nullptr;
  const auto place = std::lower_bound(
      ropes_.begin(), ropes_.end(), node,
      [](const Rope& rope, Node wanted) { return rope.node < wanted; });
  return place != ropes_.end() && place->node == node ? &*place : nullptr;
}

void Ropes::Compute() {
  std::vector<Rope*> waiting;
  for (Rope& rope : ropes_) {
    waiting.push_back(&rope);
    while (!waiting.empty()) {
      Rope* const next = waiting.back();
      if (next->state == State::kNew) {
        next->state = State::kBegun;
        for (const Node half : {next->first, next->second}) {
          Rope* const below = Find(half);
          if (below != nullptr && below->state == State::kNew) {
            waiting.push_back(below);
          }
        }
        continue;
      }
      waiting.pop_back();
      if (next->state == State::kBegun) ComputeOne(next);
    }
  }
}

void Ropes::ComputeOne(Rope* rope) {
  TextHash text;
  Append(rope->first, &text);
  Append(rope->second, &text);
  rope->hash = text;
  rope->state = State::kDone;
  if (HashOf(rope->first).is_empty()) {
    rope->shortcut = ShortcutOf(rope->second);
  } else if (HashOf(rope->second).is_empty()) {
    rope->shortcut = ShortcutOf(rope->first);
  }
}

Node Ropes::ShortcutOf(Node node) const {
  const Rope* const rope = Find(node);
  return rope != nullptr ? rope->shortcut : node;
}

// Of what is walked over no half is empty, so that there are at most as many
// steps as there are units.
void Ropes::Append(Node node, TextHash* text) const {
  std::vector<Node> waiting = {node};
  while (!waiting.empty() && text->units < kUnitsMin) {
    const Node next = ShortcutOf(waiting.back());
    waiting.pop_back();
    const Rope* const rope = Find(next);
    if (rope == nullptr) {
      *text = HashOfBoth(*text, contents_.HashOf(graph_.names[next]));
    } else if (rope->state == State::kDone &&
               (text->is_empty() ||
                text->units + rope->hash.units < kUnitsMin)) {
      *text = HashOfBoth(*text, rope->hash);
    } else if (rope->state == State::kDone) {
      waiting.push_back(rope->second);
      waiting.push_back(rope->first);
    }
  }
}

const TextHash& Ropes::HashOf(Node node) const {
  const Rope* const rope = Find(node);
  return rope != nullptr ? rope->hash : contents_.HashOf(graph_.names[node]);
}

bool Ropes::IsFlat(Node node) const {
  const Rope* const rope = Find(node);
  return HashOf(rope->first).is_empty() || HashOf(rope->second).is_empty();
}

}  // namespace halfword::analysis
