// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects are numbered when all below them are: a walk in post-order, whose
// stack is an array.

#include "examples/nouns/noun_graph.h"

#include <algorithm>
#include <stdexcept>

namespace nouns {

namespace {

// What a cell has for a key while its halves are added, and an open cell for
// the key of its head until that is known.
constexpr NodeKey kOpen = 0xffffffff;

}  // namespace

NodeKey NounGraph::AddCell(Pair pair) {
  const auto next = static_cast<uint32_t>(pairs_.size());
  const uint32_t number = pair_numbers_.FindOrAdd(
      seed_.Hash(pair), next,
      [&](uint32_t other) { return pairs_[other] == pair; });
  if (number == next) {
    if (next == kAtomKey - kCellKey) {
      throw std::length_error("more than 2^30 different cells");
    }
    pairs_.push_back(pair);
  }
  return kCellKey + number;
}

NodeKey NounGraph::AddAtom(const IndirectAtom* atom) {
  const auto next = static_cast<uint32_t>(atoms_.size());
  const auto limbs = atom->limbs();
  const uint32_t number =
      atom_numbers_.FindOrAdd(seed_.Hash(limbs), next, [&](uint32_t other) {
        return std::ranges::equal(atoms_[other]->limbs(), limbs);
      });
  if (number == next) {
    if (next == kKeyEnd - kAtomKey) {
      throw std::length_error("more than 2^29 different indirect atoms");
    }
    atoms_.push_back(atom);
  }
  return kAtomKey + number;
}

NodeKey NounGraph::Add(Noun noun) {
  for (;;) {
    NodeKey key;
    if (noun.IsInteger()) {
      key = DirectValue(noun);
    } else {
      NounObject* const object = noun.object();
      NodeKey& known = keys_[object];
      if (known == 0) {
        if (const auto* const cell = halfword::DynamicTo<Cell>(object)) {
          known = kOpen;
          open_cells_.push_back({cell, kOpen});
          noun = cell->head();
          continue;
        }
        known = AddAtom(halfword::To<IndirectAtom>(object));
      }
      key = known;
      if (key == kOpen) throw std::invalid_argument("a cell is below itself");
    }
    // A noun is done, and with it each cell that it is the end of.
    for (;;) {
      if (open_cells_.empty()) return key;
      OpenCell& parent = open_cells_.back();
      if (parent.head == kOpen) {
        parent.head = key;
        noun = parent.cell->tail();
        break;
      }
      key = AddCell(Pair{parent.head} << 32 | key);
      keys_[parent.cell] = key;
      open_cells_.pop_back();
    }
  }
}

}  // namespace nouns
