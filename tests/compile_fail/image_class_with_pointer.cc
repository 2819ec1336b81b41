// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a pointer out of the heap leads to is not in the image.
// EXPECT: a class in an image has no opaque field

#include "halfword/halfword.h"

struct Place {
#ifdef CONTROL
  int file_;
#else
  const char* file_;
#endif
  HALFWORD_FIELDS(Place, file_)
};

class Leaf : public halfword::GarbageCollected<Leaf> {
  Place place_;
  HALFWORD_FIELDS(Leaf, place_)
};

class Node : public halfword::GarbageCollected<Node> {
  halfword::HeapVector<halfword::Member<Leaf>> leaves_;
  HALFWORD_FIELDS(Node, leaves_)
};

halfword::ImageTypes Types() { return halfword::ImageTypes::Of<Node>(); }
