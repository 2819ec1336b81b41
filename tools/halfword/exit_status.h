// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ExitStatus: what every command of this project ends with.

#ifndef TOOLS_HALFWORD_EXIT_STATUS_H_
#define TOOLS_HALFWORD_EXIT_STATUS_H_

namespace halfword::tools {

enum class ExitStatus {
  kDone = 0,
  kFailed = 1,  // a bad file, or a check that was asked for
  kWrongUsage = 2,
};

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_EXIT_STATUS_H_
