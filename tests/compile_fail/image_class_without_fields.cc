// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a hand-written Trace visits has no names.
// EXPECT: a class in an image lists its fields

#include "halfword/halfword.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
#ifndef CONTROL
  void Trace(halfword::Visitor*) const {}
#endif

 private:
  int count_ = 0;
#ifdef CONTROL
  HALFWORD_FIELDS(Node, count_)
#endif
};

halfword::ImageTypes Types() { return halfword::ImageTypes::Of<Node>(); }
