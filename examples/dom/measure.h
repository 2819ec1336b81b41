// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Measure: what the trees of the given pages cost in this build's memory.

#ifndef EXAMPLES_DOM_MEASURE_H_
#define EXAMPLES_DOM_MEASURE_H_

#include "examples/dom/figures.h"
#include "examples/dom/page.h"

namespace dom {

// Builds, walks, collects and halves the trees of all pages, `repeat_count`
// times in one heap. Requires: at least one page, at least one repetition.
Figures Measure(const Pages& pages, int repeat_count);

}  // namespace dom

#endif  // EXAMPLES_DOM_MEASURE_H_
