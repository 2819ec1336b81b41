// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: DefaultPlatform.

#ifndef CPPGC_DEFAULT_PLATFORM_H_
#define CPPGC_DEFAULT_PLATFORM_H_

#include "cppgc/internal/namespace.h"
#include "halfword/default_platform.h"

#endif  // CPPGC_DEFAULT_PLATFORM_H_
