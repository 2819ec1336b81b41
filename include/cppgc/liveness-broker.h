// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: LivenessBroker.

#ifndef CPPGC_LIVENESS_BROKER_H_
#define CPPGC_LIVENESS_BROKER_H_

#include "cppgc/internal/namespace.h"
#include "halfword/liveness_broker.h"

#endif  // CPPGC_LIVENESS_BROKER_H_
