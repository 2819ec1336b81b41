// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables of an image, made from a heap's records, and made into them again.

#ifndef HALFWORD_IMAGE_PAGE_TABLES_H_
#define HALFWORD_IMAGE_PAGE_TABLES_H_

#include <string>
#include <string_view>

#include "halfword/image.h"
#include "heap/heap_core.h"
#include "image/image_memory.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Gives every type that has objects a number. False: one of them cannot be in
// an image, and *error tells why. Requires: runs are closed and pages swept.
bool NumberTypes(const HeapCore& heap, TypeList* types, std::string* error);

// Writes the entries that differ. Requires: as above, and the types have
// numbers.
void WriteEntries(const TypeList& types, ImageMemory* memory);

// The types of the slots of shared pages, as image/catalog.h says.
std::string WriteSlotTypes(const TypeList& types, const ImageMemory& memory);

// Makes the heap out of tables. kDamaged or kOtherTypes: *error tells what is
// wrong with them, or which class the program does not have.
ImageError AdoptPages(const ImageMemory& memory, const TypeList& types,
                      std::string_view slot_types, HeapCore* heap,
                      std::string* error);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_PAGE_TABLES_H_
