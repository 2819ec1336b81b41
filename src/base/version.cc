// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The one place where the number that CMakeLists.txt gives becomes code, so
// that raising it compiles one file again and not the whole library.

#include "halfword/version.h"

namespace halfword::inline HALFWORD_ABI {

const char* Version() { return HALFWORD_VERSION; }

}  // namespace halfword::inline HALFWORD_ABI
