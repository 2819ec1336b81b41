// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NounModel: nouns as the tests understand them, in the simplest way that can
// be compared with the real one. Equal nouns have one number; Jam() is the
// definition of the format in its own words, with recursion and one bit at a
// time.

#ifndef EXAMPLES_NOUNS_NOUN_MODEL_H_
#define EXAMPLES_NOUNS_NOUN_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "examples/nouns/noun.h"

namespace nouns {

// Requires: nouns are at most some thousand cells deep.
class NounModel {
 public:
  using Id = size_t;
  using Bits = std::vector<bool>;  // least significant first

  // Leading zeros are dropped.
  Id Atom(Bits bits);
  Id Cell(Id head, Id tail);
  // What a noun in the heap is.
  Id Read(Noun noun);

  std::vector<uint8_t> Jam(Id id) const;

 private:
  struct Node {
    bool is_cell;
    Id head, tail;
    Bits bits;
  };

  static void WriteMat(const Bits& number, Bits& out);
  void Write(Id id, std::map<Id, size_t>& positions, Bits& out) const;

  std::vector<Node> nodes_;
  std::map<Bits, Id> atoms_;
  std::map<std::pair<Id, Id>, Id> cells_;
  std::map<const void*, Id> read_;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NOUN_MODEL_H_
