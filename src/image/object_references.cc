// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Descriptions of types, flattened.

#include "image/object_references.h"

#include <algorithm>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

bool IsFollowed(FieldKind kind) {
  switch (kind) {
    case FieldKind::kMember:
    case FieldKind::kWeakMember:
    case FieldKind::kUntracedMember:
    case FieldKind::kTagged:
    case FieldKind::kString:
    case FieldKind::kMutableString:
    case FieldKind::kEphemeronKey:
    case FieldKind::kEphemeronValue:
      return true;
    case FieldKind::kScalar:
    case FieldKind::kStruct:
    case FieldKind::kOpaque:
      break;
  }
  return false;
}

void SortByOffset(std::vector<ReferenceField>* fields) {
  std::stable_sort(fields->begin(), fields->end(),
                   [](const ReferenceField& a, const ReferenceField& b) {
                     return a.offset < b.offset;
                   });
  fields->erase(
      std::unique(fields->begin(), fields->end(),
                  [](const ReferenceField& a, const ReferenceField& b) {
                    return a.offset == b.offset;
                  }),
      fields->end());
}

}  // namespace

ReferenceMaps::ReferenceMaps(const Catalog& catalog, const ImageAbi& abi,
                             uint64_t place)
    : word_bytes_(abi.reference_bits / 8),
      shift_(abi.virtual_bits),
      canary_bytes_(abi.has_canaries ? (abi.virtual_bits == 4 ? 16 : 8) : 0),
      place_(place) {
  for (const TypeDescription& type : catalog.types) {
    Map map;
    AddBases(type, &map.fields);
    AddFields(type.fields, 0, "", &map.fields);
    if (type.trailing.has_value()) {
      AddField(*type.trailing, 0, "[]", &map.trailing);
      map.trailing_offset = type.trailing_offset;
      map.trailing_bytes =
          size_t{type.trailing->element_bytes} * type.trailing->count;
      std::erase_if(map.trailing, [&](const ReferenceField& field) {
        return field.offset + word_bytes_ > map.trailing_bytes;
      });
      SortByOffset(&map.trailing);
    }
    // What cannot be is not worth sorting.
    if (!is_complete()) return;
    SortByOffset(&map.fields);
    maps_.push_back(std::move(map));
  }
}

bool ReferenceMaps::Spend(const std::string& name) {
  const size_t bytes = sizeof(ReferenceField) + name.size();
  bytes_left_ -= std::min(bytes_left_, bytes);
  return bytes_left_ != 0;
}

// Bases stand before what is derived from them.
void ReferenceMaps::AddBases(const TypeDescription& type,
                             std::vector<ReferenceField>* out) {
  for (const TypeDescription::Base& base : type.bases) {
    for (ReferenceField field : maps_[base.type].fields) {
      if (!Spend(field.name)) return;
      field.offset += base.offset;
      out->push_back(std::move(field));
    }
  }
}

void ReferenceMaps::AddFields(const std::vector<FieldDescription>& fields,
                              uint32_t offset, const std::string& prefix,
                              std::vector<ReferenceField>* out) {
  for (const FieldDescription& field : fields) {
    AddField(field, offset, prefix, out);
  }
}

void ReferenceMaps::AddField(const FieldDescription& field, uint32_t offset,
                             const std::string& prefix,
                             std::vector<ReferenceField>* out) {
  const bool is_struct = field.kind == FieldKind::kStruct;
  if (!is_struct && !IsFollowed(field.kind)) return;
  const std::string name =
      prefix + (prefix.empty() || field.name.empty() ? "" : ".") + field.name;
  for (uint32_t i = 0; i < field.count && Spend(name); ++i) {
    const uint32_t at = offset + field.offset + i * field.element_bytes;
    const std::string element =
        field.count == 1 ? name : name + "[" + std::to_string(i) + "]";
    if (is_struct) {
      AddFields(field.nested, at, element, out);
      continue;
    }
    // The word of a MutableString stands behind its length.
    const auto word =
        field.kind == FieldKind::kMutableString ? word_bytes_ : size_t{0};
    out->push_back({element, at + static_cast<uint32_t>(word), field.kind,
                    field.to_mixin});
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
