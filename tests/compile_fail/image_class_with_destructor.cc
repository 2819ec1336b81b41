// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nobody would run it when the image is opened by another program.
// EXPECT: a class in an image has no destructor

#include "halfword/halfword.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
#ifndef CONTROL
  ~Node() { count_ = 0; }
#endif

 private:
  int count_ = 0;
  HALFWORD_FIELDS(Node, count_)
};

halfword::ImageTypes Types() { return halfword::ImageTypes::Of<Node>(); }
