// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: testing::StandaloneTestingHeap and its
// relatives.

#ifndef CPPGC_TESTING_H_
#define CPPGC_TESTING_H_

#include "cppgc/internal/namespace.h"
#include "halfword/testing.h"

#endif  // CPPGC_TESTING_H_
