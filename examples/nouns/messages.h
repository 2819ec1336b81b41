// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a command prints: its result, or one line for an error.

#ifndef EXAMPLES_NOUNS_MESSAGES_H_
#define EXAMPLES_NOUNS_MESSAGES_H_

#include <string_view>

namespace nouns {

// "halfword-nouns: a.jam: bit 12: ...", to standard error. Control characters,
// as names of files may have them, are printed as '?'.
void PrintError(std::string_view line);

// Prints a result to standard output. Throws std::runtime_error if it refuses,
// e.g. since the disk is full.
void PrintResult(std::string_view text);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_MESSAGES_H_
