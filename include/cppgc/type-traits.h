// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: IsGarbageCollectedTypeV and its relatives.

#ifndef CPPGC_TYPE_TRAITS_H_
#define CPPGC_TYPE_TRAITS_H_

#include "cppgc/internal/namespace.h"
#include "halfword/type_traits.h"

#endif  // CPPGC_TYPE_TRAITS_H_
