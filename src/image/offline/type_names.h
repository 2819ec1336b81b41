// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of classes that name how references are stored, as tables and vectors
// of Members do: with references of 64 bits a Member is a Member of another
// storage. Tools take the two for one, and write the one that a build has.

#ifndef HALFWORD_IMAGE_OFFLINE_TYPE_NAMES_H_
#define HALFWORD_IMAGE_OFFLINE_TYPE_NAMES_H_

#include <string>
#include <string_view>

#include "image/image_abi.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr std::string_view kWordStorage =
    "BasicStorage<halfword::internal::WordCodec>";
inline constexpr std::string_view kPointerStorage =
    "BasicStorage<halfword::internal::PointerCodec>";

inline std::string ReplaceAll(std::string text, std::string_view from,
                              std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// As a build with these references has it. (Members of another storage than
// the build's are no fields of classes in images.)
inline std::string NameIn(const ImageAbi& abi, std::string name) {
  return abi.reference_bits == 64
             ? ReplaceAll(std::move(name), kWordStorage, kPointerStorage)
             : ReplaceAll(std::move(name), kPointerStorage, kWordStorage);
}

// The same for all builds, to compare by.
inline std::string CommonName(std::string name) {
  return ReplaceAll(std::move(name), kPointerStorage, kWordStorage);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_TYPE_NAMES_H_
