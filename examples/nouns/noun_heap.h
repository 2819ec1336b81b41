// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MakeNounHeap(): a heap as this program wants it. One that runs out of memory
// throws, instead of ending the process, so that a jam that is too large is one
// line as any bad file.

#ifndef EXAMPLES_NOUNS_NOUN_HEAP_H_
#define EXAMPLES_NOUNS_NOUN_HEAP_H_

#include <memory>

#include "halfword/halfword.h"

namespace nouns {

// Allocations throw std::bad_alloc.
halfword::HeapOptions NounHeapOptions();

// Throws std::runtime_error if there is no address space for a heap. Its
// allocations throw std::bad_alloc.
std::unique_ptr<halfword::Heap> MakeNounHeap();

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NOUN_HEAP_H_
