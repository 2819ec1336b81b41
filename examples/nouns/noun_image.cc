// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword/image.h, as this program uses it: the three classes are all there is
// to say.

#include "examples/nouns/noun_image.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "examples/nouns/noun_heap.h"

namespace nouns {

namespace {

constexpr char kRootName[] = "noun";

void Check(const halfword::ImageStatus& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

}  // namespace

bool IsImage(const std::string& path) {
  // Reading a pipe would take from it what a jam begins with.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  char magic[8] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof(magic));
  return std::string_view(magic, sizeof(magic)) == "Halfwim1";
}

std::unique_ptr<halfword::Heap> OpenNounImage(const std::string& path,
                                              ImageUse use) {
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<Cell, IndirectAtom, NounRoot>();
  options.access = use == ImageUse::kRead ? halfword::ImageAccess::kReadOnly
                                          : halfword::ImageAccess::kReadWrite;
  options.error_if_exists = use == ImageUse::kMake;
  options.heap = NounHeapOptions();
  halfword::ImageStatus status;
  auto image = halfword::Heap::Open(path, std::move(options), &status);
  if (status.error() == halfword::ImageError::kExists) {
    throw std::runtime_error(path + ": it exists; --force replaces its noun");
  }
  Check(status);
  return image;
}

NounRoot& RootOf(halfword::Heap& image, const std::string& path) {
  auto* const root = image.GetRoot<NounRoot>(kRootName);
  if (root == nullptr) throw std::runtime_error(path + ": it has no noun");
  return *root;
}

void SaveNoun(halfword::Heap& image, NounRoot* root) {
  image.SetRoot(kRootName, root);
  Check(image.Save());
  Check(image.Close());
}

}  // namespace nouns
