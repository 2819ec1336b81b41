// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The way from an element's place to a source: two look-ups.

#include "examples/dom/page_sources.h"

#include "examples/dom/gc_handles.h"

namespace dom {

constinit thread_local const PageSources* PageSources::current_ = nullptr;

PageSources::PageSources(const Pages& pages, const PagePlaces& places)
    : places_(places) {
  ids_.reserve(pages.size());
  for (const auto& page : pages) {
    ids_.push_back(table_.Add(page->path(), page->html()));
  }
  current_ = this;
}

halfword::SourcePosition PageSources::Find(Place place) const {
  const auto spot = places_.Find(place);
  if (!spot) return {};
  return {ids_[spot->page_index], spot->offset_bytes};
}

SourcePosition SourcePositionOf(Place place) {
  const PageSources* const sources = PageSources::Current();
  return sources != nullptr ? sources->Find(place) : SourcePosition();
}

}  // namespace dom
