// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where the cage may lie, and how large it can be: the reservation ladder.
//
// A window is a range of kWindowBytes that is aligned to its size and begins at
// an odd multiple of it, so that the bit above the window's offset is set in
// every address (bit 31 of every reference). The zero-based decoder knows one
// window only, [kWindowBytes, 2 * kWindowBytes); the others take any.
//
// The whole window is tried first; where the system refuses (a limit on the
// address space, a mapping in the way), 16, 4 and 1 GiB and 256 MiB follow, in
// the largest free place of the window.

#ifndef HALFWORD_CAGE_WINDOW_H_
#define HALFWORD_CAGE_WINDOW_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr bool kFixedWindow = kCompressed && !kBasedDecode;

// Of a whole window neither the lowest nor the topmost 16 MiB is handed out:
// 0x80000000 is INT_MIN and -0.0f, and small negative integers look like
// references to the top, so conservative scanning would keep what lies there.
inline constexpr size_t kWindowMarginBytes = size_t{16} << 20;

inline constexpr size_t kCageBytesMin = size_t{256} << 20;

struct Reservation {
  uintptr_t window_begin = 0;
  uintptr_t begin = 0;  // the reserved range: inside the window
  uintptr_t end = 0;

  size_t bytes() const { return end - begin; }
  bool is_whole_window() const { return bytes() == kWindowBytes; }
};

// Why nothing could be reserved, for the one line that the user reads.
enum class ReservationError {
  kNone,
  kNoAddressSpace,  // a limit such as RLIMIT_AS
  kWindowTaken,     // zero-based only: other mappings fill the window
  kSecondCopy,      // zero-based only: see ClaimProcess()
};

// Claims this process for this copy of Halfword. False: there is another, such
// as one that a plugin brought along, whose references would point into the
// same window. Other builds have windows of their own and are never refused.
bool ClaimProcess();

// Reserves the largest rung of the ladder that is at most wanted_bytes (the
// wanted size itself is the first rung; the whole window, if it is too large
// for the place between the margins). The caller takes the next rung if its
// tables do not fit beside it.
// Requires: wanted_bytes is a multiple of 256 KiB between kCageBytesMin and
// kWindowBytes.
Reservation ReserveInWindow(size_t wanted_bytes, ReservationError* error);

// The next smaller rung, 0 below the last.
size_t NextRung(size_t bytes);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_CAGE_WINDOW_H_
