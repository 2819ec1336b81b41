// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers for people, as reports have them, too.

#ifndef TOOLS_HALFWORD_QUANTITIES_H_
#define TOOLS_HALFWORD_QUANTITIES_H_

#include "analysis/quantities.h"

namespace halfword::tools {

using analysis::FormatBytes;
using analysis::FormatCount;
using analysis::FormatDelta;
using analysis::FormatDistance;
using analysis::ParseBytes;

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_QUANTITIES_H_
