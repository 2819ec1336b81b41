// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Images of pages: the trees of pages as a file, which a program opens without
// reading a page, and sets beside what the pages are now. Each page is a named
// root, its path the name.
//
// What an element knows of its place (page_places.h) counts, in an image, from
// the first byte of its own page: which pages come before it, nobody knows the
// next time.
//
// On Halfword only: NodeHeap::kHasImages.

#ifndef EXAMPLES_DOM_PAGE_IMAGE_H_
#define EXAMPLES_DOM_PAGE_IMAGE_H_

#include <string>

#include "examples/dom/figures.h"
#include "examples/dom/page.h"

namespace dom {

// Makes the image, or opens it, and puts the trees of the pages into it: a tree
// that is there and equal stays as it is, another takes the place of what was
// there. Saves it then, which writes only what changed. Trees of other pages
// stay. Throws std::runtime_error, with a whole line, if it cannot; then an
// image that was there is as it was, and one that was not is not.
ImageFigures UpdateImage(const Pages& pages, const std::string& path);

// Opens an image to read it, and walks over all that is in it. Throws as
// UpdateImage().
HeldImageFigures ReadImage(const std::string& path);

}  // namespace dom

#endif  // EXAMPLES_DOM_PAGE_IMAGE_H_
