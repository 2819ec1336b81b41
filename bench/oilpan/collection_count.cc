// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The one figure that Oilpan's public headers do not give: how many
// collections a heap has had. This file alone sees V8's internal headers, whose
// folder src/ has the name of ours: so our root is not searched here.

#include "collection_count.h"

#include "src/heap/cppgc-internal/heap.h"

namespace bench {

uint64_t CollectionCount(cppgc::Heap& heap) {
  return cppgc::internal::Heap::From(&heap)->epoch();
}

}  // namespace bench
