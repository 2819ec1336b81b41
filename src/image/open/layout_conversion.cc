// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The image is looked at as tools do, checked wholly, and rewritten for the
// classes that the program has.

#include "image/open/layout_conversion.h"

#include <vector>

#include "image/image_check.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// All classes of the image that the program has, as it has them.
ChangedTypes TypesOfProgram(const std::vector<TypeDescription>& in_image) {
  const std::vector<const TypeInfo*> infos = FindTypesByName(in_image);
  TypeList list;
  ChangedTypes changes;
  for (size_t i = 0; i < in_image.size(); ++i) {
    if (infos[i] == nullptr) continue;
    changes.names.push_back({in_image[i].name, list.Add(*infos[i])});
  }
  changes.types = list.Describe();
  return changes;
}

}  // namespace

ImageStatus ConvertLayouts(const ImageFile& file, RewrittenImage* image) {
  ImageView view(file.path());
  ImageStatus status = OpenChecked(&view);
  if (!status.ok()) return status;
  const bool is_same = view.id() == file.id() &&
                       view.state().sequence == file.state().sequence &&
                       view.state().root == file.state().root;
  if (!is_same) {
    return file.Fail(ImageError::kBusy, "another file is getting its name");
  }
  const ChangedTypes changes = TypesOfProgram(view.catalog().types);
  return RewriteImage(view, {.changes = &changes}, image);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
