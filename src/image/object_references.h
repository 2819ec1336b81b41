// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ReferenceMaps: the references of objects of an image, by what the image says
// of their types, whatever width they have.

#ifndef HALFWORD_IMAGE_OBJECT_REFERENCES_H_
#define HALFWORD_IMAGE_OBJECT_REFERENCES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "image/catalog.h"
#include "image/image_abi.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A reference field, flattened: of bases, structs and arrays.
struct ReferenceField {
  std::string name;     // "children_[2].key"
  uint32_t offset = 0;  // of its word
  FieldKind kind = FieldKind::kMember;
  bool is_inner = false;  // may point inside of an object
};

class ReferenceMaps {
 public:
  // place: what a reference to the image's first page says, shifted.
  ReferenceMaps(const Catalog& catalog, const ImageAbi& abi, uint64_t place);

  // False: the descriptions say more than those of a program can, and a part of
  // it is left out.
  bool is_complete() const { return bytes_left_ != 0; }

  // Cost: of an object, no more than its bytes, whatever a damaged description
  // says.
  //
  // Calls function(field, where its word is in the object, where it leads to)
  // for each word of an object of slot_bytes that is a reference. It leads to a
  // byte counted from the image's first page; below the image's place these are
  // large numbers.
  template <typename Function>
  void ForEach(ImageTypeIndex type, const std::byte* object, size_t slot_bytes,
               Function function) const {
    const Map& map = maps_[type];
    for (const ReferenceField& field : map.fields) {
      if (field.offset >= slot_bytes) break;
      Visit(field, object, 0, slot_bytes, function);
    }
    if (map.trailing.empty()) return;
    for (size_t at = map.trailing_offset;
         at + map.trailing_bytes <= slot_bytes - canary_bytes_;
         at += map.trailing_bytes) {
      for (const ReferenceField& field : map.trailing) {
        Visit(field, object, at, slot_bytes, function);
      }
    }
  }

  // A word as it stands in the image.
  uint64_t WordAt(const std::byte* place) const {
    uint64_t word = 0;
    std::memcpy(&word, place, word_bytes_);
    return word;
  }
  bool IsReferenceWord(uint64_t word) const {
    return word_bytes_ == 4 ? (word >> 31) != 0 : (word >> 32) != 0;
  }
  // Where a reference leads to. Requires: the word is one.
  uint64_t OffsetOf(uint64_t word) const {
    constexpr uint64_t kReferenceMask = 0x7fff'ffff;
    return (word_bytes_ == 4 ? (word & kReferenceMask) << shift_ : word) -
           place_;
  }
  size_t word_bytes() const { return word_bytes_; }
  size_t canary_bytes() const { return canary_bytes_; }

 private:
  // Fields in ascending order, each offset once; those of an element of the
  // trailing array lie inside of it.
  struct Map {
    std::vector<ReferenceField> fields;
    std::vector<ReferenceField> trailing;
    size_t trailing_offset = 0;
    size_t trailing_bytes = 0;
  };

  template <typename Function>
  void Visit(const ReferenceField& field, const std::byte* object, size_t at,
             size_t slot_bytes, const Function& function) const {
    const size_t offset = at + field.offset;
    if (offset + word_bytes_ > slot_bytes) return;
    const uint64_t word = WordAt(object + offset);
    if (IsReferenceWord(word)) function(field, offset, OffsetOf(word));
  }
  // What maps may take, and what it may cost to make them: structs in structs
  // in bases multiply. False: no more.
  static constexpr size_t kBytesMax = size_t{32} << 20;
  bool Spend(const std::string& name);
  void AddBases(const TypeDescription& type, std::vector<ReferenceField>* out);
  void AddFields(const std::vector<FieldDescription>& fields, uint32_t offset,
                 const std::string& prefix, std::vector<ReferenceField>* out);
  void AddField(const FieldDescription& field, uint32_t offset,
                const std::string& prefix, std::vector<ReferenceField>* out);

  std::vector<Map> maps_;
  size_t bytes_left_ = kBytesMax;
  size_t word_bytes_;
  int shift_;
  size_t canary_bytes_ = 0;
  uint64_t place_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OBJECT_REFERENCES_H_
