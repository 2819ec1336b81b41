// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Types of an image and those of the process, by name.

#include "image/type_list.h"

#include <algorithm>
#include <string_view>

#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Ambiguous names, of classes in unnamed namespaces, are no type at all.
std::unordered_map<std::string_view, const TypeInfo*> TypesByName() {
  std::unordered_map<std::string_view, const TypeInfo*> types;
  const size_t count = TypeRegistry::type_count();
  for (size_t id = 1; id <= count; ++id) {
    const TypeInfo* const type =
        TypeRegistry::FindType(static_cast<TypeId>(id));
    if (type == nullptr) continue;
    const auto [place, is_new] = types.emplace(type->name, type);
    if (!is_new) place->second = nullptr;
  }
  return types;
}

const char* KindName(const FieldDescription& field) {
  switch (field.kind) {
    case FieldKind::kMember:
      return "a Member";
    case FieldKind::kWeakMember:
      return "a WeakMember";
    case FieldKind::kUntracedMember:
      return "an UntracedMember";
    case FieldKind::kTagged:
      return "a Tagged";
    case FieldKind::kString:
      return "a String";
    case FieldKind::kMutableString:
      return "a MutableString";
    case FieldKind::kEphemeronKey:
    case FieldKind::kEphemeronValue:
      return "a part of a pair";
    case FieldKind::kStruct:
      return "a struct";
    case FieldKind::kOpaque:
      return "opaque";
    case FieldKind::kScalar:
      break;
  }
  switch (field.scalar) {
    case ScalarKind::kBool:
      return "a bool";
    case ScalarKind::kChar:
      return "a character";
    case ScalarKind::kSigned:
      return "a signed number";
    case ScalarKind::kUnsigned:
      return "an unsigned number";
    case ScalarKind::kFloat:
      return "a floating-point number";
    case ScalarKind::kEnum:
      return "an enumeration";
    case ScalarKind::kNone:
      break;
  }
  return "a value";
}

std::string DifferenceOfFields(const std::vector<FieldDescription>& in_image,
                               const std::vector<FieldDescription>& in_program);

std::string DifferenceOfField(const FieldDescription& in_image,
                              const FieldDescription& in_program) {
  const std::string name = "field '" + in_image.name + "' ";
  const auto differ = [&](const std::string& image,
                          const std::string& program) {
    return name + "is " + image + " there and " + program + " here";
  };
  if (in_image.kind != in_program.kind ||
      in_image.scalar != in_program.scalar) {
    return differ(KindName(in_image), KindName(in_program));
  }
  if (in_image.element_bytes != in_program.element_bytes) {
    return name + "has " + std::to_string(in_image.element_bytes) +
           " bytes there and " + std::to_string(in_program.element_bytes) +
           " here";
  }
  if (in_image.count != in_program.count) {
    return name + "has " + std::to_string(in_image.count) +
           " elements there and " + std::to_string(in_program.count) + " here";
  }
  if (in_image.offset != in_program.offset) {
    return differ("at byte " + std::to_string(in_image.offset),
                  "at byte " + std::to_string(in_program.offset));
  }
  if (in_image.struct_name != in_program.struct_name) {
    return differ("a " + in_image.struct_name, "a " + in_program.struct_name);
  }
  return DifferenceOfFields(in_image.nested, in_program.nested);
}

// Nested at most as deep as descriptions are.
std::string DifferenceOfFields(
    const std::vector<FieldDescription>& in_image,
    const std::vector<FieldDescription>& in_program) {
  for (const FieldDescription& field : in_image) {
    const FieldDescription* const other = FindField(in_program, field.name);
    if (other == nullptr) return "it has no field '" + field.name + "' here";
    std::string difference = DifferenceOfField(field, *other);
    if (!difference.empty()) return difference;
  }
  for (const FieldDescription& field : in_program) {
    if (FindField(in_image, field.name) == nullptr) {
      return "it has no field '" + field.name + "' there";
    }
  }
  return {};
}

}  // namespace

std::string DifferenceOf(const TypeDescription& in_image,
                         const TypeDescription& in_program) {
  if (in_image.fingerprint == in_program.fingerprint) return {};
  std::string difference =
      DifferenceOfFields(in_image.fields, in_program.fields);
  if (difference.empty() && in_image.trailing && in_program.trailing) {
    difference = DifferenceOfFields(in_image.trailing->nested,
                                    in_program.trailing->nested);
  }
  if (!difference.empty()) return difference;
  if (in_image.object_bytes != in_program.object_bytes) {
    return "it has " + std::to_string(in_image.object_bytes) +
           " bytes there and " + std::to_string(in_program.object_bytes) +
           " here";
  }
  return "a base, a nested struct or the order of its fields differs";
}

std::vector<const TypeInfo*> FindTypesByName(
    const std::vector<TypeDescription>& types) {
  const auto by_name = TypesByName();
  std::vector<const TypeInfo*> found;
  for (const TypeDescription& type : types) {
    const auto place = by_name.find(type.name);
    found.push_back(place == by_name.end() ? nullptr : place->second);
  }
  return found;
}

TypeList::MatchResult TypeList::Match(const std::vector<TypeDescription>& types,
                                      std::string* error) {
  const std::vector<const TypeInfo*> infos = FindTypesByName(types);
  read_ = types;
  for (const TypeDescription& type : types) {
    const TypeInfo* const info = infos[types_.size()];
    types_.push_back(info);
    if (info == nullptr) continue;
    const auto index = static_cast<ImageTypeIndex>(types_.size() - 1);
    if (!indices_.emplace(info, index).second) {
      *error = "two classes are named " + type.name;
      return MatchResult::kAmbiguous;
    }
    const std::string difference = DifferenceOf(
        type, DescribeType(*info,
                           [this](const TypeInfo& of) { return IndexOf(of); }));
    if (difference.empty()) continue;
    *error = "class " + type.name + " is not the program's: " + difference;
    return MatchResult::kOtherLayout;
  }
  return MatchResult::kSame;
}

ImageTypeIndex TypeList::IndexOf(const TypeInfo& type) const {
  const auto found = indices_.find(&type);
  return found == indices_.end() ? kNoImageType : found->second;
}

ImageTypeIndex TypeList::Add(const TypeInfo& type) {
  const ImageTypeIndex known = IndexOf(type);
  if (known != kNoImageType) return known;
  for (const BaseInfo& base : type.bases) Add(*base.type);
  const auto index = static_cast<ImageTypeIndex>(types_.size());
  types_.push_back(&type);
  indices_.emplace(&type, index);
  return index;
}

const std::string& TypeList::NameAt(ImageTypeIndex index) const {
  static const std::string kUnknown = "a class without a name";
  return index < read_.size() ? read_[index].name : kUnknown;
}

std::vector<TypeDescription> TypeList::Describe() const {
  std::vector<TypeDescription> types;
  for (size_t i = 0; i < types_.size(); ++i) {
    types.push_back(types_[i] == nullptr
                        ? read_[i]
                        : DescribeType(*types_[i], [this](const TypeInfo& of) {
                            return IndexOf(of);
                          }));
  }
  return types;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
