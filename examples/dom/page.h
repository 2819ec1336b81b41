// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Page: one HTML file, read and parsed. It owns the text and gumbo's tree of
// it; tree_builder.h makes our document object model from that tree, as often
// as a measurement is repeated, without parsing again.

#ifndef EXAMPLES_DOM_PAGE_H_
#define EXAMPLES_DOM_PAGE_H_

#include <gumbo.h>

#include <memory>
#include <string>
#include <vector>

#include "examples/dom/complaints.h"
#include "examples/dom/page_places.h"
#include "examples/dom/parser_budget.h"

namespace dom {

class Page {
 public:
  // Parses html. Null, after a complaint, if it is nested too deeply or made to
  // exhaust a parser.
  static std::unique_ptr<Page> Parse(std::string path, std::string html,
                                     Complaints& complaints);

  const std::string& path() const { return path_; }
  const std::string& html() const { return html_; }
  // A node of type GUMBO_NODE_DOCUMENT. Its strings may point into html().
  const GumboNode* document() const { return parser_.document(); }

 private:
  Page(std::string path, std::string html);

  const std::string path_;
  const std::string html_;
  ParserBudget parser_;
};

using Pages = std::vector<std::unique_ptr<Page>>;

// Reads and parses the pages of the command line, complaining of each that is
// none.
Pages LoadPages(const std::vector<std::string>& arguments,
                Complaints& complaints);

// The pages' texts, end to end, with the same indices.
PagePlaces PlacesOf(const Pages& pages);

}  // namespace dom

#endif  // EXAMPLES_DOM_PAGE_H_
