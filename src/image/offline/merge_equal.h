// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// EqualObjects: immutable objects that have the same content, found bottom-up:
// what an object refers to is looked at before the object itself, so that two
// are equal if their numbers are and they refer to the same (merged) objects.
// Each set of equal ones gets one representative. (Urbit's runtime calls this a
// meld.)
//
// Immutable are objects of classes that say HALFWORD_IMMUTABLE, and the bytes
// of strings, where nothing but Strings refer to them: a MutableString may
// write to its buffer, a HeapVector<char> to its elements, and strings may be
// added to behind the bytes that slices share. An object is left as it is if
// anything asks for its identity: a weak or untraced reference, the key of an
// ephemeron, or a table that is hashed by where its keys lie.
//
// Objects in a circle are not merged. Cost: 5 bytes a live object, which stay
// 4, and a table of 8 to 16 for each that may be merged; no recursion.

#ifndef HALFWORD_IMAGE_OFFLINE_MERGE_EQUAL_H_
#define HALFWORD_IMAGE_OFFLINE_MERGE_EQUAL_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "image/offline/field_moves.h"
#include "image/offline/live_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

class EqualObjects {
 public:
  // Finds them. All of it outlives this.
  EqualObjects(const ImageObjects& objects, const ReferenceMaps& maps,
               const LiveObjects& live);

  // What stands for an object: itself, where there is no equal one.
  // Requires: it lives.
  ImageGranule Of(ImageGranule object) const {
    return representatives_[live_.OrdinalOf(object)];
  }
  uint32_t merged_count() const { return merged_count_; }

 private:
  enum class State : uint8_t { kPinned, kNew, kOpen, kDone };
  struct Step {
    ImageGranule object;
    bool is_entered;
  };
  struct Entry {
    uint32_t hash = 0;
    ImageGranule object = kNoGranule;
  };

  State& StateOf(ImageGranule object) {
    return states_[live_.OrdinalOf(object)];
  }
  void FindImmutableTypes();
  bool IsImmutable(ImageGranule object) const;
  void Pin(ImageGranule object);
  void PinTargets(ImageGranule object);
  bool AsksForIdentity(ImageGranule owner, ImageTypeIndex type,
                       const ReferenceField& field, ImageGranule target) const;
  void Visit(ImageGranule root);
  void PushTargets(ImageGranule object);
  void Close(ImageGranule object);
  void PutContent(ImageGranule object, std::string* content) const;
  void PutField(const FieldMove& move, const std::byte* place,
                std::string* content) const;
  size_t ElementCount(ImageGranule object, const TypeDescription& type) const;
  size_t UsableBytesOf(ImageGranule object) const {
    return objects_.SlotBytesOf(object) - maps_.canary_bytes();
  }
  void GrowTable();

  const ImageObjects& objects_;
  const ReferenceMaps& maps_;
  const LiveObjects& live_;
  const std::vector<TypeDescription>& types_;
  std::vector<ObjectMoves> moves_;  // of immutable classes: what they have
  std::vector<bool> is_immutable_;  // by class
  ImageTypeIndex flat_body_ = kNoImageType;
  ImageTypeIndex indirect_body_ = kNoImageType;
  ImageGranule atoms_ = kNoGranule;
  std::vector<State> states_;
  std::vector<ImageGranule> representatives_;
  std::vector<Step> steps_;
  std::vector<Entry> table_;  // a power of two, at most half full
  size_t table_count_ = 0;
  uint32_t merged_count_ = 0;
  std::string content_;
  std::string other_content_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_MERGE_EQUAL_H_
