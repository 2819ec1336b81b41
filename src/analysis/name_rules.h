// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How names are shown that are not just a text of the file: labels of plain
// objects, and shortcuts that are numbers. They are parts of a NodeBrowser's
// names and of those that are exported.

#ifndef HALFWORD_ANALYSIS_NAME_RULES_H_
#define HALFWORD_ANALYSIS_NAME_RULES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halfword::analysis {

// A type by its number in the file.
std::string_view TypeName(const std::vector<std::string>& types, uint32_t type);

// A shortcut whose name begins with a number is shown as that number.
std::string ShortcutName(const std::string& name);

// "{a, b, ..., z}": the properties of a plain object, given from the front and
// from the back by turns until one does not fit.
class PropertyLabel {
 public:
  // More than so many of either end never fit, unless they have no names.
  static constexpr size_t kPropertiesMax = 32;

  // Whether the next one is to be the first, or the last, of those left.
  bool wants_first() const { return wants_first_; }
  // False: it does not fit, and no other is to be tried.
  bool Add(const std::string& property);
  // is_whole: all properties are in it.
  std::string Finish(bool is_whole) const;

 private:
  std::string front_ = "{";
  std::string back_ = "}";
  bool wants_first_ = true;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_NAME_RULES_H_
