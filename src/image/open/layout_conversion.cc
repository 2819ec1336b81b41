// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The image is looked at as tools do, checked wholly, and rewritten for the
// classes that the program has.

#include "image/open/layout_conversion.h"

#include <algorithm>
#include <utility>

#include "halfword/heap_consistency.h"
#include "halfword/heap_scope.h"
#include "image/image_check.h"
#include "image/open/old_fields.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

LayoutFunctions::Entry* LayoutConversion::FunctionOf(const TypeInfo* type) {
  const auto found = std::find_if(
      functions_.begin(), functions_.end(),
      [&](const LayoutFunctions::Entry& entry) { return entry.type == type; });
  return found == functions_.end() ? nullptr : &*found;
}

// All classes of the image that the program has, as it has them.
ChangedTypes LayoutConversion::TypesOfProgram() {
  const std::vector<TypeDescription>& in_image = view_->catalog().types;
  const std::vector<const TypeInfo*> infos = FindTypesByName(in_image);
  TypeList list;
  ChangedTypes changes;
  for (size_t i = 0; i < in_image.size(); ++i) {
    function_of_type_.push_back(nullptr);
    if (infos[i] == nullptr) continue;
    if (in_image[i].fingerprint != infos[i]->fingerprint) {
      function_of_type_.back() = FunctionOf(infos[i]);
    }
    changes.names.push_back({.in_image = in_image[i].name,
                             .type = list.Add(*infos[i]),
                             .leaves_out = function_of_type_[i] != nullptr});
  }
  changes.types = list.Describe();
  return changes;
}

ImageStatus LayoutConversion::Convert(const ImageFile& file,
                                      RewrittenImage* image) {
  ImageView& view = view_.emplace(file.path());
  ImageStatus status = OpenChecked(&view);
  if (!status.ok()) return status;
  const bool is_same = view.id() == file.id() &&
                       view.state().sequence == file.state().sequence &&
                       view.state().root == file.state().root;
  if (!is_same) {
    return file.Fail(ImageError::kBusy, "another file is getting its name");
  }
  const ChangedTypes changes = TypesOfProgram();
  const bool has_functions =
      std::any_of(function_of_type_.begin(), function_of_type_.end(),
                  [](const auto* entry) { return entry != nullptr; });
  status = RewriteImage(
      view, {.changes = &changes, .keeps_objects = has_functions}, image);
  objects_ = std::move(image->objects);
  if (objects_ == nullptr) view_.reset();
  return status;
}

ImageStatus LayoutConversion::CallFunctions(Heap& heap, std::byte* first_page) {
  if (objects_ == nullptr) return {};
  OldFields fields(*objects_, first_page);
  const HeapScope scope(heap);
  // What only the old image refers to has to stay.
  const subtle::NoGarbageCollectionScope no_collections(heap.GetHeapHandle());
  for (const ImageGranule object : objects_->order()) {
    const LayoutFunctions::Entry* const entry =
        function_of_type_[objects_->objects().TypeOf(object)];
    if (entry == nullptr) continue;
    entry->function(OldObject(fields, object), fields.NewObject(object));
    if (fields.error().empty()) continue;
    return view_->Fail(ImageError::kOtherTypes, fields.error());
  }
  return {};
}

}  // namespace halfword::inline HALFWORD_ABI::internal
