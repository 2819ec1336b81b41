// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A page with places, {{name}}, and what to write there.

#ifndef HALFWORD_ANALYSIS_REPORT_PAGE_TEMPLATE_H_
#define HALFWORD_ANALYSIS_REPORT_PAGE_TEMPLATE_H_

#include <map>
#include <string>
#include <string_view>

namespace halfword::analysis {

// What is filled in is not searched for places again: a name out of a snapshot
// may look like one. Throws std::out_of_range for a place that has no value.
std::string FillPlaces(
    std::string_view page,
    const std::map<std::string, std::string, std::less<>>& values);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_PAGE_TEMPLATE_H_
