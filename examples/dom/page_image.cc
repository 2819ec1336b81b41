// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword/image.h, as this program uses it. ImageTypes names the classes; that
// their objects can lie in a file is what HALFWORD_FIELDS says of them, and
// nothing in dom.h was written for it.
//
// The tree of a page as it is now grows in a heap of its own, so that comparing
// it changes nothing in the image. Only where it differs is it made once more,
// there.

#include "examples/dom/page_image.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "examples/dom/forest.h"
#include "examples/dom/gc_handles.h"
#include "examples/dom/tree_builder.h"
#include "examples/dom/tree_difference.h"
#include "examples/dom/tree_outline.h"

namespace dom {
namespace {

class Stopwatch {
 public:
  double ElapsedMilliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - started_)
        .count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Clock::time_point started_ = Clock::now();
};

void Check(const halfword::ImageStatus& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

halfword::ImageOptions MakeOptions() {
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<Document, Element, Text, Comment,
                                           Attr, Listener>();
  options.create_if_missing = false;
  options.heap = NodeHeap::Options();
  return options;
}

std::unique_ptr<halfword::Heap> OpenToRead(const std::string& path) {
  halfword::ImageOptions options = MakeOptions();
  options.access = halfword::ImageAccess::kReadOnly;
  halfword::ImageStatus status;
  auto image = halfword::Heap::Open(path, std::move(options), &status);
  Check(status);
  return image;
}

std::unique_ptr<halfword::Heap> OpenOrMake(const std::string& path,
                                           bool* is_made) {
  halfword::ImageStatus status;
  auto image = halfword::Heap::Open(path, MakeOptions(), &status);
  *is_made = status.error() == halfword::ImageError::kNotFound;
  if (*is_made) {
    halfword::ImageOptions options = MakeOptions();
    options.create_if_missing = true;
    options.error_if_exists = true;
    image = halfword::Heap::Open(path, std::move(options), &status);
  }
  Check(status);
  return image;
}

uint64_t CountNodes(const Document* document) {
  uint64_t count = 0;
  for (const Node* node = document; node != nullptr;
       node = node->NextInDocument(document)) {
    ++count;
  }
  return count;
}

// Sets the tree of a page as it is now against the one in the image.
ImagePageFigures ComparePage(const Page& page, const Document& before) {
  NodeHeap heap;
  const Root<Document> after = BuildTree(heap, page);
  ImagePageFigures figures{.path = page.path(),
                           .change = PageChange::kEqual,
                           .node_count_before = CountNodes(&before),
                           .node_count = CountNodes(after.get())};
  const Likeness likeness = Compare(before, *after);
  if (likeness == Likeness::kEqual) return figures;
  figures.change = PageChange::kMoved;
  if (likeness == Likeness::kMoved) return figures;
  figures.change = PageChange::kChanged;
  const NodeDifference difference =
      CountDifference(OutlineOf(before), OutlineOf(*after));
  figures.added_node_count = difference.added_count;
  figures.removed_node_count = difference.removed_count;
  return figures;
}

ImagePageFigures UpdatePage(const Page& page, NodeHeap& image) {
  ImagePageFigures figures{.path = page.path()};
  const auto* const before = image.heap().GetRoot<Document>(page.path());
  if (before != nullptr) figures = ComparePage(page, *before);
  if (figures.change == PageChange::kEqual) return figures;
  const Root<Document> tree = BuildTree(image, page);
  image.heap().SetRoot(page.path(), tree.get());
  if (figures.change == PageChange::kNew) {
    figures.node_count = CountNodes(tree.get());
    figures.added_node_count = figures.node_count;
  }
  return figures;
}

void UpdatePages(const Pages& pages, NodeHeap& image, ImageFigures& figures) {
  bool has_garbage = false;
  for (const auto& page : pages) {
    figures.pages.push_back(UpdatePage(*page, image));
    const PageChange change = figures.pages.back().change;
    has_garbage |=
        change == PageChange::kMoved || change == PageChange::kChanged;
  }
  // Trees that were replaced would be saved, too.
  if (has_garbage) image.Collect();
}

void UpdateAndSave(const Pages& pages, NodeHeap& image, ImageFigures& figures) {
  UpdatePages(pages, image, figures);
  const Stopwatch saving;
  Check(image.heap().Save());
  figures.save_ms = saving.ElapsedMilliseconds();
  figures.page_count = image.heap().RootNames().size();
  Check(image.heap().Close());
}

HeldPageFigures ReadPage(const std::string& path, Document* document) {
  Forest forest;
  forest.push_back(document);
  const Census census = Walk(forest);
  const Links links = FollowLinks(forest);
  return {.path = path,
          .node_count = census.node_count,
          .attribute_count = census.attribute_count,
          .text_bytes = census.text_bytes,
          .link_count = links.count,
          .resolved_link_count = links.resolved_count};
}

}  // namespace

ImageFigures UpdateImage(const Pages& pages, const std::string& path) {
  ImageFigures figures{.path = path};
  const Stopwatch opening;
  NodeHeap image(OpenOrMake(path, &figures.is_made));
  figures.open_ms = opening.ElapsedMilliseconds();
  try {
    UpdateAndSave(pages, image, figures);
  } catch (...) {
    // An image that was made for nothing.
    if (figures.is_made) std::remove(path.c_str());
    throw;
  }
  figures.file_bytes = std::filesystem::file_size(path);
  return figures;
}

HeldImageFigures ReadImage(const std::string& path) {
  HeldImageFigures figures{.path = path};
  const Stopwatch opening;
  NodeHeap image(OpenToRead(path));
  figures.open_ms = opening.ElapsedMilliseconds();
  figures.file_bytes = std::filesystem::file_size(path);
  const Stopwatch walking;
  for (const std::string& name : image.heap().RootNames()) {
    figures.pages.push_back(
        ReadPage(name, image.heap().GetRoot<Document>(name)));
  }
  figures.traverse_ms = walking.ElapsedMilliseconds();
  return figures;
}

}  // namespace dom
