// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Images of nouns: a heap in a file, with one noun as its root.

#ifndef EXAMPLES_NOUNS_NOUN_IMAGE_H_
#define EXAMPLES_NOUNS_NOUN_IMAGE_H_

#include <memory>
#include <string>

#include "examples/nouns/noun.h"
#include "halfword/halfword.h"

namespace nouns {

// Whether a file begins as images do. What cannot be read does not.
bool IsImage(const std::string& path);

enum class ImageUse {
  kRead,
  kMake,     // it must not exist
  kReplace,  // it may
};

// All of these throw std::runtime_error, whose text is the image's message.
std::unique_ptr<halfword::Heap> OpenNounImage(const std::string& path,
                                              ImageUse use);

// The root of an image. Never null.
NounRoot& RootOf(halfword::Heap& image, const std::string& path);

// Makes a noun the image's root, and saves it.
void SaveNoun(halfword::Heap& image, NounRoot* root);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NOUN_IMAGE_H_
