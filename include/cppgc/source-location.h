// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: SourceLocation.

#ifndef CPPGC_SOURCE_LOCATION_H_
#define CPPGC_SOURCE_LOCATION_H_

#include "cppgc/internal/namespace.h"
#include "halfword/source_location.h"

#endif  // CPPGC_SOURCE_LOCATION_H_
