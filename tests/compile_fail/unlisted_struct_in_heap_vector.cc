// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who puts a struct into a container reads what the struct lacks.
// EXPECT: list the fields of this class in HALFWORD_FIELDS
// EXPECT: FieldName<\d+>\{.\(elements\).\}, Point

#include "halfword/fields.h"
#include "halfword/heap_vector.h"

struct Point {
  int x = 0;
  int y = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Point, x, y)
#endif
};

void Add(halfword::HeapVector<Point>& points) { points.push_back(Point()); }
