// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What one image has that another has not, by class.
//
// Two states of one image are compared object by object: an object is the same
// if it has the same place, class and size, and has changed if its bytes have.
// An image that was packed or migrated is another one, and so is one of another
// program; then only numbers of objects and bytes of classes of the same name
// can be compared.
//
// Objects are those that the images' roots lead to.

#ifndef HALFWORD_IMAGE_OFFLINE_IMAGE_DIFF_H_
#define HALFWORD_IMAGE_OFFLINE_IMAGE_DIFF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "image/image_view.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct ImageDiff {
  struct Class {
    std::string name;
    uint64_t added_count = 0;
    uint64_t removed_count = 0;
    uint64_t changed_count = 0;  // by place alone
    uint64_t added_bytes = 0;
    uint64_t removed_bytes = 0;
  };
  enum class RootChange : uint8_t { kAdded, kRemoved, kChanged };
  struct Root {
    std::string name;
    RootChange change;
  };

  bool is_by_place = false;
  std::vector<Class> classes;  // that differ, by name
  std::vector<Root> roots;     // that differ, by name
};

// Requires: both were checked (OpenChecked()).
ImageDiff CompareImages(const ImageView& older, const ImageView& newer);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_IMAGE_DIFF_H_
