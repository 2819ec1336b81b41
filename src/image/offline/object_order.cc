// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A stack of objects that are still to come; the first field is on its top.

#include "image/offline/object_order.h"

#include <algorithm>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class Walker {
 public:
  Walker(const ImageObjects& objects, const ReferenceMaps& maps,
         const LiveObjects& live, const EqualObjects* merged)
      : objects_(objects),
        maps_(maps),
        live_(live),
        merged_(merged),
        is_taken_(live.count()) {}

  void WalkFrom(uint64_t offset) {
    Push(offset);
    while (!waiting_.empty()) {
      const ImageGranule object = waiting_.back();
      waiting_.pop_back();
      if (is_taken_[live_.OrdinalOf(object)]) continue;
      is_taken_[live_.OrdinalOf(object)] = true;
      order_.push_back(object);
      const size_t before = waiting_.size();
      maps_.ForEach(objects_.TypeOf(object), objects_.BytesOf(object),
                    objects_.SlotBytesOf(object),
                    [&](const ReferenceField& field, size_t, uint64_t target) {
                      if (field.kind != FieldKind::kWeakMember &&
                          field.kind != FieldKind::kUntracedMember &&
                          field.kind != FieldKind::kEphemeronKey) {
                        Push(target);
                      }
                    });
      std::reverse(waiting_.begin() + static_cast<ptrdiff_t>(before),
                   waiting_.end());
    }
  }

  std::vector<ImageGranule> Take() { return std::move(order_); }

 private:
  void Push(uint64_t offset) {
    ImageGranule object = objects_.Around(offset);
    // The value of a key that has died is none.
    if (object == kNoGranule || !live_.Has(object)) return;
    if (merged_ != nullptr) object = merged_->Of(object);
    if (!is_taken_[live_.OrdinalOf(object)]) waiting_.push_back(object);
  }

  const ImageObjects& objects_;
  const ReferenceMaps& maps_;
  const LiveObjects& live_;
  const EqualObjects* const merged_;
  std::vector<bool> is_taken_;
  std::vector<ImageGranule> waiting_;
  std::vector<ImageGranule> order_;
};

}  // namespace

std::vector<ImageGranule> OrderByReach(const ImageObjects& objects,
                                       const ReferenceMaps& maps,
                                       const LiveObjects& live,
                                       const EqualObjects* merged) {
  Walker walker(objects, maps, live, merged);
  const Catalog& catalog = objects.view().catalog();
  for (const CatalogRoot& root : catalog.roots) walker.WalkFrom(root.offset);
  if (catalog.atoms.offset != 0) walker.WalkFrom(catalog.atoms.offset);
  return walker.Take();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
