// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tells whether a file on the disk is the one that was loaded: linkers
// give each file a build ID, of its contents; where one has none, its header
// and some bytes of code are compared. (Two versions of a library may well have
// the same header.) Next: loaded_module.h and elf_symbols.h, the two sides.

#ifndef HALFWORD_BASE_ELF_IDENTITY_H_
#define HALFWORD_BASE_ELF_IDENTITY_H_

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct ElfIdentity {
  Elf64_Ehdr header = {};
  std::string build_id;  // "": it has none
};

// The build ID in a segment of notes; "": there is none, or it is damaged.
std::string BuildIdInNotes(const char* notes, size_t bytes);

// Of a function so much code is compared, or less at the end of its segment.
inline constexpr size_t kComparedCodeBytes = 32;

// Of the code that a function begins with; never 0, which says: not known.
uint64_t HashOfCode(const void* code, size_t bytes);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_ELF_IDENTITY_H_
