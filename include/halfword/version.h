// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The version of the library that a program is linked with, for its bug reports
// and for files that name their writer. CMakeLists.txt holds the number.

#ifndef HALFWORD_VERSION_H_
#define HALFWORD_VERSION_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

// "MAJOR.MINOR.PATCH", static storage.
const char* Version();

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_VERSION_H_
