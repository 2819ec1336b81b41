// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The zero-based library in a program under AddressSanitizer: the message names
// what to link instead, for both ways of finding it.
// PRECOMPILED: no
// EXPECT: link halfword::based \(CMake\) or halfword-based \(pkg-config\)

#ifndef CONTROL
#define HALFWORD_HAS_ASAN 1
#undef HALFWORD_DECODE_BASED
#define HALFWORD_DECODE_BASED 0
#endif
#include "halfword/halfword.h"
