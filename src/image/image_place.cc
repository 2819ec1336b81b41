// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One of the places, by the image's id.

#include "image/image_place.h"

#include <algorithm>

#include "base/bits.h"
#include "cage/cage.h"

namespace halfword::inline HALFWORD_ABI::internal {

uintptr_t ChoosePlace(const ImageId& id, uint32_t attempt) {
  const Cage& cage = Cage::Get();
  const size_t quarter = cage.capacity_bytes() / 4;
  const size_t bytes = std::min(kPlaceBytes, RoundDown(quarter, kChunkBytes));
  const uintptr_t lowest = RoundUp(cage.begin() + quarter, kChunkBytes);
  const uintptr_t first = RoundUpToMultiple(lowest, bytes);
  const size_t count = std::max(size_t{1}, (cage.end() - first) / bytes);
  return first + (id.low + attempt) % count * bytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
