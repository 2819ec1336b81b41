// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: CPPGC_USING_PRE_FINALIZER.

#ifndef CPPGC_PREFINALIZER_H_
#define CPPGC_PREFINALIZER_H_

#include "cppgc/internal/namespace.h"
#include "halfword/prefinalizer.h"

#define CPPGC_USING_PRE_FINALIZER(Class, PreFinalizer) \
  HALFWORD_USING_PRE_FINALIZER(Class, PreFinalizer)

#endif  // CPPGC_PREFINALIZER_H_
