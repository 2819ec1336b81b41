// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Finding parts of a snapshot the way DevTools finds them: by their names in
// quotes, one after the other, whatever stands between.

#ifndef HALFWORD_ANALYSIS_FILE_TOKENS_H_
#define HALFWORD_ANALYSIS_FILE_TOKENS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "analysis/file/byte_reader.h"

namespace halfword::analysis {

// Goes behind the next `"name"`. Throws SnapshotError where there is none.
void SkipToToken(ByteReader* bytes, std::string_view name);

// Goes behind the next `"name"` and the next `[`. Throws as above.
void SkipToArray(ByteReader* bytes, std::string_view name);

// Takes what stands from a `{` to the `}` that belongs to it; braces in strings
// do not count. Throws where it is longer than bytes_max, or the file ends.
// Requires: the reader stands at a `{`.
std::string TakeBraces(ByteReader* bytes, size_t bytes_max);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_TOKENS_H_
