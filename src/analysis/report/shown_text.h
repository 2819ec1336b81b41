// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names out of a snapshot as a page may show them. Anybody may have chosen
// them: a name that holds markup must stay text, one that turns the direction
// of writing must not turn the page's, and long ones must not fill it.

#ifndef HALFWORD_ANALYSIS_REPORT_SHOWN_TEXT_H_
#define HALFWORD_ANALYSIS_REPORT_SHOWN_TEXT_H_

#include <string>
#include <string_view>

namespace halfword::analysis {

// Whether a character of UTF-8 has no shape of its own, or moves others:
// controls, line ends, marks of direction, surrogates, private ones. What is no
// character has none.
bool IsShapeless(std::string_view character);

// Such characters become escapes as
// in "\n" and "\u202e"; what is no UTF-8 becomes U+FFFD. The result takes at
// most bytes_max bytes in a script (see ScriptJson()), and ends in "…" where
// something is cut off.
std::string ShownText(std::string_view text, size_t bytes_max);

// For HTML, between tags and in quoted attributes.
std::string HtmlText(std::string_view text);

// For a <script> element: JSON in which no "<" is left, so that nothing in it
// ends the element or opens a comment.
std::string ScriptJson(std::string_view json);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_SHOWN_TEXT_H_
