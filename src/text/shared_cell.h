// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SharedCell: what three or more scoped strings with the same bytes have in
// common. The count says how many they are; the sum of their addresses, without
// carries, is the address of the last one when the count is one. So the
// survivor is known at once, and nobody follows a chain
// (design/mutable_string.md#req.mutable.release).
//
// Cells come from an arena of the thread: strings of a heap stay on its thread.

#ifndef HALFWORD_TEXT_SHARED_CELL_H_
#define HALFWORD_TEXT_SHARED_CELL_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/string_owner.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct SharedCell {
  uint32_t count;
  bool perhaps_shared;  // bit 2 of the links of all of them
  uint64_t owners;      // their addresses, each XORed in
};
static_assert(sizeof(SharedCell) == 16);

// Ends the process if malloc has no memory.
SharedCell* TakeSharedCell();
void GiveBackSharedCell(SharedCell* cell);

// Of the calling thread, for tests.
size_t SharedCellCount();
size_t SharedCellArenaBytes();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_SHARED_CELL_H_
