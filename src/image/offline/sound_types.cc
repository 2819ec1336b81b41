// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Field by field, sums in 64 bits.

#include "image/offline/sound_types.h"

#include "halfword/internal/foreign_body.h"
#include "halfword/internal/hash_backing.h"
#include "halfword/internal/type_name.h"
#include "image/image_bytes.h"
#include "image/offline/derive_layout.h"
#include "image/offline/image_shape.h"
#include "image/type_list.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class TypeChecker {
 public:
  explicit TypeChecker(const ImageAbi& abi)
      : word_bytes_(abi.reference_bits / 8) {}

  // Fields of what has so many bytes.
  std::string CheckFields(const std::vector<FieldDescription>& fields,
                          uint64_t bytes) const {
    for (const FieldDescription& field : fields) {
      std::string why = CheckField(field, bytes);
      if (!why.empty()) return why;
    }
    return {};
  }

  std::string CheckField(const FieldDescription& field, uint64_t bytes) const {
    const std::string name = "field '" + field.name + "' ";
    const uint64_t end =
        field.offset + uint64_t{field.element_bytes} * field.count;
    if (end > bytes) return name + "lies outside of it";
    if (field.count != 0 && field.element_bytes < BytesOf(field.kind)) {
      return name + "is too short";
    }
    if (field.kind != FieldKind::kStruct) return {};
    return CheckFields(field.nested, field.element_bytes);
  }

 private:
  uint64_t BytesOf(FieldKind kind) const {
    switch (kind) {
      case FieldKind::kMember:
      case FieldKind::kWeakMember:
      case FieldKind::kUntracedMember:
      case FieldKind::kTagged:
      case FieldKind::kString:
      case FieldKind::kEphemeronKey:
      case FieldKind::kEphemeronValue:
        return word_bytes_;
      case FieldKind::kMutableString:
        return 2 * word_bytes_ + kStringAreaBytes;
      case FieldKind::kScalar:
      case FieldKind::kStruct:
      case FieldKind::kOpaque:
        break;
    }
    return 1;
  }

  const uint64_t word_bytes_;
};

}  // namespace

SoundTypes::SoundTypes(const Catalog& catalog, const ImageAbi& abi)
    : catalog_(catalog), abi_(abi), described_(catalog.types) {
  TypeList list;
  list.Add(TypeInfoOf<FlatBody>());
  list.Add(TypeInfoOf<IndirectBody>());
  list.Add(TypeInfoOf<ImageBytes>());
  list.Add(TypeInfoOf<HashGroups>());
  for (const TypeDescription& type :
       DeriveLayouts(list.Describe(), kOwnImageAbi, abi).types) {
    library_fingerprints_[type.name] = type.fingerprint;
  }
}

std::string SoundTypes::WhyUnsound(ImageTypeIndex type) const {
  std::string why = CheckLayout(catalog_.types[type]);
  if (why.empty()) why = CheckTrailing(catalog_.types[type]);
  if (!why.empty()) return why;
  if (described_[type].fingerprint != catalog_.types[type].fingerprint) {
    return "its fingerprint is not that of its fields";
  }
  return CheckLibraryType(type);
}

std::string SoundTypes::CheckLayout(const TypeDescription& type) const {
  if (type.object_bytes == 0) return "its objects have no bytes";
  for (const TypeDescription::Base& base : type.bases) {
    const uint64_t end =
        uint64_t{base.offset} + catalog_.types[base.type].object_bytes;
    if (end > type.object_bytes) {
      return "its base " + catalog_.types[base.type].name +
             " lies outside of it";
    }
  }
  return TypeChecker(abi_).CheckFields(type.fields, type.object_bytes);
}

std::string SoundTypes::CheckTrailing(const TypeDescription& type) const {
  if (!type.trailing.has_value()) return {};
  const FieldDescription& element = *type.trailing;
  const uint64_t bytes = uint64_t{element.element_bytes} * element.count;
  if (type.trailing_offset < type.object_bytes) {
    return "its trailing array begins among its fields";
  }
  if (element.offset != 0 || bytes == 0 || bytes > UINT32_MAX) {
    return "its trailing array has no elements";
  }
  return TypeChecker(abi_).CheckField(element, bytes);
}

std::string SoundTypes::CheckLibraryType(ImageTypeIndex type) const {
  const TypeDescription& of = catalog_.types[type];
  const auto found = library_fingerprints_.find(of.name);
  if (found != library_fingerprints_.end()) {
    return found->second == of.fingerprint ? "" : "it is not Halfword's";
  }
  // It holds a slice: a length and two words, and one bit more.
  const bool is_foreign = of.name == kTypeName<ForeignBody> ||
                          of.name == kTypeName<ReleasedForeignBody>;
  const uint32_t word_bytes = abi_.reference_bits / 8;
  return is_foreign && of.object_bytes <= 3 * word_bytes
             ? "it is not Halfword's"
             : "";
}

}  // namespace halfword::inline HALFWORD_ABI::internal
