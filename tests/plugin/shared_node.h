// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class that the program and its plugin both use, so that its visibility is
// default, and a function of the plugin.

#ifndef HALFWORD_TESTS_PLUGIN_SHARED_NODE_H_
#define HALFWORD_TESTS_PLUGIN_SHARED_NODE_H_

#include "halfword/halfword.h"

class [[gnu::visibility("default")]] Node
    : public halfword::GarbageCollected<Node> {
 public:
  halfword::Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

class [[gnu::visibility("default")]] Leaf : public Node {
 public:
  HALFWORD_FIELDS(Leaf)
  HALFWORD_BASES(Leaf, Node)
};

// Makes a Leaf, or null if what the program gives is none to the plugin.
using AnswerFunction = Leaf*(halfword::AllocationHandle& handle,
                             const Node* from_program);

#endif  // HALFWORD_TESTS_PLUGIN_SHARED_NODE_H_
