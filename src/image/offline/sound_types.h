// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SoundTypes: whether the descriptions of an image's classes are those of a
// program: fields lie in their objects, and are as wide as fields of their
// kinds are; fingerprints are those of the fields; classes of Halfword itself
// are laid out as such. Then whoever follows a description reads nothing that
// is not the object's.

#ifndef HALFWORD_IMAGE_OFFLINE_SOUND_TYPES_H_
#define HALFWORD_IMAGE_OFFLINE_SOUND_TYPES_H_

#include <cstdint>
#include <map>
#include <string>

#include "image/catalog.h"
#include "image/image_abi.h"
#include "image/offline/described_types.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SoundTypes {
 public:
  // The catalog outlives this.
  SoundTypes(const Catalog& catalog, const ImageAbi& abi);

  // What is wrong with a class, "field 'x_' lies outside of it"; empty: nothing
  // is.
  std::string WhyUnsound(ImageTypeIndex type) const;

 private:
  std::string CheckLayout(const TypeDescription& type) const;
  std::string CheckTrailing(const TypeDescription& type) const;
  std::string CheckLibraryType(ImageTypeIndex type) const;

  const Catalog& catalog_;
  const ImageAbi abi_;
  const DescribedTypes described_;
  // Of the library's classes that tools look into, by name.
  std::map<std::string, uint64_t, std::less<>> library_fingerprints_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_SOUND_TYPES_H_
