// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Coverage as one byte of memory for each byte of the object. An object of many
// megabytes costs as many once, which is less than a cleverer structure would
// cost in lines.

#include "types/coverage.h"

#include <cstddef>

#include "halfword/internal/string_owner.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

bool IsWord(FieldKind kind) {
  return kind != FieldKind::kScalar && kind != FieldKind::kStruct &&
         kind != FieldKind::kOpaque && kind != FieldKind::kMutableString;
}

}  // namespace

Coverage::Coverage(size_t object_bytes) : bytes_(object_bytes, kNothing) {}

void Coverage::AddType(const TypeInfo& type, uint32_t offset) {
  if (!type.lists_fields) {
    AddBytes(offset, type.object_bytes, false);
    return;
  }
  if (type.polymorphic) AddBytes(offset, sizeof(void*), false);
  for (const BaseInfo& base : type.bases) {
    AddType(*base.type, offset + base.offset);
  }
  AddFields(type.fields, offset);
}

void Coverage::AddFields(std::span<const FieldInfo> fields, uint32_t offset) {
  for (const FieldInfo& field : fields) AddField(field, offset + field.offset);
}

void Coverage::AddField(const FieldInfo& field, uint32_t offset) {
  const bool is_struct = field.kind == FieldKind::kStruct;
  if (is_struct && field.nested->trivially_copyable) {
    AddBytes(offset, field.element_bytes * field.count, false);
    return;
  }
  for (uint32_t i = 0; i < field.count; ++i) {
    const uint32_t element = offset + i * field.element_bytes;
    if (is_struct) {
      AddFields(field.nested->fields, element);
    } else if (field.kind == FieldKind::kMutableString) {
      constexpr uint32_t kWord = offsetof(StringOwner, body);
      constexpr uint32_t kArea = kWord + sizeof(Word);
      AddBytes(element, kWord, false);
      AddBytes(element + kWord, sizeof(Word), true);
      AddBytes(element + kArea, field.element_bytes - kArea, false);
    } else {
      AddBytes(element, field.element_bytes, IsWord(field.kind));
    }
  }
}

void Coverage::AddBytes(uint32_t offset, uint32_t bytes, bool is_reference) {
  if (offset > bytes_.size() || bytes > bytes_.size() - offset) {
    has_misplaced_reference_ |= is_reference;
    bytes = offset > bytes_.size()
                ? 0
                : static_cast<uint32_t>(bytes_.size()) - offset;
  }
  if (is_reference && offset % alignof(Word) != 0) {
    has_misplaced_reference_ = true;
  }
  for (uint32_t i = offset; i < offset + bytes; ++i) {
    if (bytes_[i] == kReference || (is_reference && bytes_[i] == kData)) {
      has_misplaced_reference_ = true;
    }
    bytes_[i] = is_reference ? kReference : kData;
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
