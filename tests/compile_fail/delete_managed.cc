// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The collector destroys objects; nobody else does.
// EXPECT: operator delete
// EXPECT: protected

#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {};

#ifdef CONTROL
void Drop(Node*& node) { node = nullptr; }
#else
void Drop(Node*& node) { delete node; }
#endif
