// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: Persistent and WeakPersistent.

#ifndef CPPGC_PERSISTENT_H_
#define CPPGC_PERSISTENT_H_

#include "cppgc/internal/namespace.h"
#include "halfword/persistent.h"
#include "halfword/type_traits.h"
#include "halfword/visitor.h"

#endif  // CPPGC_PERSISTENT_H_
