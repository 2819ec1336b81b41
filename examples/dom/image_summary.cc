// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of pages come last in their lines: they are as long as they are.

#include "examples/dom/image_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "examples/dom/quantities.h"
#include "examples/dom/streams.h"

namespace dom {
namespace {

// A folder may have thousands of pages; the JSON document has all of them.
constexpr size_t kShownPagesMax = 20;

std::string FormatPage(const ImagePageFigures& page) {
  switch (page.change) {
    case PageChange::kNew:
      return fmt::format("new, {}", FormatCounted(page.node_count, "node"));
    case PageChange::kEqual:
      return "equal";
    case PageChange::kMoved:
      return "the same tree, its tags at other places";
    case PageChange::kChanged:
      return fmt::format("{}, {} added, {} removed",
                         FormatCounted(page.node_count, "node"),
                         FormatCount(page.added_node_count),
                         FormatCount(page.removed_node_count));
  }
  return "";
}

uint64_t CountPages(const ImageFigures& image, PageChange change) {
  return static_cast<uint64_t>(
      std::count_if(image.pages.begin(), image.pages.end(),
                    [change](const auto& p) { return p.change == change; }));
}

}  // namespace

std::string FormatImage(const ImageFigures& image) {
  const uint64_t equal_count = CountPages(image, PageChange::kEqual);
  std::string text = fmt::format(
      "Image: {}, {}, {} in {}, saved in {}.\n"
      "  Of the pages given {} new, {} changed, {} equal.\n",
      FormatBytes(image.file_bytes), FormatCounted(image.page_count, "page"),
      image.is_made ? "made" : "opened", FormatTime(image.open_ms),
      FormatTime(image.save_ms),
      FormatCount(CountPages(image, PageChange::kNew)),
      FormatCount(CountPages(image, PageChange::kMoved) +
                  CountPages(image, PageChange::kChanged)),
      FormatCount(equal_count));
  size_t shown_count = 0;
  for (const ImagePageFigures& page : image.pages) {
    if (page.change == PageChange::kEqual) continue;
    if (shown_count++ == kShownPagesMax) {
      const uint64_t other_count = image.pages.size() - equal_count;
      text += fmt::format("  and {} more\n",
                          FormatCount(other_count - kShownPagesMax));
      break;
    }
    text += fmt::format("  {}: {}\n", FormatPage(page), Printable(page.path));
  }
  return text;
}

std::string FormatHeldImage(const HeldImageFigures& image) {
  HeldPageFigures sum;
  std::string lines;
  for (const HeldPageFigures& page : image.pages) {
    sum.node_count += page.node_count;
    sum.attribute_count += page.attribute_count;
    sum.text_bytes += page.text_bytes;
    sum.link_count += page.link_count;
    sum.resolved_link_count += page.resolved_link_count;
    fmt::format_to(std::back_inserter(lines), "{:>14}  {}\n",
                   FormatCounted(page.node_count, "node"),
                   Printable(page.path));
  }
  return fmt::format(
             "{}: {}, opened in {}, read in {}\n"
             "{}: {}, {}, {} of text,\n"
             "{} within their page, {} of them to an id\n\n",
             Printable(image.path), FormatBytes(image.file_bytes),
             FormatTime(image.open_ms), FormatTime(image.traverse_ms),
             FormatCounted(image.pages.size(), "page"),
             FormatCounted(sum.node_count, "node"),
             FormatCounted(sum.attribute_count, "attribute"),
             FormatBytes(sum.text_bytes), FormatCounted(sum.link_count, "link"),
             FormatCount(sum.resolved_link_count)) +
         lines;
}

}  // namespace dom
