// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MachineInput: the bytes that tell a machine of strings what to do, taken one
// after the other. Only tests include this file.

#ifndef HALFWORD_TEXT_MACHINE_INPUT_H_
#define HALFWORD_TEXT_MACHINE_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MachineInput {
 public:
  explicit MachineInput(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }

  // The next byte; zeros behind the last.
  uint8_t Take() {
    if (bytes_.empty()) return 0;
    const uint8_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }

  // A number below the limit, of two bytes. Requires: 0 < limit <= 65,536.
  size_t Below(size_t limit) {
    const size_t high = Take();
    return (high * 256 + Take()) % limit;
  }

 private:
  std::span<const uint8_t> bytes_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_MACHINE_INPUT_H_
