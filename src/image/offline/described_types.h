// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DescribedTypes: descriptions of an image's classes in the form in which the
// program has its own, TypeInfo, as far as fields go. So what is made for the
// one works for the other: names of edges in snapshots, and fingerprints.
//
// They are registered nowhere: their ids are places in the image's list, plus
// one, and nobody can have objects of them.

#ifndef HALFWORD_IMAGE_OFFLINE_DESCRIBED_TYPES_H_
#define HALFWORD_IMAGE_OFFLINE_DESCRIBED_TYPES_H_

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "halfword/internal/type_info.h"
#include "image/type_description.h"

namespace halfword::inline HALFWORD_ABI::internal {

class DescribedTypes {
 public:
  // Texts stay those of the descriptions, which outlive this and stay where
  // they are. Bases stand before what is derived from them, as ReadCatalog()
  // has made sure.
  explicit DescribedTypes(std::span<const TypeDescription> types);
  DescribedTypes(const DescribedTypes&) = delete;
  DescribedTypes& operator=(const DescribedTypes&) = delete;

  const TypeInfo& operator[](ImageTypeIndex type) const {
    return *infos_[type];
  }
  size_t size() const { return infos_.size(); }

 private:
  void Add(const TypeDescription& type);
  std::span<const FieldInfo> MakeFields(
      const std::vector<FieldDescription>& fields);
  FieldInfo MakeField(const FieldDescription& field);

  // Where each stands does not change.
  std::vector<std::unique_ptr<TypeInfo>> infos_;
  std::vector<std::unique_ptr<FieldInfo[]>> fields_;
  std::vector<std::unique_ptr<BaseInfo[]>> bases_;
  std::vector<std::unique_ptr<StructInfo>> structs_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_DESCRIBED_TYPES_H_
