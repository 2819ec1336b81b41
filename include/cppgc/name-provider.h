// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: NameProvider.

#ifndef CPPGC_NAME_PROVIDER_H_
#define CPPGC_NAME_PROVIDER_H_

#include "cppgc/internal/namespace.h"
#include "halfword/name_provider.h"

#endif  // CPPGC_NAME_PROVIDER_H_
