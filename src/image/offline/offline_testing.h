// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of offline parts share: an image with all that is known of it, and
// another kind of build. Only tests include this file.

#ifndef HALFWORD_IMAGE_OFFLINE_OFFLINE_TESTING_H_
#define HALFWORD_IMAGE_OFFLINE_OFFLINE_TESTING_H_

#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "image/image_check.h"
#include "image/offline/live_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of references of the other width than this build's.
inline ImageAbi OtherAbi() {
  ImageAbi abi = kOwnImageAbi;
  abi.reference_bits = kCompressed ? 64 : 32;
  abi.virtual_bits = kCompressed ? 0 : 3;
  abi.has_canaries = false;
  return abi;
}

// Opened, checked, marked.
class OfflineImage {
 public:
  explicit OfflineImage(const std::string& path)
      : view_(path),
        objects_(Opened(&view_)),
        maps_(view_.catalog(), view_.abi(), view_.place()),
        live_(objects_, maps_) {}

  const ImageView& view() const { return view_; }
  const ImageObjects& objects() const { return objects_; }
  const ReferenceMaps& maps() const { return maps_; }
  const LiveObjects& live() const { return live_; }

  // The live objects of a class, by place.
  std::vector<ImageGranule> ObjectsOf(const std::string& class_name) const {
    std::vector<ImageGranule> found;
    live_.ForEach([&](ImageGranule object) {
      if (ClassOf(object).name == class_name) found.push_back(object);
    });
    return found;
  }
  const TypeDescription& ClassOf(ImageGranule object) const {
    return view_.catalog().types[objects_.TypeOf(object)];
  }
  // A number of an object, by its field's name.
  template <typename Number>
  Number NumberOf(ImageGranule object, const std::string& field_name) const {
    Number number = {};
    for (const FieldDescription& field : ClassOf(object).fields) {
      if (field.name != field_name) continue;
      std::memcpy(&number, objects_.BytesOf(object) + field.offset,
                  sizeof(number));
    }
    return number;
  }

 private:
  static const ImageView& Opened(ImageView* view) {
    const ImageStatus status = OpenChecked(view);
    EXPECT_TRUE(status.ok()) << status.message();
    return *view;
  }

  ImageView view_;
  const ImageObjects objects_;
  const ReferenceMaps maps_;
  const LiveObjects live_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_OFFLINE_TESTING_H_
