// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// EdgeType: what reading an edge needs to know of its type, which a file names.

#ifndef HALFWORD_ANALYSIS_FILE_EDGE_TYPES_H_
#define HALFWORD_ANALYSIS_FILE_EDGE_TYPES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/file/heap_graph.h"

namespace halfword::analysis {

struct EdgeType {
  EdgeKind kind = EdgeKind::kOther;
  bool has_index = false;  // its name is a number
  bool is_property = false;
};

class EdgeTypes {
 public:
  // names: by the number of the type in the file.
  explicit EdgeTypes(const std::vector<std::string>& names);

  // A number without a name is a type that no rule knows.
  EdgeType operator[](uint32_t number) const {
    return number < types_.size() ? types_[number] : EdgeType{};
  }

 private:
  std::vector<EdgeType> types_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_EDGE_TYPES_H_
