// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A managed object made with plain new would live outside the heap.
// EXPECT: (use of )?deleted function|overload.*deleted

#include <new>

#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {};

#ifdef CONTROL
alignas(Node) unsigned char place[sizeof(Node)];
Node* Make() { return new (place) Node; }
#else
Node* Make() { return new Node; }
#endif
