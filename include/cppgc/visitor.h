// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: Visitor and EphemeronPair.

#ifndef CPPGC_VISITOR_H_
#define CPPGC_VISITOR_H_

#include "cppgc/internal/namespace.h"
#include "halfword/ephemeron_pair.h"
#include "halfword/garbage_collected.h"
#include "halfword/visitor.h"

#endif  // CPPGC_VISITOR_H_
