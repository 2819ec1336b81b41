// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TypeDescription: what an image says of a class: enough for tools to follow
// its references and name its fields without the program, and to tell whether a
// program's class is the same.
//
// The bytes of one (image/byte_stream.h):
//
//   text name, u64 fingerprint, u32 bytes, u16 alignment, u8 flags,
//   u8 what part of a container it is, u8 what its hashes depend on, u16 space,
//   u32 count of bases: u32 type, u32 offset
//   fields: u32 count, and of each
//     text name, u32 offset, u32 count, u32 element bytes, u16 alignment,
//     u8 kind, u8 scalar, u8 whether it may point inside an object, u32 type
//     referred to + 1 (0: none that the image knows); of a struct: text name,
//     u32 bytes, u16 alignment, its fields
//   flags 1: u32 offset of the trailing array, its element as a field
//
// Kinds are numbered by FieldKind, ScalarKind, BackingKind and KeyHash. A
// struct is nested at most kNestingMax deep.

#ifndef HALFWORD_IMAGE_TYPE_DESCRIPTION_H_
#define HALFWORD_IMAGE_TYPE_DESCRIPTION_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "halfword/internal/type_info.h"
#include "image/byte_stream.h"

namespace halfword::inline HALFWORD_ABI::internal {

// In the image's list of types; kNoImageType: in none.
using ImageTypeIndex = uint32_t;
inline constexpr ImageTypeIndex kNoImageType = UINT32_MAX;

struct FieldDescription {
  static constexpr int kNestingMax = 32;

  std::string name;
  uint32_t offset = 0;
  uint32_t count = 1;
  uint32_t element_bytes = 0;
  uint16_t alignment = 1;
  FieldKind kind = FieldKind::kScalar;
  ScalarKind scalar = ScalarKind::kNone;
  bool to_mixin = false;
  ImageTypeIndex target = kNoImageType;
  std::string struct_name;  // kStruct
  uint32_t struct_bytes = 0;
  uint16_t struct_alignment = 1;
  std::vector<FieldDescription> nested;
};

struct TypeDescription {
  enum Flag : uint8_t {
    kHasTrailing = 1,
    kIsMixin = 2,
    kIsImmutable = 4,  // equal objects may become one
  };
  struct Base {
    ImageTypeIndex type;
    uint32_t offset;
  };

  std::string name;
  uint64_t fingerprint = 0;
  uint32_t object_bytes = 0;
  uint16_t alignment = 0;
  uint8_t flags = 0;
  BackingKind backing = BackingKind::kNone;
  KeyHash key_hash = KeyHash::kNone;
  uint16_t space_index = 0;
  std::vector<Base> bases;
  std::vector<FieldDescription> fields;
  uint32_t trailing_offset = 0;
  std::optional<FieldDescription> trailing;
};

// index_of: of a type, kNoImageType where the image has none of it.
TypeDescription DescribeType(
    const TypeInfo& type,
    const std::function<ImageTypeIndex(const TypeInfo&)>& index_of);

// The field of that name, or null. Cost: linear.
const FieldDescription* FindField(const std::vector<FieldDescription>& fields,
                                  const std::string& name);

// From one element of the trailing array to the next. Requires: there is one.
inline size_t StrideOf(const TypeDescription& type) {
  return size_t{type.trailing->element_bytes} * type.trailing->count;
}

void WriteType(const TypeDescription& type, ByteWriter* writer);

// What cannot be makes the reader fail.
TypeDescription ReadType(ByteReader* reader);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_TYPE_DESCRIPTION_H_
