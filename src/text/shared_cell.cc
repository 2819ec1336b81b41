// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The arena of cells: chunks from malloc, free cells in a list through them.

#include "text/shared_cell.h"

#include <cstdlib>

#include "base/error_line.h"
#include "base/thread_end.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kChunkCells = 255;

union Place {
  SharedCell cell;
  Place* next_free;
};

struct Chunk {
  Chunk* next;
  uint64_t padding;  // cells are aligned to 16
  Place places[kChunkCells];
};
static_assert(sizeof(Chunk) == 4096);

// Invariant: no chunk without a cell in use, but for the time between two
// calls of a thread that took none since. Trivial, so that strings may end
// after all other things of the thread.
struct Arena {
  Chunk* chunks;
  Place* free;
  size_t count;
  size_t chunk_count;
};

thread_local constinit Arena arena = {nullptr, nullptr, 0, 0};

void FreeChunks(Arena* of) {
  while (of->chunks != nullptr) {
    Chunk* const next = of->chunks->next;
    std::free(of->chunks);
    of->chunks = next;
  }
  of->free = nullptr;
  of->chunk_count = 0;
}

constinit ThreadEndHook thread_end([](void* argument) {
  auto* const ended = static_cast<Arena*>(argument);
  if (ended->count == 0) FreeChunks(ended);
});

void AddChunk() {
  auto* const chunk = static_cast<Chunk*>(std::malloc(sizeof(Chunk)));
  if (chunk == nullptr) FatalLine("no memory for what strings share");
  if (arena.chunks == nullptr) thread_end.Arm(&arena);
  chunk->next = arena.chunks;
  arena.chunks = chunk;
  ++arena.chunk_count;
  for (Place& place : chunk->places) {
    place.next_free = arena.free;
    arena.free = &place;
  }
}

}  // namespace

SharedCell* TakeSharedCell() {
  if (arena.free == nullptr) AddChunk();
  Place* const place = arena.free;
  arena.free = place->next_free;
  ++arena.count;
  place->cell = {};
  return &place->cell;
}

// One chunk is kept for the next cell.
void GiveBackSharedCell(SharedCell* cell) {
  auto* const place = reinterpret_cast<Place*>(cell);
  place->next_free = arena.free;
  arena.free = place;
  if (--arena.count == 0 && arena.chunk_count > 1) FreeChunks(&arena);
}

size_t SharedCellCount() { return arena.count; }
size_t SharedCellArenaBytes() { return arena.chunk_count * sizeof(Chunk); }

}  // namespace halfword::inline HALFWORD_ABI::internal
