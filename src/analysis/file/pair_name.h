// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The name of the two edges of an ephemeron: a value that a table holds while a
// key lives has one edge from the table and one from the key, both called
//
//   7 / part of key (Node @21) -> value (Info @23) pair in WeakMap (table @9)

#ifndef HALFWORD_ANALYSIS_FILE_PAIR_NAME_H_
#define HALFWORD_ANALYSIS_FILE_PAIR_NAME_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace halfword::analysis {

struct PairName {
  // UINT32_MAX where it is no id of a node.
  uint32_t table_id;
  // Of both edges: what follows the leading number.
  std::string_view text;
};

// Nothing: the text is no such name.
std::optional<PairName> ParsePairName(std::string_view text);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_PAIR_NAME_H_
