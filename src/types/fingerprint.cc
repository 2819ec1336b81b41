// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hashed bytes, all numbers u32 little-endian unless said otherwise:
//
//   type     name NUL, bytes, alignment, count of bases, bases, count of
//   fields,
//            fields, offset and bytes of a trailing element, its field if any
//   base     offset, u64 fingerprint
//   field    name NUL, offset, count, element bytes, kind, scalar kind; for a
//            struct: name NUL, bytes, count of fields, fields
//
// The hash is XXH3, 64 bits. Kinds are numbered by FieldKind and ScalarKind.

#include "types/fingerprint.h"

#include <span>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class Bytes {
 public:
  void PutText(const char* text) { bytes_.append(text).push_back('\0'); }

  void Put32(uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes_.push_back(static_cast<char>(value >> shift & 0xff));
    }
  }

  void Put64(uint64_t value) {
    Put32(static_cast<uint32_t>(value));
    Put32(static_cast<uint32_t>(value >> 32));
  }

  void PutFields(std::span<const FieldInfo> fields) {
    Put32(static_cast<uint32_t>(fields.size()));
    for (const FieldInfo& field : fields) PutField(field);
  }

  void PutField(const FieldInfo& field) {
    PutText(field.name);
    Put32(field.offset);
    Put32(field.count);
    Put32(field.element_bytes);
    Put32(static_cast<uint32_t>(field.kind));
    Put32(static_cast<uint32_t>(field.scalar));
    if (field.kind != FieldKind::kStruct) return;
    PutText(field.nested->name);
    Put32(field.nested->bytes);
    PutFields(field.nested->fields);
  }

  uint64_t Hash() const { return XXH3_64bits(bytes_.data(), bytes_.size()); }

 private:
  std::string bytes_;
};

}  // namespace

uint64_t ComputeFingerprint(const TypeInfo& type) {
  Bytes bytes;
  bytes.PutText(type.name);
  bytes.Put32(type.object_bytes);
  bytes.Put32(type.alignment);
  bytes.Put32(static_cast<uint32_t>(type.bases.size()));
  for (const BaseInfo& base : type.bases) {
    bytes.Put32(base.offset);
    bytes.Put64(base.type->fingerprint);
  }
  bytes.PutFields(type.fields);
  bytes.Put32(type.trailing_offset);
  bytes.Put32(type.trailing_element_bytes);
  if (type.trailing != nullptr) bytes.PutField(*type.trailing);
  return bytes.Hash();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
