// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an option that names objects may be, checked before a file is read.

#ifndef TOOLS_HALFWORD_SELECTOR_OPTION_H_
#define TOOLS_HALFWORD_SELECTOR_OPTION_H_

#include <stdexcept>
#include <string>

#include "analysis/selector.h"

namespace halfword::tools {

// Checks for CLI11: the line that says what is wrong; "": nothing.
inline std::string RefuseSelector(const std::string& text) {
  try {
    const analysis::Selector selector(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

inline std::string RefuseNoId(const std::string& text) {
  std::string wrong = RefuseSelector(text);
  if (!wrong.empty()) return wrong;
  if (analysis::Selector(text).id().has_value()) return "";
  return text + ": expected an id, such as 123 or @123";
}

inline std::string RefuseNoClass(const std::string& text) {
  std::string wrong = RefuseSelector(text);
  if (!wrong.empty()) return wrong;
  if (!analysis::Selector(text).id().has_value()) return "";
  return text + ": expected a class, not an id";
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_SELECTOR_OPTION_H_
