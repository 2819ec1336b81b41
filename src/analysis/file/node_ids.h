// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The ids of nodes. None is kept: they are looked for where the nodes stand.

#ifndef HALFWORD_ANALYSIS_FILE_NODE_IDS_H_
#define HALFWORD_ANALYSIS_FILE_NODE_IDS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/input_file.h"
#include "analysis/file/sections.h"

namespace halfword::analysis {

// The first node with an id.
std::optional<Node> FindNode(const InputFile& file, const Sections& sections,
                             uint32_t id);

// Of all, by node.
std::vector<uint32_t> ReadNodeIds(const InputFile& file,
                                  const Sections& sections);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_NODE_IDS_H_
