// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What kind of build wrote an image: the widths that its pages depend on. It
// stands in the state, as a number of bytes:
//
//   0  bits of a reference: 32 or 64
//   1  virtual bits: 3 or 4; with references of 64 bits, whose granules alone
//      depend on them, 0 for 3
//   2  1: slots have room for the canaries of memory debugging
//   3  version of the rules that pages are laid out by

#ifndef HALFWORD_IMAGE_IMAGE_ABI_H_
#define HALFWORD_IMAGE_IMAGE_ABI_H_

#include <cstdint>
#include <string>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct ImageAbi {
  static constexpr uint8_t kLayoutVersion = 1;

  uint8_t reference_bits = 0;
  uint8_t virtual_bits = 0;
  bool has_canaries = false;
  uint8_t layout = 0;

  friend bool operator==(const ImageAbi&, const ImageAbi&) = default;
};

constexpr uint8_t VirtualBitsInImage(int reference_bits, int virtual_bits) {
  return static_cast<uint8_t>(
      reference_bits == 64 && virtual_bits == 3 ? 0 : virtual_bits);
}

inline constexpr ImageAbi kOwnImageAbi = {
    .reference_bits = kCompressed ? 32 : 64,
    .virtual_bits = VirtualBitsInImage(kCompressed ? 32 : 64, kVirtualBits),
    .has_canaries = HALFWORD_MEMORY_DEBUG != 0,
    .layout = ImageAbi::kLayoutVersion,
};

constexpr uint64_t NumberOf(const ImageAbi& abi) {
  return uint64_t{abi.reference_bits} | uint64_t{abi.virtual_bits} << 8 |
         uint64_t{abi.has_canaries} << 16 | uint64_t{abi.layout} << 24;
}

constexpr ImageAbi AbiOfNumber(uint64_t number) {
  return {.reference_bits = static_cast<uint8_t>(number),
          .virtual_bits = static_cast<uint8_t>(number >> 8),
          .has_canaries = ((number >> 16) & 0xff) != 0,
          .layout = static_cast<uint8_t>(number >> 24)};
}

// "references of 32 bits and 3 virtual bits", "references of 64 bits"
inline std::string NameOf(const ImageAbi& abi) {
  std::string name =
      "references of " + std::to_string(abi.reference_bits) + " bits";
  if (abi.virtual_bits != 0) {
    name += " and " + std::to_string(abi.virtual_bits) + " virtual bits";
  }
  if (abi.has_canaries) name += " and memory debugging";
  return name;
}

// What `halfword image migrate` is to be told: " --references 64".
inline std::string MigrateOptionsFor(const ImageAbi& abi) {
  std::string options = " --references " + std::to_string(abi.reference_bits);
  if (abi.virtual_bits != 0) {
    options += " --virtual-bits " + std::to_string(abi.virtual_bits);
  }
  if (abi.has_canaries) options += " --memory-debug";
  return options;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_ABI_H_
