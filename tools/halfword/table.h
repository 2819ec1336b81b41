// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Table: columns of text for a terminal: the first to the left, numbers to the
// right.

#ifndef TOOLS_HALFWORD_TABLE_H_
#define TOOLS_HALFWORD_TABLE_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tools/halfword/output_width.h"

namespace halfword::tools {

class Table {
 public:
  using Row = std::vector<std::string>;

  explicit Table(Row head) : rows_{std::move(head)} {}

  // Requires: as many cells as the head has.
  void Add(Row row) { rows_.push_back(std::move(row)); }

  // Lines, each with its end. Texts longer than 60 characters are cut, with
  // three dots; those of the first column so that lines fit into a terminal of
  // that width, if it is not 0. What has no shape becomes '?'.
  std::string Format(size_t width = OutputWidth()) const;

 private:
  size_t NameCharsMax(size_t width) const;

  std::vector<Row> rows_;
};

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_TABLE_H_
