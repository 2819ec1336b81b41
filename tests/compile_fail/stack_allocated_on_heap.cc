// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What belongs on the stack cannot be made by new.
// EXPECT: use of deleted function|call to deleted function

#include "halfword/macros.h"

class Scope {
  HALFWORD_STACK_ALLOCATED();
};

#ifdef CONTROL
Scope Make() { return Scope(); }
#else
Scope* Make() { return new Scope(); }
#endif
