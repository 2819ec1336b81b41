// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ObjectConverter: the bytes of an object in the new image, from those that it
// has in the old one: what moves where is FieldMoves' business; here words
// become words of other widths that lead to other places.

#ifndef HALFWORD_IMAGE_OFFLINE_OBJECT_CONVERTER_H_
#define HALFWORD_IMAGE_OFFLINE_OBJECT_CONVERTER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "image/offline/image_shape.h"
#include "image/offline/live_objects.h"
#include "image/offline/merge_equal.h"
#include "image/offline/rewrite_types.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Where the objects of the old image are in the new one.
class NewPlaces {
 public:
  NewPlaces(const LiveObjects& live, const EqualObjects* merged)
      : live_(live), merged_(merged), places_(live.count(), kNoGranule) {}

  void Set(ImageGranule object, uint32_t granule) {
    places_[live_.OrdinalOf(object)] = granule;
  }
  // In granules of the new image, from the first page behind its tables, of an
  // object or what stands for it; kNoGranule: it has died.
  uint32_t Of(ImageGranule object) const {
    if (object == kNoGranule || !live_.Has(object)) return kNoGranule;
    if (merged_ != nullptr) object = merged_->Of(object);
    return places_[live_.OrdinalOf(object)];
  }

 private:
  const LiveObjects& live_;
  const EqualObjects* const merged_;
  std::vector<uint32_t> places_;
};

class ObjectConverter {
 public:
  // What an object is in the new image.
  struct Extent {
    size_t element_count = 0;  // of its trailing array
    size_t more_bytes = 0;     // behind a class that lists none
    size_t bytes = 0;          // in all, without a canary
  };

  ObjectConverter(const ImageObjects& objects, const ReferenceMaps& maps,
                  const RewriteTypes& types, const ImageShape& source,
                  const ImageShape& target)
      : objects_(objects),
        maps_(maps),
        types_(types),
        source_(source),
        target_(target) {}

  // Before places are known.
  Extent Measure(ImageGranule object) const;

  // What words lead to. place: the new image's; data_offset: where its first
  // page behind the tables begins.
  void SetPlaces(const NewPlaces* places, uint64_t place,
                 uint64_t data_offset) {
    places_ = places;
    place_ = place;
    data_offset_ = data_offset;
  }

  // Writes all but the elements of the trailing array, or all. Requires: target
  // has room for Measure()'s bytes, which are zero.
  void ConvertFields(ImageGranule object, std::byte* target) const;
  void Convert(ImageGranule object, std::byte* target) const;
  // One element of an object's array, to anywhere.
  void ConvertElement(const RewriteTypes::Class& of, const std::byte* source,
                      std::byte* target) const;

  // An offset in the new image of the object at one in the old; kNowhere: it
  // has died.
  uint64_t NewOffsetOf(uint64_t offset) const;

  // What could not be converted; empty: nothing.
  const std::string& error() const { return error_; }

  const RewriteTypes::Class& ClassOf(ImageGranule object) const {
    return types_.ClassOf(objects_.TypeOf(object));
  }
  size_t SourceUsableBytes(ImageGranule object) const {
    return objects_.SlotBytesOf(object) - source_.canary_bytes();
  }

 private:
  size_t CountElements(ImageGranule object,
                       const RewriteTypes::Class& of) const;
  size_t MeasureBytes(ImageGranule object) const;
  void Apply(const FieldMove& move, const std::byte* source,
             std::byte* target) const;
  uint64_t ConvertWord(const FieldMove& move, uint64_t word) const;
  uint64_t ConvertReference(const FieldMove& move, uint64_t offset) const;
  void ConvertString(const std::byte* source, std::byte* target) const;
  void Fail(const std::string& error) const {
    if (error_.empty()) error_ = error;
  }

  const ImageObjects& objects_;
  const ReferenceMaps& maps_;
  const RewriteTypes& types_;
  const ImageShape& source_;
  const ImageShape& target_;
  const NewPlaces* places_ = nullptr;
  uint64_t place_ = 0;
  uint64_t data_offset_ = 0;
  mutable std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_OBJECT_CONVERTER_H_
