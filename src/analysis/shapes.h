// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Shapes: plain objects (`{x: 1, y: 2}` in a program) are all called Object; in
// rows of classes they are told apart by the properties that they have.
//
// The most frequent lists of properties are shapes; an object is of the largest
// shape whose properties it has.

#ifndef HALFWORD_ANALYSIS_SHAPES_H_
#define HALFWORD_ANALYSIS_SHAPES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/file/snapshot.h"

namespace halfword::analysis {

// A property's name as it stands in those of shapes and objects: in quotes, if
// it could be taken for more than one.
std::string QuotedProperty(const std::string& name);

struct Shape {
  std::string name;  // "{x, y}"
  std::vector<std::string> properties;
  uint64_t count;
};

inline constexpr uint32_t kNoShape = UINT32_MAX;

// The shapes of a snapshot, the most frequent first.
std::vector<Shape> FindShapes(const Snapshot& snapshot);

// By list of properties: the place of its shape among the shapes, which may be
// those of another snapshot; kNoShape: it has none.
std::vector<uint32_t> MatchShapes(const Snapshot& snapshot,
                                  const std::vector<Shape>& shapes);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_SHAPES_H_
