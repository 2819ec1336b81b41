// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Jam(): from a noun to its bytes; cue.h describes them.
//
// The jam of a noun is one: whether something is written or referred back to is
// not left to the writer. What is equal to a noun that began at bit p is a back
// reference to the first such p; but an atom is written again unless it has
// more bits than p has. So Jam(Cue(x)) is x for what any such writer wrote, and
// equal nouns have equal jams. They are equal as numbers: a file may end with
// bytes of zeros, which padding_bytes writes again.

#ifndef EXAMPLES_NOUNS_JAM_H_
#define EXAMPLES_NOUNS_JAM_H_

#include <cstdint>
#include <vector>

#include "examples/nouns/noun.h"

namespace nouns {

// Throws what NounGraph::Add() does, and std::bad_alloc. It makes nothing in
// the heap. Requires: the noun is held by the stack or a handle.
// Cost: linear in the objects below the noun, also where they have more paths
// than could be walked. Memory: that of a NounGraph, and the jam twice.
std::vector<uint8_t> Jam(Noun noun, uint32_t padding_bytes = 0);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_JAM_H_
