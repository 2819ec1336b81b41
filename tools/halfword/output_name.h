// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What -o may be: any name but none, as an empty variable of a script gives it.

#ifndef TOOLS_HALFWORD_OUTPUT_NAME_H_
#define TOOLS_HALFWORD_OUTPUT_NAME_H_

#include <string>

namespace halfword::tools {

// A check for CLI11: the line that says what is wrong; "": nothing.
inline std::string ExpectName(const std::string& text) {
  return text.empty() ? "expected a name, and not an empty one" : "";
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_OUTPUT_NAME_H_
