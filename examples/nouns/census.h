// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Census: how many nouns a heap holds, and what they cost.

#ifndef EXAMPLES_NOUNS_CENSUS_H_
#define EXAMPLES_NOUNS_CENSUS_H_

#include <cstddef>

#include "halfword/halfword.h"

namespace nouns {

struct Census {
  size_t cell_count = 0;
  size_t indirect_atom_count = 0;
  size_t heap_bytes = 0;        // of pages in use
  size_t side_table_bytes = 0;  // of what the heap knows of them
};

// Of what is live: collects first. Requires: what is to be counted is held by
// handles, not by the stack alone.
Census TakeCensus(halfword::Heap& heap);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_CENSUS_H_
