// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sizes as people write and read them. Units are powers of 1024.

#ifndef HALFWORD_BASE_SIZE_TEXT_H_
#define HALFWORD_BASE_SIZE_TEXT_H_

#include <cstdint>
#include <string_view>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Reads a decimal number and the unit behind it: none, "b", or one of "k", "m",
// "g", "t" alone or followed by "b" or "ib"; upper or lower case. So "1048576",
// "64k" and "256MiB" are sizes. Returns false, and leaves *bytes, for anything
// else ("1.5g", "-1", "", " 1k") and for what does not fit 64 bits.
bool ParseSize(std::string_view text, uint64_t* bytes);

// A short text that is its own buffer, for use inside one expression.
struct SizeText {
  char text[16];

  const char* c_str() const { return text; }
};

// The size in the largest unit it fills, whole ("0 B", "900 B", "16 GiB") or
// to one decimal ("1.5 KiB"; "2.0 MiB" is about that, "2 MiB" exactly). Rounded
// to nearest, except that "1023.9 MiB" does not become "1024.0 MiB".
SizeText FormatBytes(uint64_t bytes);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_SIZE_TEXT_H_
