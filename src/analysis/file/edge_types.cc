// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The names that V8 gives to types of edges.

#include "analysis/file/edge_types.h"

namespace halfword::analysis {

EdgeTypes::EdgeTypes(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    EdgeType& type = types_.emplace_back();
    type.has_index = name == "element" || name == "hidden";
    type.is_property = name == "property";
    if (name == "element") type.kind = EdgeKind::kElement;
    if (name == "internal") type.kind = EdgeKind::kInternal;
    if (name == "hidden") type.kind = EdgeKind::kHidden;
    if (name == "shortcut") type.kind = EdgeKind::kShortcut;
    if (name == "weak") type.kind = EdgeKind::kWeak;
  }
}

}  // namespace halfword::analysis
