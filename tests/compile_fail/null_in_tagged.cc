// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A Tagged holds an object or an integer, and nothing that means neither.
// EXPECT: (use of )?deleted function|overload.*deleted

#include "halfword/garbage_collected.h"
#include "halfword/tagged.h"

class Node : public halfword::GarbageCollected<Node> {};

#ifdef CONTROL
void Drop(halfword::Tagged<Node>& tagged) { tagged = 0; }
#else
void Drop(halfword::Tagged<Node>& tagged) { tagged = nullptr; }
#endif
