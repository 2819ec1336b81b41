// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an object is called in a report, and which colour it has.

#ifndef HALFWORD_ANALYSIS_REPORT_OBJECT_LABELS_H_
#define HALFWORD_ANALYSIS_REPORT_OBJECT_LABELS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/file/heap_graph.h"
#include "analysis/file/known_name.h"

namespace halfword::analysis {

// The parts of the Statistics view, those that it sums up as "other" told
// apart. The numbers are those of the page's colours.
enum class ObjectGroup : uint8_t {
  kObject,
  kFunction,
  kArray,
  kString,
  kCode,
  kNative,
  kTypedArray,
  kSystem,
  kRoot,
};

// name: what an object's name means, if it was not renamed.
ObjectGroup GroupOf(NodeKind kind, KnownName name);

// A name as DevTools' grid has it: strings in quotes, functions with (), arrays
// with [].
std::string LabelOf(NodeKind kind, std::string_view name);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_OBJECT_LABELS_H_
