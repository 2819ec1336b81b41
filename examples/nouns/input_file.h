// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Input files: the bytes of a file, or why there are none.

#ifndef EXAMPLES_NOUNS_INPUT_FILE_H_
#define EXAMPLES_NOUNS_INPUT_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace nouns {

// Throws std::runtime_error. Only regular files are read: a device may have no
// end, and a FIFO no writer.
std::vector<uint8_t> ReadInputFile(const std::string& path);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_INPUT_FILE_H_
