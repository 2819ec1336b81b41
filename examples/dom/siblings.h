// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Siblings: the other builds of this program, which stand in the same folder.
// Two reference widths cannot be linked into one program, so a comparison runs
// the others and reads what they print.

#ifndef EXAMPLES_DOM_SIBLINGS_H_
#define EXAMPLES_DOM_SIBLINGS_H_

#include <string>
#include <vector>

#include "examples/dom/figures.h"

namespace dom {

// All builds, in the order in which they are shown.
inline const std::vector<std::string> kPrograms = {
    "halfword-dom", "halfword-dom-64", "halfword-dom-malloc"};

// The file that this program was started from.
std::string OwnPath();

// Whether to pass on what a sibling says of HALFWORD_OPTIONS. Both builds with
// the heap find the same fault with them; a user needs to hear it once.
enum class OptionComplaints { kShow, kDrop };

// Runs `program`, from the folder of this one, on the given files, and returns
// what it measured. What it writes to standard error is passed on at its end.
// Throws std::runtime_error, with a whole line, if it cannot be run, fails, or
// prints something else than figures.
Figures MeasureElsewhere(const std::string& program,
                         const std::vector<std::string>& files,
                         int repeat_count, OptionComplaints complaints);

}  // namespace dom

#endif  // EXAMPLES_DOM_SIBLINGS_H_
