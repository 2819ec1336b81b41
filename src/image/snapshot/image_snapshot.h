// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A snapshot of an image, without the program that wrote it: what
// WriteHeapSnapshot() would show of the opened heap, but for names that objects
// give themselves and for source positions, which the program's code tells.
// Beyond that, roots have the names that the image gives them, and ids are
// places: of two states of one image, the same id is the same place, so that
// snapshots of them can be compared.

#ifndef HALFWORD_IMAGE_SNAPSHOT_IMAGE_SNAPSHOT_H_
#define HALFWORD_IMAGE_SNAPSHOT_IMAGE_SNAPSHOT_H_

#include "halfword/heap_snapshot.h"
#include "image/image_view.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of options, those about strings count. Requires: the image was checked
// (OpenChecked()).
SnapshotReport WriteImageSnapshot(const ImageView& view, SnapshotSink& sink,
                                  const SnapshotOptions& options);

// The same into a file that appears when it is complete.
SnapshotReport WriteImageSnapshot(const ImageView& view,
                                  const std::string& path,
                                  const SnapshotOptions& options);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_SNAPSHOT_IMAGE_SNAPSHOT_H_
