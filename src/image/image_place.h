// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where an image lies in the cage: at a place of its own, drawn from its id, so
// that two images of one process seldom want the same, and none is where
// ordinary heaps grow.

#ifndef HALFWORD_IMAGE_IMAGE_PLACE_H_
#define HALFWORD_IMAGE_IMAGE_PLACE_H_

#include <cstddef>
#include <cstdint>

#include "cage/cage.h"
#include "image/file/image_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Places are a GiB apart, but in a cage that has fewer than four of them, whose
// quarters they are.
inline constexpr size_t kPlaceBytes = size_t{1} << 30;
inline constexpr uint32_t kPlaceAttempts = 64;
inline constexpr size_t kPlaceStepBytes = 16 * kChunkBytes;

// The first address of an image: in the upper three quarters of the cage.
// attempt: 0, and the next number where the place is taken.
uintptr_t ChoosePlace(const ImageId& id, uint32_t attempt);

// Calls takes(place) for places in the cage, from the best on, until it answers
// true. False: it never does.
template <typename Takes>
bool FindPlace(const ImageId& id, Takes takes) {
  for (uint32_t attempt = 0; attempt < kPlaceAttempts; ++attempt) {
    if (takes(ChoosePlace(id, attempt))) return true;
  }
  // A small cage, or a large image: anywhere, far from ordinary heaps.
  const Cage& cage = Cage::Get();
  for (uintptr_t place = cage.end(); place >= cage.begin() + kPlaceStepBytes;) {
    place -= kPlaceStepBytes;
    if (takes(place)) return true;
  }
  return false;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_PLACE_H_
