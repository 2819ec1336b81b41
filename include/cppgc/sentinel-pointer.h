// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: kSentinelPointer.

#ifndef CPPGC_SENTINEL_POINTER_H_
#define CPPGC_SENTINEL_POINTER_H_

#include "cppgc/internal/namespace.h"
#include "halfword/sentinel_pointer.h"

#endif  // CPPGC_SENTINEL_POINTER_H_
