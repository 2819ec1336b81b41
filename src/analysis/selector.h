// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Selector: which objects somebody means: one, by its id; those of a class, by
// the class's name; those of all classes that a regular expression finds.
//
//   123, @123    the object that DevTools shows as @123
//   Session      objects of the class Session
//   /^Html/      objects of classes whose names begin with Html
//
// Expressions are RE2's, whose time is linear in the name, whatever they are.

#ifndef HALFWORD_ANALYSIS_SELECTOR_H_
#define HALFWORD_ANALYSIS_SELECTOR_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/class_table.h"
#include "analysis/file/snapshot.h"

namespace re2 {
class RE2;
}  // namespace re2

namespace halfword::analysis {

class Selector {
 public:
  // Throws std::invalid_argument, with a line for users.
  explicit Selector(std::string_view text);
  ~Selector();
  Selector(Selector&&) noexcept;
  Selector& operator=(Selector&&) noexcept;

  // Of one object.
  std::optional<uint32_t> id() const { return id_; }
  // Whether objects of the class are meant. Of an id: never.
  bool Matches(const std::string& class_name) const;

 private:
  std::optional<uint32_t> id_;
  std::string class_name_;
  std::unique_ptr<re2::RE2> expression_;
};

// In the order of the file. Throws SnapshotError where there is none.
std::vector<Node> FindNodes(const Snapshot& snapshot, const ClassTable& classes,
                            const Selector& selector);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_SELECTOR_H_
