// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: Member, WeakMember, UntracedMember, and the
// subtle ones.

#ifndef CPPGC_MEMBER_H_
#define CPPGC_MEMBER_H_

#include "cppgc/internal/namespace.h"
#include "halfword/member.h"
#include "halfword/type_traits.h"

#endif  // CPPGC_MEMBER_H_
