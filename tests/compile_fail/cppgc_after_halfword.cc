// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Headers that were read for Halfword's own code cannot serve Oilpan's, too.
// PRECOMPILED: no
// EXPECT: include <cppgc/...> before <halfword/...>, or link halfword::cppgc

// clang-format off: the order is what is tested.
#ifdef CONTROL
#include "cppgc/garbage-collected.h"
#endif
#include "halfword/garbage_collected.h"
#include "cppgc/persistent.h"
// clang-format on

class Node : public cppgc::GarbageCollected<Node> {};
