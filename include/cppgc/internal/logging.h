// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: CPPGC_CHECK and CPPGC_DCHECK.

#ifndef CPPGC_INTERNAL_LOGGING_H_
#define CPPGC_INTERNAL_LOGGING_H_

#include "cppgc/internal/namespace.h"
#include "halfword/internal/checks.h"
#include "halfword/source_location.h"

#define CPPGC_CHECK(condition) \
  HALFWORD_CHECK(condition, "this must hold wherever it is asked")
#define CPPGC_DCHECK(condition) \
  HALFWORD_DCHECK(condition, "this must hold wherever it is asked")

#endif  // CPPGC_INTERNAL_LOGGING_H_
