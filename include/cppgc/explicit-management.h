// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: subtle::FreeUnreferencedObject() and
// subtle::Resize().

#ifndef CPPGC_EXPLICIT_MANAGEMENT_H_
#define CPPGC_EXPLICIT_MANAGEMENT_H_

#include "cppgc/internal/namespace.h"
#include "halfword/allocation.h"
#include "halfword/explicit_management.h"
#include "halfword/type_traits.h"

#endif  // CPPGC_EXPLICIT_MANAGEMENT_H_
