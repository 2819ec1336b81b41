// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LayoutConversion: an image whose classes the program has changed since it was
// saved, as the program has them now. Fields are matched by name
// (offline/field_moves.h): what is new is zero, what is gone is left out, and
// numbers may have become wider; anything else is refused, unless the program
// has a function for the class (halfword/layout_functions.h).
//
//   image -> Convert() -> pages -> a heap adopts them -> CallFunctions()
//
// The new image is in memory alone: the file stays as it is until the heap is
// saved, so that a program that only reads converts for itself, and an older
// program can be started again as long as nobody has saved.

#ifndef HALFWORD_IMAGE_OPEN_LAYOUT_CONVERSION_H_
#define HALFWORD_IMAGE_OPEN_LAYOUT_CONVERSION_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "halfword/heap.h"
#include "halfword/layout_functions.h"
#include "image/image_file.h"
#include "image/offline/image_rewriter.h"

namespace halfword::inline HALFWORD_ABI::internal {

class LayoutConversion {
 public:
  explicit LayoutConversion(LayoutFunctions functions = {})
      : functions_(std::move(functions.functions_)) {}

  // file: open, of this program's widths. Called once. Memory: that of the new
  // image, and the old one's pages as far as the system keeps them; with
  // functions, until the end of this, some bytes an object.
  ImageStatus Convert(const ImageFile& file, RewrittenImage* image);

  // Calls the program's functions, each for the objects of its class, if that
  // has changed, until one fails. Requires: Convert() went well; the heap has
  // the new image's pages from first_page on; nothing else has changed it.
  ImageStatus CallFunctions(Heap& heap, std::byte* first_page);

 private:
  ChangedTypes TypesOfProgram();
  LayoutFunctions::Entry* FunctionOf(const TypeInfo* type);

  std::vector<LayoutFunctions::Entry> functions_;
  std::optional<ImageView> view_;
  // By the image's types; null: none.
  std::vector<LayoutFunctions::Entry*> function_of_type_;
  // Null: there are no functions to call.
  std::unique_ptr<const RewrittenObjects> objects_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OPEN_LAYOUT_CONVERSION_H_
