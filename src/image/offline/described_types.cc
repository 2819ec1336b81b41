// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Description to TypeInfo, field by field.

#include "image/offline/described_types.h"

#include <algorithm>

#include "types/fingerprint.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

bool HoldsReferences(const FieldDescription& field) {
  switch (field.kind) {
    case FieldKind::kScalar:
    case FieldKind::kOpaque:
    case FieldKind::kUntracedMember:
      return false;
    case FieldKind::kStruct:
      return std::any_of(field.nested.begin(), field.nested.end(),
                         HoldsReferences);
    default:
      return true;
  }
}

}  // namespace

DescribedTypes::DescribedTypes(std::span<const TypeDescription> types) {
  infos_.reserve(types.size());
  for (const TypeDescription& type : types) Add(type);
}

void DescribedTypes::Add(const TypeDescription& type) {
  auto info = std::make_unique<TypeInfo>();
  info->name = type.name.c_str();
  info->id = static_cast<TypeId>(infos_.size() + 1);
  info->object_bytes = type.object_bytes;
  info->alignment = type.alignment;
  info->trace_mode = TraceMode::kRanges;
  info->lists_fields = true;
  info->is_mixin = (type.flags & TypeDescription::kIsMixin) != 0;
  info->is_immutable = (type.flags & TypeDescription::kIsImmutable) != 0;
  info->is_backing = type.backing != BackingKind::kNone;
  info->backing = type.backing;
  info->key_hash = type.key_hash;
  info->space_index = type.space_index;
  info->fields = MakeFields(type.fields);
  auto& bases =
      bases_.emplace_back(std::make_unique<BaseInfo[]>(type.bases.size()));
  for (size_t i = 0; i < type.bases.size(); ++i) {
    bases[i] = {infos_[type.bases[i].type].get(), type.bases[i].offset};
  }
  info->bases = {bases.get(), type.bases.size()};
  if (type.trailing.has_value()) {
    auto& trailing = fields_.emplace_back(std::make_unique<FieldInfo[]>(1));
    FieldInfo* const element = trailing.get();
    *element = MakeField(*type.trailing);
    info->trailing = element;
    info->variable_size = true;
    info->trailing_offset = type.trailing_offset;
    info->trailing_element_bytes = element->element_bytes * element->count;
    info->trailing_is_leaf = !HoldsReferences(*type.trailing);
  }
  info->fingerprint = ComputeFingerprint(*info);
  infos_.push_back(std::move(info));
}

std::span<const FieldInfo> DescribedTypes::MakeFields(
    const std::vector<FieldDescription>& fields) {
  auto infos = std::make_unique<FieldInfo[]>(fields.size());
  FieldInfo* const first = infos.get();
  fields_.push_back(std::move(infos));
  for (size_t i = 0; i < fields.size(); ++i) first[i] = MakeField(fields[i]);
  return {first, fields.size()};
}

FieldInfo DescribedTypes::MakeField(const FieldDescription& field) {
  FieldInfo info = {};
  info.name = field.name.c_str();
  info.offset = field.offset;
  info.count = field.count;
  info.element_bytes = field.element_bytes;
  info.alignment = field.alignment;
  info.kind = field.kind;
  info.scalar = field.scalar;
  info.to_mixin = field.to_mixin;
  if (field.kind == FieldKind::kStruct) {
    auto nested = std::make_unique<StructInfo>();
    nested->name = field.struct_name.c_str();
    nested->bytes = field.struct_bytes;
    nested->alignment = field.struct_alignment;
    nested->fields = MakeFields(field.nested);
    info.nested = nested.get();
    structs_.push_back(std::move(nested));
  }
  return info;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
