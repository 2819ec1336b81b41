// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: internal::FinalizerTrait.

#ifndef CPPGC_INTERNAL_FINALIZER_TRAIT_H_
#define CPPGC_INTERNAL_FINALIZER_TRAIT_H_

#include "cppgc/internal/namespace.h"
#include "halfword/internal/finalizer_trait.h"

#endif  // CPPGC_INTERNAL_FINALIZER_TRAIT_H_
