// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CheckStringLength: how long a string may be, for String and MutableString.

#ifndef HALFWORD_TEXT_STRING_LENGTH_H_
#define HALFWORD_TEXT_STRING_LENGTH_H_

#include <cstddef>

#include "base/error_line.h"
#include "base/size_text.h"
#include "halfword/internal/string_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Ends the process, with a line that says why, if a string cannot be so long.
inline void CheckStringLength(size_t length_bytes) {
  if (length_bytes <= kStringBytesMax) return;
  FatalLine("a string of %s is too long: the longest has %s",
            FormatBytes(length_bytes).c_str(),
            FormatBytes(kStringBytesMax).c_str());
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_STRING_LENGTH_H_
