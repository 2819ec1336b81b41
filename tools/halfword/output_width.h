// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How wide the terminal is that results go to.

#ifndef TOOLS_HALFWORD_OUTPUT_WIDTH_H_
#define TOOLS_HALFWORD_OUTPUT_WIDTH_H_

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>

namespace halfword::tools {

// In columns. 0: standard output is no terminal, or does not know.
inline size_t OutputWidth() {
  winsize size = {};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return is_known ? size.ws_col : 0;
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_OUTPUT_WIDTH_H_
