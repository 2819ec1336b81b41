// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings whose bytes lie outside of the heap: in a literal, in a mapping, in a
// buffer of the program. An image has copies of the bytes. What the heap itself
// refers to stays as it is where it can, since strings outside of the heap may
// have the same bytes:
//
//   a MutableString in an object    gets a copy of its own, for good
//   a foreign body                  keeps its bytes and gets a copy as its
//                                   source; in the file it is a slice of that,
//                                   and so is what is a slice of it

#ifndef HALFWORD_IMAGE_SETTLE_STRINGS_H_
#define HALFWORD_IMAGE_SETTLE_STRINGS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/collector.h"
#include "image/image_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether objects of the type are foreign bodies.
bool IsForeignBodyType(const TypeInfo& type);

// Settles all objects of pages that may not be as in the file. unit_masks: by
// page, as ImageMemory::FindChanged() gives them. False: no room in the heap.
// Requires: runs are closed, pages are swept, no collection can run.
bool SettleStrings(const ImageMemory& memory,
                   const std::vector<uint8_t>& unit_masks,
                   Collector* collector);

// Whether a page is another one in the file.
// Requires: the page was settled.
bool HasFileForm(PageIndex page);

// Makes a copy of a page as it stands in the file.
// Requires: the page was settled.
void WriteFileForm(PageIndex page, std::byte* copy);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_SETTLE_STRINGS_H_
