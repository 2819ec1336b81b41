// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The files of page/, as the build has put them into the program
// (embed_page.cmake).

#ifndef HALFWORD_ANALYSIS_REPORT_PAGE_TEXT_H_
#define HALFWORD_ANALYSIS_REPORT_PAGE_TEXT_H_

#include <string_view>

namespace halfword::analysis {

// report.html: a page with places to fill (see FillPlaces()).
extern const std::string_view kPageTemplate;
// report.css
extern const std::string_view kPageStyle;
// All scripts, one behind the other.
extern const std::string_view kPageScript;
// What a Content-Security-Policy calls kPageScript: "sha256-..."
extern const std::string_view kPageScriptHash;

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_PAGE_TEXT_H_
