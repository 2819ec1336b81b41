// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables that a snapshot becomes. docs/format/export.md says what their
// columns mean; the Python package halfword_export knows them by these names.

#ifndef HALFWORD_ANALYSIS_EXPORT_TABLES_H_
#define HALFWORD_ANALYSIS_EXPORT_TABLES_H_

#include "analysis/export/table_writer.h"

namespace halfword::analysis {

inline constexpr Column kNodeColumns[] = {
    {"id", Column::Kind::kNumber, Column::Use::kKey},
    {"type", Column::Kind::kText},
    {"name", Column::Kind::kText},
    {"class", Column::Kind::kText, Column::Use::kIndexed},
    {"self_bytes", Column::Kind::kNumber},
    {"retained_bytes", Column::Kind::kNumber},
    {"distance", Column::Kind::kNumber},
    {"dominator_id", Column::Kind::kNumber, Column::Use::kIndexed},
    {"detachedness", Column::Kind::kNumber},
};
inline constexpr Table kNodeTable = {"nodes", kNodeColumns};

inline constexpr Column kEdgeColumns[] = {
    {"from_id", Column::Kind::kNumber, Column::Use::kIndexed},
    {"type", Column::Kind::kText},
    {"name", Column::Kind::kText},
    {"to_id", Column::Kind::kNumber, Column::Use::kIndexed},
};
inline constexpr Table kEdgeTable = {"edges", kEdgeColumns};

inline constexpr Column kStringColumns[] = {
    {"index", Column::Kind::kNumber, Column::Use::kKey},
    {"text", Column::Kind::kText},
};
inline constexpr Table kStringTable = {"strings", kStringColumns};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_TABLES_H_
