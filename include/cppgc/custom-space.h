// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: CustomSpace and SpaceTrait.

#ifndef CPPGC_CUSTOM_SPACE_H_
#define CPPGC_CUSTOM_SPACE_H_

#include "cppgc/internal/namespace.h"
#include "halfword/custom_space.h"

#endif  // CPPGC_CUSTOM_SPACE_H_
