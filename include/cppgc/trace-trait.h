// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: TraceTrait and TraceDescriptor.

#ifndef CPPGC_TRACE_TRAIT_H_
#define CPPGC_TRACE_TRAIT_H_

#include "cppgc/internal/namespace.h"
#include "halfword/trace_trait.h"

#endif  // CPPGC_TRACE_TRAIT_H_
