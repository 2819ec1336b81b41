// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Oilpan's header of this name: internal::CompressedPointer and
// internal::RawPointer.

#ifndef CPPGC_INTERNAL_MEMBER_STORAGE_H_
#define CPPGC_INTERNAL_MEMBER_STORAGE_H_

#include "cppgc/internal/namespace.h"
#include "halfword/internal/member_storage.h"

#endif  // CPPGC_INTERNAL_MEMBER_STORAGE_H_
