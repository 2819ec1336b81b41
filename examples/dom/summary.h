// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Summary: a report for people: a table with a column a build, the comparison
// in words, and what to try next.

#ifndef EXAMPLES_DOM_SUMMARY_H_
#define EXAMPLES_DOM_SUMMARY_H_

#include <string>

#include "examples/dom/figures.h"

namespace dom {

enum class Colours { kOff, kOn };

// On if standard output is a terminal and NO_COLOR (no-color.org) is not set.
Colours ColoursOfStandardOutput();

// Requires: at least one build.
std::string FormatSummary(const Report& report, Colours colours);

}  // namespace dom

#endif  // EXAMPLES_DOM_SUMMARY_H_
