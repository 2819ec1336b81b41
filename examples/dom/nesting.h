// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nesting: how deeply the tags of a page lie inside each other, found in one
// pass over the text, before the page is parsed.
//
// libgumbo looks through its open elements at most tags, so its time grows with
// the square of the depth: 10,000 nested tags take it 0.1 s, a million take 25
// minutes. Such a page is refused with a line that says where it goes too far.
//
// The scan follows the rules that matter for real pages (void elements, end
// tags that may be left out, scripts, tables, SVG), and comes within two of the
// true depth on 5,600 pages of manuals. Where it simplifies it mostly counts an
// element as still open. A text made to fool it may be deeper than it says,
// above all by unclosed <b> or <a>, which a parser opens again and again. That
// is no danger, as nothing here recurses; it costs time, and page.h bounds that
// too.

#ifndef EXAMPLES_DOM_NESTING_H_
#define EXAMPLES_DOM_NESTING_H_

#include <cstddef>
#include <string_view>

namespace dom {

// Pages that people wrote stay under 100 (browsers cut at 512).
inline constexpr size_t kOpenTagCountMax = 10'000;

struct Nesting {
  size_t depth = 0;   // the largest number of tags open at once
  size_t offset = 0;  // of the tag that reached it, in bytes
};

// Scans html, and stops early at the first tag beyond depth_max.
// Cost: linear in the text, one small record for each open tag.
Nesting ScanNesting(std::string_view html, size_t depth_max = kOpenTagCountMax);

}  // namespace dom

#endif  // EXAMPLES_DOM_NESTING_H_
