// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: subtle::TaggedUncompressedMember.

#ifndef CPPGC_TAGGED_MEMBER_H_
#define CPPGC_TAGGED_MEMBER_H_

#include "cppgc/internal/namespace.h"
#include "halfword/tagged_member.h"

#endif  // CPPGC_TAGGED_MEMBER_H_
