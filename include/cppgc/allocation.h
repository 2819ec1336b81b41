// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: MakeGarbageCollected(), its traits,
// AdditionalBytes.

#ifndef CPPGC_ALLOCATION_H_
#define CPPGC_ALLOCATION_H_

#include "cppgc/internal/namespace.h"
#include "halfword/allocation.h"
#include "halfword/custom_space.h"
#include "halfword/garbage_collected.h"
#include "halfword/type_traits.h"

#endif  // CPPGC_ALLOCATION_H_
