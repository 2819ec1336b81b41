// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A table cannot guess how to hash a struct.
// EXPECT: specialise halfword::HashTraits for it

#include <cstdint>

#include "halfword/heap_hash_set.h"

struct Point {
  int32_t x;
  int32_t y;
  HALFWORD_FIELDS(Point, x, y)
};

#ifdef CONTROL
template <>
struct halfword::HashTraits<Point> {
  static uint64_t Hash(const Point& point, uint64_t seed) {
    return halfword::HashBytes(&point, sizeof(point), seed);
  }
  static bool Equal(const Point& a, const Point& b) {
    return a.x == b.x && a.y == b.y;
  }
};
#endif

bool Add(halfword::HeapHashSet<Point>& set) {
  return set.insert(Point{1, 2}).second;
}
