// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: EphemeronPair; newer Oilpans have it in
// cppgc/visitor.h.

#ifndef CPPGC_EPHEMERON_PAIR_H_
#define CPPGC_EPHEMERON_PAIR_H_

#include "cppgc/internal/namespace.h"
#include "halfword/visitor.h"

#endif  // CPPGC_EPHEMERON_PAIR_H_
