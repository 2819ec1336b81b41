// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DevTools' rules for them (devtools-rules: names).

#include "analysis/name_rules.h"

#include <cstdlib>

#include "analysis/file/json_text.h"
#include "analysis/shapes.h"

namespace halfword::analysis {

namespace {

// Where a label of properties ends, in UTF-16 code units. Each but the first of
// either end has ", " beside it, so that 51 properties are over it.
constexpr size_t kLabelUnitsMax = 100;
static_assert(2 * PropertyLabel::kPropertiesMax > kLabelUnitsMax / 2 + 1);

}  // namespace

std::string_view TypeName(const std::vector<std::string>& types,
                          uint32_t type) {
  return type < types.size() ? std::string_view(types[type]) : "undefined";
}

std::string ShortcutName(const std::string& name) {
  const size_t begin = name.find_first_not_of(" \t\n\v\f\r");
  if (begin == std::string::npos) return name;
  const size_t digits =
      begin + (name[begin] == '-' || name[begin] == '+' ? 1 : 0);
  size_t end = digits;
  while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
  if (end == digits) return name;
  return std::to_string(std::strtoll(name.c_str() + begin, nullptr, 10));
}

bool PropertyLabel::Add(const std::string& property) {
  const std::string name = QuotedProperty(property);
  if (front_.size() > 1 &&
      Utf16Length(front_) + Utf16Length(back_) + Utf16Length(name) >
          kLabelUnitsMax) {
    return false;
  }
  if (wants_first_) {
    if (front_.size() > 1) front_ += ", ";
    front_ += name;
  } else {
    if (back_.size() > 1) back_ = ", " + back_;
    back_ = name + back_;
  }
  wants_first_ = !wants_first_;
  return true;
}

std::string PropertyLabel::Finish(bool is_whole) const {
  return front_ + (is_whole ? "" : ", \u2026") +
         (back_.size() > 1 ? ", " : "") + back_;
}

}  // namespace halfword::analysis
