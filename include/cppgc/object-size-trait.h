// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: subtle::ObjectSizeTrait.

#ifndef CPPGC_OBJECT_SIZE_TRAIT_H_
#define CPPGC_OBJECT_SIZE_TRAIT_H_

#include "cppgc/internal/namespace.h"
#include "halfword/object_size_trait.h"

#endif  // CPPGC_OBJECT_SIZE_TRAIT_H_
