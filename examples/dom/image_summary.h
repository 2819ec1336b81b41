// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What --image did, or found, for people.

#ifndef EXAMPLES_DOM_IMAGE_SUMMARY_H_
#define EXAMPLES_DOM_IMAGE_SUMMARY_H_

#include <string>

#include "examples/dom/figures.h"

namespace dom {

// A line for the image, and one for each page that was not there as it is now:
// the first of them, where they are many.
std::string FormatImage(const ImageFigures& image);

// A line for each page.
std::string FormatHeldImage(const HeldImageFigures& image);

}  // namespace dom

#endif  // EXAMPLES_DOM_IMAGE_SUMMARY_H_
