// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: what handles are made of.

#ifndef CPPGC_INTERNAL_POINTER_POLICIES_H_
#define CPPGC_INTERNAL_POINTER_POLICIES_H_

#include "cppgc/internal/namespace.h"
#include "halfword/internal/pointer_policies.h"

#endif  // CPPGC_INTERNAL_POINTER_POLICIES_H_
