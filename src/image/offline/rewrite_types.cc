// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Lists of classes by number: those of the image, the same for the target, and
// those of the latter that have objects.

#include "image/offline/rewrite_types.h"

#include <algorithm>
#include <map>

#include "halfword/internal/foreign_body.h"
#include "halfword/internal/type_name.h"
#include "image/image_bytes.h"
#include "image/offline/derive_layout.h"
#include "image/offline/described_types.h"
#include "image/type_list.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

const char* CountFieldOf(BackingKind backing) {
  switch (backing) {
    case BackingKind::kArray:
      return "capacity_";
    case BackingKind::kTable:
    case BackingKind::kLinkedIndex:
      return "slot_count_";
    case BackingKind::kLinked:
      return "entry_count_";
    case BackingKind::kGroups:
    case BackingKind::kNone:
      break;
  }
  return nullptr;
}

// Calls change(&target) for the classes that fields refer to.
template <typename Change>
void ChangeTargets(FieldDescription* field, const Change& change) {
  change(&field->target);
  for (FieldDescription& nested : field->nested) ChangeTargets(&nested, change);
}
template <typename Change>
void ChangeTargets(TypeDescription* type, const Change& change) {
  for (FieldDescription& field : type->fields) ChangeTargets(&field, change);
  if (type->trailing.has_value()) ChangeTargets(&*type->trailing, change);
}

}  // namespace

ImageTypeIndex RewriteTypes::FindSource(const std::string& name) const {
  for (ImageTypeIndex i = 0; i < sources_.size(); ++i) {
    if (sources_[i].name == name) return i;
  }
  return kNoImageType;
}

// Those that the new image may need and the old one may not have.
void RewriteTypes::AddLibraryTypes(const ImageAbi& source) {
  TypeList list;
  list.Add(TypeInfoOf<IndirectBody>());
  list.Add(TypeInfoOf<ImageBytes>());
  const DerivedTypes library =
      DeriveLayouts(list.Describe(), kOwnImageAbi, source);
  std::vector<ImageTypeIndex> places;
  for (TypeDescription type : library.types) {
    const ImageTypeIndex known = FindSource(type.name);
    if (known != kNoImageType) {
      places.push_back(known);
      continue;
    }
    for (TypeDescription::Base& base : type.bases) {
      base.type = places[base.type];
    }
    for (FieldDescription& field : type.fields) field.target = kNoImageType;
    places.push_back(static_cast<ImageTypeIndex>(sources_.size()));
    sources_.push_back(std::move(type));
  }
}

void RewriteTypes::MarkUsed(ImageTypeIndex type) {
  if (is_used_[type]) return;
  is_used_[type] = true;
  for (const TypeDescription::Base& base : sources_[type].bases) {
    MarkUsed(base.type);
  }
}

bool RewriteTypes::Find(const ImageObjects& objects, const LiveObjects& live,
                        const ImageAbi& target, const ChangedTypes* changes,
                        std::string* error) {
  const ImageAbi& source = objects.view().abi();
  sources_ = objects.view().catalog().types;
  const size_t count = sources_.size();
  AddLibraryTypes(source);
  const ImageTypeIndex slice = FindSource(kTypeName<IndirectBody>);
  for (ImageTypeIndex i = 0; i < count; ++i) {
    const bool is_foreign = sources_[i].name == kTypeName<ForeignBody> ||
                            sources_[i].name == kTypeName<ReleasedForeignBody>;
    stands_for_.push_back(is_foreign ? slice : i);
  }
  is_used_.resize(sources_.size());
  leaves_out_.resize(sources_.size());
  live.ForEach([&](ImageGranule object) {
    MarkUsed(stands_for_[objects.TypeOf(object)]);
  });
  MarkUsed(FindSource(kTypeName<ImageBytes>));
  if (!Derive(source, target, error)) return false;
  if (changes != nullptr) Apply(*changes);
  Compact();
  return Match(error);
}

bool RewriteTypes::Derive(const ImageAbi& source, const ImageAbi& target,
                          std::string* error) {
  DerivedTypes derived = DeriveLayouts(sources_, source, target);
  for (ImageTypeIndex i = 0; i < sources_.size(); ++i) {
    if (!is_used_[i] || derived.errors[i].empty()) continue;
    *error = "class " + sources_[i].name + ": " + derived.errors[i];
    return false;
  }
  derived_ = std::move(derived.types);
  return true;
}

