// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TypeInfo to description, and descriptions to bytes and back.

#include "image/type_description.h"

#include <algorithm>
#include <bit>
#include <span>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

using IndexOf = std::function<ImageTypeIndex(const TypeInfo&)>;

// A field with an empty name takes so many bytes, a base so many.
constexpr size_t kFieldBytesMin = 25;
constexpr size_t kBaseBytes = 8;

FieldDescription DescribeField(const FieldInfo& field,
                               const IndexOf& index_of) {
  FieldDescription description;
  description.name = field.name;
  description.offset = field.offset;
  description.count = field.count;
  description.element_bytes = field.element_bytes;
  description.alignment = field.alignment;
  description.kind = field.kind;
  description.scalar = field.scalar;
  description.to_mixin = field.to_mixin;
  if (field.target != nullptr) {
    const TypeInfo* const target =
        field.target->info.load(std::memory_order_acquire);
    if (target != nullptr) description.target = index_of(*target);
  }
  if (field.kind == FieldKind::kStruct) {
    description.struct_name = field.nested->name;
    description.struct_bytes = field.nested->bytes;
    description.struct_alignment = field.nested->alignment;
    for (const FieldInfo& nested : field.nested->fields) {
      description.nested.push_back(DescribeField(nested, index_of));
    }
  }
  return description;
}

void WriteFields(std::span<const FieldDescription> fields, ByteWriter* writer);

void WriteField(const FieldDescription& field, ByteWriter* writer) {
  writer->PutText(field.name);
  writer->Put(field.offset);
  writer->Put(field.count);
  writer->Put(field.element_bytes);
  writer->Put(field.alignment);
  writer->Put(static_cast<uint8_t>(field.kind));
  writer->Put(static_cast<uint8_t>(field.scalar));
  writer->Put(static_cast<uint8_t>(field.to_mixin));
  writer->Put(field.target + 1);
  if (field.kind != FieldKind::kStruct) return;
  writer->PutText(field.struct_name);
  writer->Put(field.struct_bytes);
  writer->Put(field.struct_alignment);
  WriteFields(field.nested, writer);
}

void WriteFields(std::span<const FieldDescription> fields, ByteWriter* writer) {
  writer->Put(static_cast<uint32_t>(fields.size()));
  for (const FieldDescription& field : fields) WriteField(field, writer);
}

std::vector<FieldDescription> ReadFields(ByteReader* reader, int depth);

uint16_t TakeAlignment(ByteReader* reader) {
  const auto alignment = reader->Take<uint16_t>();
  if (std::has_single_bit(alignment)) return alignment;
  reader->Fail();
  return 1;
}

FieldDescription ReadField(ByteReader* reader, int depth) {
  FieldDescription field;
  field.name = reader->TakeText();
  field.offset = reader->Take<uint32_t>();
  field.count = reader->Take<uint32_t>();
  field.element_bytes = reader->Take<uint32_t>();
  field.alignment = TakeAlignment(reader);
  const auto kind = reader->Take<uint8_t>();
  const auto scalar = reader->Take<uint8_t>();
  field.to_mixin = reader->Take<uint8_t>() != 0;
  field.target = reader->Take<uint32_t>() - 1;
  if (kind > static_cast<uint8_t>(FieldKind::kOpaque) ||
      scalar > static_cast<uint8_t>(ScalarKind::kEnum) ||
      depth == FieldDescription::kNestingMax) {
    reader->Fail();
    return field;
  }
  field.kind = static_cast<FieldKind>(kind);
  field.scalar = static_cast<ScalarKind>(scalar);
  if (field.kind == FieldKind::kStruct) {
    field.struct_name = reader->TakeText();
    field.struct_bytes = reader->Take<uint32_t>();
    field.struct_alignment = TakeAlignment(reader);
    field.nested = ReadFields(reader, depth + 1);
  }
  return field;
}

std::vector<FieldDescription> ReadFields(ByteReader* reader, int depth) {
  std::vector<FieldDescription> fields;
  const uint32_t count = reader->TakeCount(kFieldBytesMin);
  for (uint32_t i = 0; i < count && reader->is_good(); ++i) {
    fields.push_back(ReadField(reader, depth));
  }
  return fields;
}

}  // namespace

TypeDescription DescribeType(const TypeInfo& type, const IndexOf& index_of) {
  TypeDescription description;
  description.name = type.name;
  description.fingerprint = type.fingerprint;
  description.object_bytes = type.object_bytes;
  description.alignment = type.alignment;
  if (type.is_mixin) description.flags |= TypeDescription::kIsMixin;
  if (type.is_immutable) description.flags |= TypeDescription::kIsImmutable;
  description.backing = type.backing;
  description.key_hash = type.key_hash;
  description.space_index = type.space_index;
  for (const BaseInfo& base : type.bases) {
    description.bases.push_back({index_of(*base.type), base.offset});
  }
  for (const FieldInfo& field : type.fields) {
    description.fields.push_back(DescribeField(field, index_of));
  }
  if (type.trailing != nullptr) {
    description.flags |= TypeDescription::kHasTrailing;
    description.trailing_offset = type.trailing_offset;
    description.trailing = DescribeField(*type.trailing, index_of);
  }
  return description;
}

const FieldDescription* FindField(const std::vector<FieldDescription>& fields,
                                  const std::string& name) {
  const auto found = std::find_if(
      fields.begin(), fields.end(),
      [&](const FieldDescription& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

void WriteType(const TypeDescription& type, ByteWriter* writer) {
  writer->PutText(type.name);
  writer->Put(type.fingerprint);
  writer->Put(type.object_bytes);
  writer->Put(type.alignment);
  writer->Put(type.flags);
  writer->Put(static_cast<uint8_t>(type.backing));
  writer->Put(static_cast<uint8_t>(type.key_hash));
  writer->Put(type.space_index);
  writer->Put(static_cast<uint32_t>(type.bases.size()));
  for (const TypeDescription::Base& base : type.bases) {
    writer->Put(base.type);
    writer->Put(base.offset);
  }
  WriteFields(type.fields, writer);
  if (!type.trailing.has_value()) return;
  writer->Put(type.trailing_offset);
  WriteField(*type.trailing, writer);
}

TypeDescription ReadType(ByteReader* reader) {
  TypeDescription type;
  type.name = reader->TakeText();
  type.fingerprint = reader->Take<uint64_t>();
  type.object_bytes = reader->Take<uint32_t>();
  type.alignment = TakeAlignment(reader);
  type.flags = reader->Take<uint8_t>();
  const auto backing = reader->Take<uint8_t>();
  const auto key_hash = reader->Take<uint8_t>();
  if (backing > static_cast<uint8_t>(BackingKind::kLinkedIndex) ||
      key_hash > static_cast<uint8_t>(KeyHash::kCustom)) {
    reader->Fail();
  }
  type.backing = static_cast<BackingKind>(backing);
  type.key_hash = static_cast<KeyHash>(key_hash);
  type.space_index = reader->Take<uint16_t>();
  const uint32_t base_count = reader->TakeCount(kBaseBytes);
  for (uint32_t i = 0; i < base_count; ++i) {
    const auto base = reader->Take<ImageTypeIndex>();
    type.bases.push_back({base, reader->Take<uint32_t>()});
  }
  type.fields = ReadFields(reader, 0);
  if ((type.flags & TypeDescription::kHasTrailing) != 0) {
    type.trailing_offset = reader->Take<uint32_t>();
    type.trailing = ReadField(reader, 0);
  }
  return type;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
