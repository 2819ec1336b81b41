// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Descriptions were checked when the image was opened: their fields lie in
// their objects. What strings say of their bytes was not, where nothing was
// made of them.

#include "image/open/old_fields.h"

#include <cstring>

#include "halfword/internal/string_body.h"
#include "halfword/internal/string_owner.h"
#include "halfword/type_casting.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

namespace {

template <typename T>
T LoadOld(const std::byte* place) {
  T value;
  std::memcpy(&value, place, sizeof(value));
  return value;
}

OldFieldKind KindOfField(const FieldDescription& field) {
  switch (field.kind) {
    case FieldKind::kScalar:
    case FieldKind::kOpaque:
      return OldFieldKind::kNumber;
    case FieldKind::kString:
    case FieldKind::kMutableString:
      return OldFieldKind::kString;
    case FieldKind::kStruct:
      return OldFieldKind::kStruct;
    case FieldKind::kMember:
    case FieldKind::kWeakMember:
    case FieldKind::kUntracedMember:
    case FieldKind::kTagged:
    case FieldKind::kEphemeronKey:
    case FieldKind::kEphemeronValue:
      break;
  }
  return OldFieldKind::kReference;
}

const char* WhatItIsNot(OldFieldKind kind) {
  switch (kind) {
    case OldFieldKind::kNumber:
      return "is no number there";
    case OldFieldKind::kString:
      return "is no string there";
    case OldFieldKind::kReference:
      return "is no reference there";
    case OldFieldKind::kStruct:
    case OldFieldKind::kNone:
      break;
  }
  return "is not there";
}

// Requires: at most 8 bytes.
OldNumber LoadInteger(const std::byte* place, size_t bytes, bool is_signed) {
  OldNumber number = {.is_found = true};
  std::memcpy(&number.unsigned_value, place, bytes);
  if (!is_signed) return number;
  number.kind = OldNumber::Kind::kSigned;
  const auto unused = static_cast<int>(64 - 8 * bytes);
  number.signed_value =
      static_cast<int64_t>(number.unsigned_value << unused) >> unused;
  return number;
}

OldNumber LoadFloat(const std::byte* place, size_t bytes) {
  OldNumber number = {.is_found = true, .kind = OldNumber::Kind::kFloat};
  number.float_value =
      bytes == sizeof(float) ? LoadOld<float>(place) : LoadOld<double>(place);
  return number;
}

}  // namespace

// Finding fields.

OldFields::Field OldFields::FindIn(const std::vector<FieldDescription>& fields,
                                   uint32_t offset, std::string_view name) {
  const std::string_view first = name.substr(0, name.find('.'));
  for (const FieldDescription& field : fields) {
    const uint32_t at = offset + field.offset;
    if (field.name.empty()) {  // a plain base
      const Field found = FindIn(field.nested, at, name);
      if (found.description != nullptr) return found;
    }
    if (field.name != first) continue;
    if (first.size() == name.size()) return {&field, at};
    if (field.kind != FieldKind::kStruct || field.count != 1) return {};
    return FindIn(field.nested, at, name.substr(first.size() + 1));
  }
  return {};
}

OldFields::Field OldFields::FindIn(const TypeDescription& type, uint32_t offset,
                                   std::string_view name) const {
  const Field own = FindIn(type.fields, offset, name);
  if (own.description != nullptr) return own;
  const auto& types = objects_.objects().view().catalog().types;
  for (const TypeDescription::Base& base : type.bases) {
    const Field found = FindIn(types[base.type], offset + base.offset, name);
    if (found.description != nullptr) return found;
  }
  return {};
}

OldFields::Field OldFields::Find(ImageGranule object,
                                 std::string_view name) const {
  return FindIn(ClassOf(object), 0, name);
}

const TypeDescription& OldFields::ClassOf(ImageGranule object) const {
  const ImageObjects& objects = objects_.objects();
  return objects.view().catalog().types[objects.TypeOf(object)];
}

OldFieldKind OldFields::KindOf(ImageGranule object,
                               std::string_view name) const {
  const Field field = Find(object, name);
  return field.description == nullptr ? OldFieldKind::kNone
                                      : KindOfField(*field.description);
}

size_t OldFields::CountOf(ImageGranule object, std::string_view name) const {
  const Field field = Find(object, name);
  return field.description == nullptr ? 0 : field.description->count;
}

const std::byte* OldFields::ElementAt(ImageGranule object,
                                      std::string_view name, size_t index,
                                      OldFieldKind kind,
                                      const FieldDescription** description) {
  const Field field = Find(object, name);
  *description = field.description;
  if (field.description == nullptr) {
    FailAt(object, name, "is not there");
    return nullptr;
  }
  if (KindOfField(*field.description) != kind) {
    FailAt(object, name, WhatItIsNot(kind));
    return nullptr;
  }
  if (index >= field.description->count) {
    FailAt(object, name, "has fewer elements there");
    return nullptr;
  }
  return objects_.objects().BytesOf(object) + field.offset +
         index * field.description->element_bytes;
}

// What they hold.

