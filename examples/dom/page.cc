// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From a path to a parsed page; every refusal ends here as a complaint.

#include "examples/dom/page.h"

#include <fmt/format.h>

#include <new>
#include <optional>
#include <utility>

#include "examples/dom/input.h"
#include "examples/dom/nesting.h"

namespace dom {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;
// With its NUL a text must fit into a String, which holds a byte less than a
// GiB. Text of the largest page that is read comes near that only by bytes that
// are no UTF-8: each becomes a U+FFFD, of three.
constexpr size_t kTextBytesMax = 1024 * kMebibyte;

// The costliest ordinary text, <p><p><p>, takes 30 times less than a second a
// mebibyte, and 90 bytes a byte. What takes several times more than that was
// made to.
ParserBudget::Limits LimitsFor(const std::string& html) {
  const double size_mebibytes =
      static_cast<double>(html.size()) / static_cast<double>(kMebibyte);
  return {.memory_bytes = 64 * kMebibyte + 256 * html.size(),
          .piece_bytes = kTextBytesMax,
          .cpu_ms = 10'000 + 1'000 * size_mebibytes};
}

}  // namespace

Page::Page(std::string path, std::string html)
    : path_(std::move(path)),
      html_(std::move(html)),
      parser_(LimitsFor(html_)) {}

std::unique_ptr<Page> Page::Parse(std::string path, std::string html,
                                  Complaints& complaints) {
  const Nesting nesting = ScanNesting(html);
  if (nesting.depth > kOpenTagCountMax) {
    complaints.Add(
        path,
        fmt::format("the tag at offset {} is nested more than {} deep",
                    nesting.offset, kOpenTagCountMax),
        "a page (a parser's time grows with the square of the depth)");
    return nullptr;
  }
  std::unique_ptr<Page> page(new Page(std::move(path), std::move(html)));
  const ParserBudget::Limits& limits = page->parser_.limits();
  switch (page->parser_.Parse(page->html_)) {
    case ParserBudget::Outcome::kParsed:
      return page;
    case ParserBudget::Outcome::kTooMuchMemory:
      complaints.Add(
          page->path_,
          fmt::format("parsing needs more than {} MiB for {} bytes",
                      limits.memory_bytes / kMebibyte, page->html_.size()),
          "a page not made to exhaust a parser");
      return nullptr;
    case ParserBudget::Outcome::kTooLargePiece:
      complaints.Add(page->path_,
                     fmt::format("a text in it grows beyond {} MiB in parsing",
                                 limits.piece_bytes / kMebibyte),
                     "a page not made to exhaust a parser");
      return nullptr;
    case ParserBudget::Outcome::kTooMuchTime:
      complaints.Add(
          page->path_,
          fmt::format("parsing takes more than {:.0f} s for {} bytes",
                      limits.cpu_ms / 1e3, page->html_.size()),
          "a page not made to exhaust a parser");
      return nullptr;
    case ParserBudget::Outcome::kOutOfMemory:
      throw std::bad_alloc();
  }
  return nullptr;
}

Pages LoadPages(const std::vector<std::string>& arguments,
                Complaints& complaints) {
  Pages pages;
  for (const std::string& path : FindPages(arguments, complaints)) {
    std::optional<std::string> html = ReadPage(path, complaints);
    if (!html) continue;
    if (auto page = Page::Parse(path, *std::move(html), complaints)) {
      pages.push_back(std::move(page));
    }
  }
  return pages;
}

PagePlaces PlacesOf(const Pages& pages) {
  PagePlaces places;
  for (const auto& page : pages) places.Add(page->html().size());
  return places;
}

}  // namespace dom
