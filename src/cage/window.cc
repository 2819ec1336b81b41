// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The ladder: each size in turn, at the one window that the zero-based decoder
// knows, or at an odd window near where the system would put a mapping.

#include "cage/window.h"

#include <algorithm>

#include "base/bits.h"
#include "base/virtual_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kGiB = size_t{1} << 30;
constexpr size_t kRungs[] = {kWindowBytes, 16 * kGiB, 4 * kGiB, kGiB,
                             kCageBytesMin};

// Cages inside a window begin here if there is room, so that addresses are
// easy to read and 2 MiB pages stay possible.
constexpr size_t kPlacementAlignment = size_t{256} << 20;

// A page before every window, reserved by whoever claims the process. Programs
// have nothing there.
constexpr uintptr_t kClaimAddress = 16 * kGiB - kOsPageBytes;

// How many gaps between other mappings of the window are looked at. Programs
// have a handful; more are unusable pieces anyway.
constexpr size_t kGapCountMax = 64;

// How many windows, from the one that the system suggests down, and as many up,
// are looked at.
constexpr uintptr_t kWindowTries = 64;

// The best place for bytes in a gap: aligned and off the window's margins if
// the gap allows, 0 if it is too small.
uintptr_t PlaceInGap(AddressRange gap, uintptr_t window_begin, size_t bytes) {
  const uintptr_t low = std::max(gap.begin, window_begin + kWindowMarginBytes);
  const uintptr_t high =
      std::min(gap.end, window_begin + kWindowBytes - kWindowMarginBytes);
  for (const size_t alignment : {kPlacementAlignment, kWindowMarginBytes}) {
    const uintptr_t place = RoundUp(low, alignment);
    if (place < high && high - place >= bytes) return place;
  }
  return 0;
}

// Takes bytes from the largest gap of the window that begins here.
ReserveResult ReserveInGaps(uintptr_t window_begin, size_t bytes,
                            Reservation* reservation) {
  AddressRange gaps[kGapCountMax];
  const size_t gap_count =
      FreeGaps({window_begin, window_begin + kWindowBytes}, gaps, kGapCountMax);
  std::sort(gaps, gaps + gap_count, [](AddressRange a, AddressRange b) {
    return a.end - a.begin > b.end - b.begin;
  });
  ReserveResult result = ReserveResult::kTaken;
  for (size_t i = 0; i < gap_count; ++i) {
    const uintptr_t place = PlaceInGap(gaps[i], window_begin, bytes);
    if (place == 0) continue;
    result = ReserveAt(place, bytes);
    if (result == ReserveResult::kOk) {
      *reservation = {window_begin, place, place + bytes};
      return result;
    }
    if (result == ReserveResult::kNoAddressSpace) return result;
  }
  return result;
}

ReserveResult ReserveAtWindow(uintptr_t window_begin, size_t bytes,
                              Reservation* reservation) {
  if (bytes < kWindowBytes) {
    return ReserveInGaps(window_begin, bytes, reservation);
  }
  const ReserveResult result = ReserveAt(window_begin, bytes);
  if (result == ReserveResult::kOk) {
    *reservation = {window_begin, window_begin, window_begin + bytes};
  }
  return result;
}

// The number counts windows from address 0; an even one is no place for a cage.
ReserveResult ReserveAtNumber(uintptr_t number, size_t bytes,
                              Reservation* reservation) {
  if (number % 2 == 0) return ReserveResult::kTaken;
  return ReserveAtWindow(number * kWindowBytes, bytes, reservation);
}

// Asks the system where bytes would fit, and takes a range of the nearest odd
// window at or below that place: Linux fills the address space from its top. If
// there is none, one above: valgrind fills it from the bottom. Over-reserving
// and trimming would be simpler, but fails under limits that leave room for the
// cage.
ReserveResult ReserveAnywhere(size_t bytes, Reservation* reservation) {
  void* const probe = Reserve(bytes, kOsPageBytes, 0);
  if (probe == nullptr) return ReserveResult::kNoAddressSpace;
  Release(probe, bytes);
  const uintptr_t suggested = reinterpret_cast<uintptr_t>(probe) / kWindowBytes;
  ReserveResult result = ReserveResult::kTaken;
  for (uintptr_t i = 0; i < kWindowTries && i <= suggested; ++i) {
    result = ReserveAtNumber(suggested - i, bytes, reservation);
    if (result != ReserveResult::kTaken) return result;
  }
  for (uintptr_t i = 1; i <= kWindowTries; ++i) {
    result = ReserveAtNumber(suggested + i, bytes, reservation);
    if (result == ReserveResult::kOk) return result;
  }
  return result;
}

}  // namespace

bool ClaimProcess() {
  return !kFixedWindow ||
         ReserveAt(kClaimAddress, kOsPageBytes) != ReserveResult::kTaken;
}

size_t NextRung(size_t bytes) {
  for (const size_t rung : kRungs) {
    if (rung < bytes) return rung;
  }
  return 0;
}

Reservation ReserveInWindow(size_t wanted_bytes, ReservationError* error) {
  if (wanted_bytes > kWindowBytes - 2 * kWindowMarginBytes) {
    wanted_bytes = kWindowBytes;
  }
  Reservation reservation;
  ReserveResult result = ReserveResult::kFailed;
  for (size_t bytes = wanted_bytes; bytes != 0; bytes = NextRung(bytes)) {
    result = kFixedWindow ? ReserveAtWindow(kWindowBytes, bytes, &reservation)
                          : ReserveAnywhere(bytes, &reservation);
    if (result == ReserveResult::kOk) {
      *error = ReservationError::kNone;
      return reservation;
    }
  }
  *error = kFixedWindow && result == ReserveResult::kTaken
               ? ReservationError::kWindowTaken
               : ReservationError::kNoAddressSpace;
  return reservation;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
