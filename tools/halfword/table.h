// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Table: columns of text for a terminal: the first to the left, numbers to the
// right.

#ifndef TOOLS_HALFWORD_TABLE_H_
#define TOOLS_HALFWORD_TABLE_H_

#include <string>
#include <vector>

namespace halfword::tools {

class Table {
 public:
  using Row = std::vector<std::string>;

  explicit Table(Row head) : rows_{std::move(head)} {}

  // Requires: as many cells as the head has.
  void Add(Row row) { rows_.push_back(std::move(row)); }

  // Lines, each with its end. Names longer than 60 characters are cut, with
  // three dots; control characters become '?'.
  std::string Format() const;

 private:
  std::vector<Row> rows_;
};

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_TABLE_H_
