// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nothing registers objects of an image that is opened by another program.
// EXPECT: a class in an image has no prefinalizer

#include "halfword/halfword.h"

class Node : public halfword::GarbageCollected<Node> {
#ifndef CONTROL
  HALFWORD_USING_PRE_FINALIZER(Node, Close);
#endif

 public:
  void Close() { count_ = 0; }

 private:
  int count_ = 0;
  HALFWORD_FIELDS(Node, count_)
};

halfword::ImageTypes Types() { return halfword::ImageTypes::Of<Node>(); }
