// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// GrowthBound: how much the classes that somebody means may grow, each:
// NAME=BYTES, where NAME is a class or an expression between slashes.

#ifndef TOOLS_HALFWORD_GROWTH_BOUND_H_
#define TOOLS_HALFWORD_GROWTH_BOUND_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/diff.h"
#include "analysis/selector.h"

namespace halfword::tools {

class GrowthBound {
 public:
  // Throws std::invalid_argument, with a line for users.
  explicit GrowthBound(const std::string& text);

  // Whether it is a bound on any of these classes.
  bool MatchesAny(const std::set<std::string>& names) const;
  // What was meant, as it was written: "Session", "/^Html/".
  const std::string& class_text() const { return class_text_; }

  // A line for each class that has grown by more. growth: bytes by class.
  std::vector<std::string> FindFailed(
      const std::map<std::string, int64_t>& growth) const;

 private:
  std::string class_text_;
  analysis::Selector classes_;
  int64_t bytes_;
};

// How much each class has grown between two snapshots: what was added, less
// what was removed, and what its other objects have gained. If there is a third
// one: what it has of what was added and of what other objects have gained.
std::map<std::string, int64_t> GrowthOf(const analysis::Diff& diff,
                                        bool has_later);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_GROWTH_BOUND_H_