OldNumber OldFields::NumberAt(ImageGranule object, std::string_view name,
                              size_t index, bool is_signed) {
  const FieldDescription* field = nullptr;
  const std::byte* const place =
      ElementAt(object, name, index, OldFieldKind::kNumber, &field);
  if (place == nullptr) return {};
  const uint32_t bytes = field->element_bytes;
  if (field->scalar == ScalarKind::kFloat &&
      (bytes == sizeof(float) || bytes == sizeof(double))) {
    return LoadFloat(place, bytes);
  }
  const bool is_integer = field->scalar != ScalarKind::kFloat &&
                          field->scalar != ScalarKind::kNone && bytes != 0 &&
                          bytes <= sizeof(uint64_t);
  if (!is_integer) {
    FailAt(object, name, "is a number of another kind there");
    return {};
  }
  const bool says_sign =
      field->scalar != ScalarKind::kEnum && field->scalar != ScalarKind::kChar;
  return LoadInteger(
      place, bytes,
      says_sign ? field->scalar == ScalarKind::kSigned : is_signed);
}

String OldFields::StringAt(ImageGranule object, std::string_view name,
                           size_t index) {
  const FieldDescription* field = nullptr;
  const std::byte* const place =
      ElementAt(object, name, index, OldFieldKind::kString, &field);
  if (place == nullptr) return {};
  if (field->kind == FieldKind::kMutableString) {
    return {CurrentAllocationHandle(), BytesOfString(object, name, place)};
  }
  const ReferenceMaps& maps = objects_.maps();
  const uint64_t word = maps.WordAt(place);
  if (!maps.IsReferenceWord(word)) {
    return StringAccess::FromRawStorage(static_cast<Word>(word));
  }
  void* const body = NewObjectAround(maps.OffsetOf(word));
  if (body == nullptr) return {};
  return StringAccess::FromBody(static_cast<StringBody*>(body));
}

// Of a MutableString: in itself, or in a body (internal/string_owner.h).
std::string_view OldFields::BytesOfString(ImageGranule object,
                                          std::string_view name,
                                          const std::byte* string) {
  const ReferenceMaps& maps = objects_.maps();
  const ImageObjects& objects = objects_.objects();
  const auto length = LoadOld<uint32_t>(string);
  const std::byte* const area = string + 2 * maps.word_bytes();
  const uint64_t word = maps.WordAt(string + maps.word_bytes());
  if (word == 0 && length <= StringOwner::kInlineBytesMax) {
    return {reinterpret_cast<const char*>(area), length};
  }
  const ImageGranule body = maps.IsReferenceWord(word)
                                ? objects.Around(maps.OffsetOf(word))
                                : kNoGranule;
  const auto delta = LoadOld<uint64_t>(area);
  const size_t usable =
      body == kNoGranule ? 0 : objects.SlotBytesOf(body) - maps.canary_bytes();
  if (delta < FlatBody::kDataOffset || delta > usable ||
      length > usable - delta) {
    FailAt(object, name, "has its bytes outside of its buffer");
    return {};
  }
  return {reinterpret_cast<const char*>(objects.BytesOf(body) + delta), length};
}

void* OldFields::ReferenceAt(ImageGranule object, std::string_view name,
                             size_t index, const TypeInfo& type) {
  const FieldDescription* field = nullptr;
  const std::byte* const place =
      ElementAt(object, name, index, OldFieldKind::kReference, &field);
  if (place == nullptr) return nullptr;
  const ReferenceMaps& maps = objects_.maps();
  const uint64_t word = maps.WordAt(place);
  if (!maps.IsReferenceWord(word)) return nullptr;
  void* const target = NewObjectAround(maps.OffsetOf(word));
  if (target == nullptr || IsA(TypeOf(target), type)) return target;
  FailAt(object, name,
         std::string("refers to what is no ") + type.name + " here");
  return nullptr;
}

std::string_view OldFields::BytesOf(ImageGranule object,
                                    std::string_view name) {
  const FieldDescription* field = nullptr;
  const std::byte* const place =
      ElementAt(object, name, 0, OldFieldKind::kNumber, &field);
  if (place == nullptr) return {};
  return {reinterpret_cast<const char*>(place),
          size_t{field->element_bytes} * field->count};
}

void* OldFields::NewObject(ImageGranule object) const {
  return NewObjectAround(objects_.objects().OffsetOf(object));
}

void* OldFields::NewObjectAround(uint64_t offset) const {
  const uint64_t moved = objects_.NewOffsetOf(offset);
  return moved == ImageView::kNowhere ? nullptr : first_page_ + moved;
}

void OldFields::Fail(ImageGranule object, std::string_view why) {
  if (!error_.empty()) return;
  error_ = "class " + ClassOf(object).name + ": " + std::string(why);
}

void OldFields::FailAt(ImageGranule object, std::string_view name,
                       std::string_view why) {
  Fail(object, "its function asks for field '" + std::string(name) +
                   "', which " + std::string(why));
}

}  // namespace internal

// What OldObject asks.

OldFieldKind OldObject::KindOf(std::string_view name) const {
  return fields_.KindOf(object_, name);
}

size_t OldObject::CountOf(std::string_view name) const {
  return fields_.CountOf(object_, name);
}

String OldObject::GetString(std::string_view name, size_t index) const {
  return fields_.StringAt(object_, name, index);
}

std::string_view OldObject::GetBytes(std::string_view name) const {
  return fields_.BytesOf(object_, name);
}

void OldObject::Refuse(std::string_view why) const {
  fields_.Fail(object_, why);
}

internal::OldNumber OldObject::FindNumber(std::string_view name, size_t index,
                                          bool is_signed) const {
  return fields_.NumberAt(object_, name, index, is_signed);
}

void* OldObject::FindReference(std::string_view name, size_t index,
                               const internal::TypeInfo& type) const {
  return fields_.ReferenceAt(object_, name, index, type);
}

void OldObject::Fail(std::string_view name, std::string_view why) const {
  fields_.FailAt(object_, name, why);
}

}  // namespace halfword::inline HALFWORD_ABI
