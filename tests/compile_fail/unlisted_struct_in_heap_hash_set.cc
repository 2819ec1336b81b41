// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The entries of a set are its keys themselves.
// EXPECT: list the fields of this class in HALFWORD_FIELDS

#include <cstdint>

#include "halfword/fields.h"
#include "halfword/heap_hash_set.h"

struct Point {
  int x = 0;
  int y = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Point, x, y)
#endif
};

template <>
struct halfword::HashTraits<Point> {
  static uint64_t Hash(const Point& point, uint64_t seed) {
    return halfword::HashBytes(&point, sizeof(point), seed);
  }
  static bool Equal(const Point& a, const Point& b) {
    return a.x == b.x && a.y == b.y;
  }
};

void Add(halfword::HeapHashSet<Point>& points) { points.insert(Point()); }
