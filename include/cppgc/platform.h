// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: Platform, tasks, jobs, InitializeProcess().

#ifndef CPPGC_PLATFORM_H_
#define CPPGC_PLATFORM_H_

#include "cppgc/internal/namespace.h"
#include "halfword/platform.h"

#endif  // CPPGC_PLATFORM_H_