// What is new stands behind the others, in the order of the program.
void RewriteTypes::Apply(const ChangedTypes& changes) {
  std::map<ImageTypeIndex, ImageTypeIndex> places;
  for (const ChangedTypes::Name& name : changes.names) {
    const ImageTypeIndex source = FindSource(name.in_image);
    if (source == kNoImageType) continue;
    places[name.type] = source;
    leaves_out_[source] = name.leaves_out;
  }
  const auto place = [&](ImageTypeIndex type) {
    const auto found = places.find(type);
    return found == places.end() ? kNoImageType : found->second;
  };
  for (ImageTypeIndex i = 0; i < changes.types.size(); ++i) {
    if (place(i) != kNoImageType) continue;
    places[i] = static_cast<ImageTypeIndex>(derived_.size());
    derived_.emplace_back();
  }
  is_used_.resize(derived_.size());
  for (ImageTypeIndex i = 0; i < changes.types.size(); ++i) {
    TypeDescription type = changes.types[i];
    for (TypeDescription::Base& base : type.bases) {
      base.type = place(base.type);
      is_used_[base.type] = true;
    }
    ChangeTargets(&type,
                  [&](ImageTypeIndex* target) { *target = place(*target); });
    derived_[place(i)] = std::move(type);
  }
}

// The used ones, bases before what is derived from them.
void RewriteTypes::Compact() {
  std::vector<ImageTypeIndex> places(derived_.size(), kNoImageType);
  std::vector<ImageTypeIndex> waiting;
  for (ImageTypeIndex i = 0; i < derived_.size(); ++i) {
    if (is_used_[i]) waiting.push_back(i);
  }
  // A class that has changed may have bases that are behind it.
  while (!waiting.empty()) {
    std::vector<ImageTypeIndex> rest;
    for (const ImageTypeIndex i : waiting) {
      const auto& bases = derived_[i].bases;
      const bool is_ready = std::all_of(
          bases.begin(), bases.end(),
          [&](const auto& base) { return places[base.type] != kNoImageType; });
      if (!is_ready) {
        rest.push_back(i);
        continue;
      }
      places[i] = static_cast<ImageTypeIndex>(targets_.size());
      targets_.push_back(derived_[i]);
      for (auto& base : targets_.back().bases) base.type = places[base.type];
    }
    if (rest.size() == waiting.size()) break;
    waiting = std::move(rest);
  }
  classes_.resize(sources_.size());
  for (ImageTypeIndex i = 0; i < sources_.size(); ++i) {
    classes_[i].source = &sources_[i];
    classes_[i].target = places[i];
  }
  for (TypeDescription& type : targets_) {
    ChangeTargets(&type, [&](ImageTypeIndex* target) {
      *target = *target < places.size() ? places[*target] : kNoImageType;
    });
  }
  image_bytes_ = classes_[FindSource(kTypeName<ImageBytes>)].target;
  const DescribedTypes described(targets_);
  for (ImageTypeIndex i = 0; i < targets_.size(); ++i) {
    targets_[i].fingerprint = described[i].fingerprint;
  }
}

bool RewriteTypes::Match(std::string* error) {
  for (ImageTypeIndex i = 0; i < sources_.size(); ++i) {
    Class& of = classes_[i];
    if (of.target == kNoImageType) continue;
    of.moves =
        MatchTypes(sources_, i, targets_, of.target,
                   leaves_out_[i] ? Unmatched::kLeftOut : Unmatched::kRefused);
    if (!of.moves.error.empty()) {
      *error = "class " + sources_[i].name + ": " + of.moves.error;
      return false;
    }
    of.is_bytes = sources_[i].name == kTypeName<FlatBody>;
    const char* const count_field = CountFieldOf(sources_[i].backing);
    if (count_field == nullptr) continue;
    for (const FieldDescription& field : sources_[i].fields) {
      if (field.name == count_field && field.element_bytes == 4) {
        of.count_field = field.offset;
      }
    }
    if (of.count_field == kNoField) {
      *error = "class " + sources_[i].name + ": it has no " + count_field;
      return false;
    }
  }
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
