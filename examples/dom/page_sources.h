// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageSources: the pages as a heap snapshot knows sources, so that it can say
// in which line and column of which page an element stands. An element's
// GetSourcePosition() has no parameter, and no room for a pointer to here;
// while PageSources exist, they are the ones that it asks.
//
// On Halfword only.

#ifndef EXAMPLES_DOM_PAGE_SOURCES_H_
#define EXAMPLES_DOM_PAGE_SOURCES_H_

#include <vector>

#include "examples/dom/page.h"
#include "examples/dom/page_places.h"
#include "halfword/source_position.h"
#include "halfword/source_table.h"

namespace dom {

// Requires: the pages and the places outlive it, and are as they were when the
// trees were made.
// Threads: of its own thread only; the youngest of those on it is asked.
class PageSources {
 public:
  PageSources(const Pages& pages, const PagePlaces& places);
  PageSources(const PageSources&) = delete;
  PageSources& operator=(const PageSources&) = delete;
  ~PageSources() { current_ = previous_; }

  // The youngest, or null.
  static const PageSources* Current() { return current_; }

  // Cost: O(log pages).
  halfword::SourcePosition Find(Place place) const;

  // The pages by their paths, in their order.
  halfword::SourceTable& table() { return table_; }

 private:
  static thread_local const PageSources* current_;

  const PageSources* const previous_ = current_;
  const PagePlaces& places_;
  halfword::SourceTable table_;
  std::vector<halfword::SourceId> ids_;  // by the page's index
};

}  // namespace dom

#endif  // EXAMPLES_DOM_PAGE_SOURCES_H_
