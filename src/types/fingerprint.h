// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fingerprint of a type: equal for two builds of a program if and only if
// (but for a chance of 2^-64) objects of the type have the same fields, by
// name, kind, place and number, in the same bases. Images are opened by it, so
// the bytes that are hashed are a format: fingerprint.cc lists them.

#ifndef HALFWORD_TYPES_FINGERPRINT_H_
#define HALFWORD_TYPES_FINGERPRINT_H_

#include <cstdint>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Requires: all of type is filled in but for its fingerprint.
uint64_t ComputeFingerprint(const TypeInfo& type);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_FINGERPRINT_H_
