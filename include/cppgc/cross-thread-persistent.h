// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: subtle::CrossThreadPersistent and
// subtle::WeakCrossThreadPersistent.

#ifndef CPPGC_CROSS_THREAD_PERSISTENT_H_
#define CPPGC_CROSS_THREAD_PERSISTENT_H_

#include "cppgc/internal/namespace.h"
#include "halfword/cross_thread_persistent.h"

#endif  // CPPGC_CROSS_THREAD_PERSISTENT_H_
