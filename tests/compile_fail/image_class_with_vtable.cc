// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A pointer to a vtable means nothing in another process.
// EXPECT: a class in an image has no vtable

#include "halfword/halfword.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
#ifdef CONTROL
  int Count() const { return count_; }
#else
  virtual int Count() const { return count_; }
#endif

 private:
  int count_ = 0;
  HALFWORD_FIELDS(Node, count_)
};

halfword::ImageTypes Types() { return halfword::ImageTypes::Of<Node>(); }
