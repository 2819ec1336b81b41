// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Prints what cage this process gets, in bytes, after it has written to both
// ends of it. With the argument "occupy" other mappings fill the window first.

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "base/virtual_memory.h"
#include "cage/cage.h"

namespace {

namespace internal = halfword::internal;

void OccupyTheWindow() {
  internal::ReserveAt(internal::kWindowBytes, internal::kWindowBytes);
}

// False if the cage gives no chunk.
bool WriteToChunk(uintptr_t address) {
  if (address == 0) return false;
  std::memset(reinterpret_cast<void*>(address), 1, internal::kChunkBytes);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "occupy") == 0) OccupyTheWindow();
  internal::Cage& cage = internal::Cage::Get();
  const size_t chunk_count = cage.capacity_bytes() / internal::kChunkBytes;
  const uintptr_t first = cage.AllocateChunks(1);
  const uintptr_t middle = cage.AllocateChunks(chunk_count - 2);
  const uintptr_t last = cage.AllocateChunks(1);
  if (!WriteToChunk(first) || middle == 0 || !WriteToChunk(last)) return 1;
  std::printf("cage=%zu window=%zu fixed=%d\n", cage.capacity_bytes(),
              internal::kWindowBytes, internal::kFixedWindow ? 1 : 0);
  return 0;
}
