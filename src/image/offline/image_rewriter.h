// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rewriting: another image with the same objects, from an image alone: for
// other references, without what has died, close together in the order in which
// a walk from the roots meets them, and if wanted with equal immutable objects
// made one.
//
// The new image is one of its own, with an id, a place in the cage and numbers
// of classes of its own; the same image and options always give the same file,
// but for the time in it. It is what a program of the target's build opens: the
// bytes of each object are what such a program would have written.
//
//   live objects -> what stands for what -> order -> places -> bytes -> tables
//
// Memory: the new image, and about 12 bytes an object (28 where equal ones are
// merged).

#ifndef HALFWORD_IMAGE_OFFLINE_IMAGE_REWRITER_H_
#define HALFWORD_IMAGE_OFFLINE_IMAGE_REWRITER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "image/file/image_format.h"
#include "image/image_view.h"
#include "image/offline/new_pages.h"
#include "image/offline/rewrite_types.h"
#include "image/offline/rewritten_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct RewriteOptions {
  ImageAbi target = kOwnImageAbi;
  bool merges_equal = false;
  bool replaces = false;  // a file that has the name
  const ChangedTypes* changes = nullptr;
  bool keeps_objects = false;  // RewrittenImage::objects
};

struct RewriteReport {
  uint64_t object_count = 0;
  uint64_t merged_count = 0;
  uint64_t page_count = 0;
  uint64_t old_page_count = 0;
};

// An image that no file has yet.
struct RewrittenImage {
  NewPages pages;
  uint32_t page_count = 0;
  HeapWords words;
  std::unique_ptr<const RewrittenObjects> objects;  // null: not asked for
};

// Requires: the view was checked (OpenChecked()).
ImageStatus RewriteImage(const ImageView& view, const RewriteOptions& options,
                         RewrittenImage* image);

// The same, into a file. It appears when it is whole and durable.
ImageStatus RewriteImage(const ImageView& view, const std::string& path,
                         const RewriteOptions& options, RewriteReport* report);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_IMAGE_REWRITER_H_
