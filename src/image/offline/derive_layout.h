// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How a class of an image is laid out by a compiler for other references: the
// Itanium C++ ABI's rules, applied to its description. Fields keep their order;
// words have another width, and so have MutableStrings, structs and bases with
// words in them; all that follows moves.
//
// The rules are tried on the description itself first: what they do not give
// back as it is, is not derived. What a description does not tell (a class that
// is declared alignas() a number that depends on the width) is derived wrongly,
// and then has another fingerprint than the program's class, which refuses it.

#ifndef HALFWORD_IMAGE_OFFLINE_DERIVE_LAYOUT_H_
#define HALFWORD_IMAGE_OFFLINE_DERIVE_LAYOUT_H_

#include <span>
#include <string>
#include <vector>

#include "image/image_abi.h"
#include "image/type_description.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct DerivedTypes {
  // As many as there were, in their order; with fingerprints.
  std::vector<TypeDescription> types;
  // Of each, why it could not be derived; empty: it could.
  std::vector<std::string> errors;
};

DerivedTypes DeriveLayouts(std::span<const TypeDescription> types,
                           const ImageAbi& source, const ImageAbi& target);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_DERIVE_LAYOUT_H_
