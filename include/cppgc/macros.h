// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: where objects of a class may be made. What its
// plugin for clang is told by the other macros, nothing reads here.

#ifndef CPPGC_MACROS_H_
#define CPPGC_MACROS_H_

#include "cppgc/internal/namespace.h"
#include "halfword/macros.h"

#define CPPGC_STACK_ALLOCATED() HALFWORD_STACK_ALLOCATED()
#define CPPGC_DISALLOW_NEW() HALFWORD_DISALLOW_NEW()
#define CPPGC_STACK_ALLOCATED_IGNORE(reason)
#define CPPGC_PLUGIN_IGNORE(reason)

#endif  // CPPGC_MACROS_H_
