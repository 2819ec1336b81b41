// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of functions, from the symbol tables of the program's own files. The
// table that the dynamic linker uses has exported functions only, which those
// of a program rarely are; the one that debuggers use has all, but is in the
// file alone.

#ifndef HALFWORD_BASE_ELF_SYMBOLS_H_
#define HALFWORD_BASE_ELF_SYMBOLS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/elf_identity.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct SymbolQuery {
  uint64_t address;  // as in the file: without the place it was loaded at
  std::string name;  // as the linker knows it; "": not found
  // HashOfCode() as it was loaded; 0: not known. Only looked at where the
  // identity has no build ID.
  uint64_t code_hash = 0;
};

// Finds the functions that cover the addresses. Queries stay in their order;
// those that cannot be answered stay as they are. Reads the tables in pieces:
// of a file with a million symbols, it keeps the few that are asked for.
// loaded: what the program has in memory; null: not known.
// Errors: a file that cannot be read, is no ELF file, or is another by now,
// since it was replaced, answers nothing.
void FindElfSymbols(const std::string& path, const ElfIdentity* loaded,
                    std::vector<SymbolQuery>* queries);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_ELF_SYMBOLS_H_
