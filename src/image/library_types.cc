// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bodies of strings, the table of atoms, the image's own bytes.

#include "image/library_types.h"

#include "halfword/internal/foreign_body.h"
#include "image/image_bytes.h"
#include "text/atom_table.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

void RegisterLibraryTypes() {
  TypeInfoOf<FlatBody>();
  TypeInfoOf<IndirectBody>();
  TypeInfoOf<ForeignBody>();
  TypeInfoOf<ReleasedForeignBody>();
  TypeInfoOf<ImageBytes>();
  AtomTable::TypeOfEntries();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
