// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Files in memory: private mappings, which read as the file until they are
// written to, and which of their pages have been.
//
// Requires, for all functions: addresses, sizes and offsets are multiples of
// kOsPageBytes, and sizes are not 0.
// Threads: any; nobody else touches the range meanwhile.

#ifndef HALFWORD_BASE_FILE_MAPPING_H_
#define HALFWORD_BASE_FILE_MAPPING_H_

#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Puts a part of a file in the place of a committed range. What is written
// there stays in this process; what is not follows the file. Reading what lies
// behind the end of the file ends the process.
bool MapFilePrivately(void* address, size_t bytes, int descriptor,
                      uint64_t offset);

// Puts zeros in the place of whatever is mapped there. False: the system has no
// room to record the change, and the range is as it was.
bool MapZeros(void* address, size_t bytes);

// Sets the bits, one a page of the system, of those pages of the range that are
// not as in the file: written to, or never of a file. False: the system does
// not tell.
// Cost: a system call for 2 MiB.
bool FindPrivatePages(const void* address, size_t bytes, uint64_t* bitmap);

// Makes pages of a mapping the process's own before they are written to, which
// takes less time than a fault for each. Where the system cannot, nothing is
// lost but that time.
void MakePagesPrivate(void* address, size_t bytes);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_FILE_MAPPING_H_
