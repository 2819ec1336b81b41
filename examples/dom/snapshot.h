// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TakeSnapshot: what the trees of the given pages are in the heap, as a file
// that the Memory panel of Chrome's DevTools opens.
//
// On Halfword only: NodeHeap::kHasSnapshots.

#ifndef EXAMPLES_DOM_SNAPSHOT_H_
#define EXAMPLES_DOM_SNAPSHOT_H_

#include <string>

#include "examples/dom/figures.h"
#include "examples/dom/page.h"

namespace dom {

// Whether a snapshot shows what the pages say, or only how it is held.
enum class SnapshotContents { kAll, kRedacted };

// Builds the trees of all pages in a heap of their own and writes its snapshot
// to `path`, where a file that is there is replaced once the new one is
// complete. Throws std::runtime_error, with a whole line, if it cannot; then
// `path` is as it was.
SnapshotFigures TakeSnapshot(const Pages& pages, const std::string& path,
                             SnapshotContents contents);

}  // namespace dom

#endif  // EXAMPLES_DOM_SNAPSHOT_H_
