// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Atoms from numbers and bytes. Leading zeros are dropped here, so that a
// number has one form.

#include "examples/nouns/noun.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace nouns {

static_assert(std::endian::native == std::endian::little,
              "limbs are copied as the bytes that they are made of");

Noun MakeAtom(halfword::AllocationHandle& handle,
              std::span<const uint8_t> bytes) {
  while (!bytes.empty() && bytes.back() == 0) {
    bytes = bytes.first(bytes.size() - 1);
  }
  if (bytes.size() <= sizeof(uint32_t)) {
    uint32_t value = 0;
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
    if (BitCount(value) <= kDirectBits) return DirectAtom(value);
  }
  const size_t limb_count = (bytes.size() + 3) / 4;
  if (limb_count > std::numeric_limits<uint32_t>::max()) {
    throw std::length_error("an atom of 16 GiB or more");
  }
  return MakeIndirectAtom(handle, static_cast<uint32_t>(limb_count),
                          [bytes](std::span<uint32_t> limbs) {
                            limbs.back() = 0;
                            std::memcpy(limbs.data(), bytes.data(),
                                        bytes.size());
                          });
}

Noun MakeAtom(halfword::AllocationHandle& handle, uint64_t value) {
  std::array<uint8_t, sizeof value> bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  return MakeAtom(handle, bytes);
}

}  // namespace nouns
