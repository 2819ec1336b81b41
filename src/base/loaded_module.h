// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The file of the program that code was loaded from: itself or a library. In a
// static program, where no dynamic linker has been, the program's own headers
// are looked up instead.

#ifndef HALFWORD_BASE_LOADED_MODULE_H_
#define HALFWORD_BASE_LOADED_MODULE_H_

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/elf_identity.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Valid as long as it is loaded.
struct LoadedModule {
  uintptr_t bias;    // what was added to the addresses of its file
  const char* name;  // as it was loaded; "": the program itself
  const Elf64_Ehdr* header;
  const Elf64_Phdr* segments;
  size_t segment_count;
};

// False: no file has code there. Takes no lock where the C library can tell
// without: an allocation inside of dlopen() may be tracked, by a thread that
// dlopen() waits for.
bool FindLoadedModule(uintptr_t address, LoadedModule* module);

ElfIdentity IdentityOf(const LoadedModule& module);

// HashOfCode() of what stands at an address of the module; 0: not readable.
uint64_t HashOfLoadedCode(const LoadedModule& module, uintptr_t address);

// Where its file is, by an absolute path; "": there is none. A name by which a
// library was loaded may be relative to a folder that the program has left;
// the system knows what is mapped.
std::string PathOf(const LoadedModule& module);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_LOADED_MODULE_H_
