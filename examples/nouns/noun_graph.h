// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NounGraph: a noun as a graph of what is different in it. Equal nouns are one
// node, wherever they lie in the heap, so that two nouns are equal if and only
// if their keys are.
//
// Equality of nouns is defined by walking both, which takes exponential time
// where parts are shared. Here the halves of a cell are numbered before it is,
// and the cell is looked up by their keys: each object is looked at once.

#ifndef EXAMPLES_NOUNS_NOUN_GRAPH_H_
#define EXAMPLES_NOUNS_NOUN_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "examples/nouns/hash_seed.h"
#include "examples/nouns/noun.h"
#include "examples/nouns/number_table.h"
#include "examples/nouns/object_numbers.h"

namespace nouns {

// What a node is, and which:
//
//   0...   the direct atom of the other 31 bits
//   10...  the cell with that number
//   110... the indirect atom with that number
using NodeKey = uint32_t;

inline constexpr NodeKey kCellKey = 0x80000000;
inline constexpr NodeKey kAtomKey = 0xc0000000;
// No key is so large.
inline constexpr NodeKey kKeyEnd = 0xe0000000;

inline bool IsCellKey(NodeKey key) { return key >> 30 == 2; }
inline bool IsAtomKey(NodeKey key) { return key >= kAtomKey; }

class NounGraph {
 public:
  // A cell: the key of its head in the upper half, that of its tail below.
  using Pair = uint64_t;
  static NodeKey HeadOf(Pair pair) { return static_cast<NodeKey>(pair >> 32); }
  static NodeKey TailOf(Pair pair) { return static_cast<NodeKey>(pair); }

  // Adds a noun with all that is below it. Throws std::length_error if that is
  // more than keys can say, and std::invalid_argument if a cell is below
  // itself. Requires: no collection frees what was added, as long as the graph
  // is used. Cost: linear in the objects. Beside the heap, about half as much
  // as it, and 24 to 72 bytes a distinct cell.
  NodeKey Add(Noun noun);

  // By number: the key without the bits that say what it is. A cell comes after
  // its halves. Who adds no more may use the memory of those it is done with.
  std::vector<Pair>& pairs() { return pairs_; }
  const std::vector<const IndirectAtom*>& atoms() const { return atoms_; }

 private:
  struct OpenCell {
    const Cell* cell;
    NodeKey head;
  };

  NodeKey AddCell(Pair pair);
  NodeKey AddAtom(const IndirectAtom* atom);

  const HashSeed seed_;
  ObjectNumbers keys_;  // of objects that were added; kOpen, of open cells
  std::vector<OpenCell> open_cells_;
  std::vector<Pair> pairs_;
  std::vector<const IndirectAtom*> atoms_;
  NumberTable pair_numbers_;
  NumberTable atom_numbers_;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NOUN_GRAPH_H_
