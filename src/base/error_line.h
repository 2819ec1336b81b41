// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One line on standard error, from any place: out of memory, in the middle of a
// collection, before main. Nothing here allocates or takes a lock, so the worst
// moment of a program can still say what happened.

#ifndef HALFWORD_BASE_ERROR_LINE_H_
#define HALFWORD_BASE_ERROR_LINE_H_

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Prints "halfword: ", the text as printf would form it, and a newline, in one
// write. Control characters become '?', so that the line stays one line even
// where it quotes bytes from outside; text beyond a kilobyte is cut and ends in
// "...". errno is kept.
[[gnu::format(printf, 1, 2)]] void PrintLine(const char* format, ...);

// The same for what is no complaint, but asked for: "halfword gc heap=1 ...".
[[gnu::format(printf, 1, 2)]] void PrintEvent(const char* format, ...);

// PrintLine(), and aborts.
[[noreturn, gnu::format(printf, 1, 2)]] HALFWORD_COLD void FatalLine(
    const char* format, ...);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_ERROR_LINE_H_
