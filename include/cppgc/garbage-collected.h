// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: GarbageCollected and GarbageCollectedMixin.

#ifndef CPPGC_GARBAGE_COLLECTED_H_
#define CPPGC_GARBAGE_COLLECTED_H_

#include "cppgc/internal/namespace.h"
#include "halfword/garbage_collected.h"
#include "halfword/liveness_broker.h"
#include "halfword/trace_trait.h"
#include "halfword/type_traits.h"
#include "halfword/visitor.h"

#endif  // CPPGC_GARBAGE_COLLECTED_H_
