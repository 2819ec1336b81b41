// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A compiler in C++17 mode: the first thing it says is what it lacks.
// PRECOMPILED: no
// EXPECT: ^((?!error:)[\s\S])*error: (#error )?"Halfword needs C\+\+20:

#ifndef CONTROL
#undef __cplusplus
#define __cplusplus 201703L
#endif
#include "halfword/halfword.h"
