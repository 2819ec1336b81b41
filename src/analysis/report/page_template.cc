// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk from place to place.

#include "analysis/report/page_template.h"

#include <stdexcept>

namespace halfword::analysis {

std::string FillPlaces(
    std::string_view page,
    const std::map<std::string, std::string, std::less<>>& values) {
  constexpr std::string_view kOpening = "{{";
  constexpr std::string_view kClosing = "}}";
  std::string filled;
  for (;;) {
    const size_t begin = page.find(kOpening);
    const size_t end = page.find(kClosing, begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) {
      return filled.append(page);
    }
    const size_t name = begin + kOpening.size();
    const auto value = values.find(page.substr(name, end - name));
    if (value == values.end()) {
      throw std::out_of_range("no value for a place of the page");
    }
    filled.append(page.substr(0, begin)).append(value->second);
    page.remove_prefix(end + kClosing.size());
  }
}

}  // namespace halfword::analysis
