// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who wrote a snapshot. Files do not say it; some names are in those of one
// producer only.

#ifndef HALFWORD_ANALYSIS_FILE_PRODUCER_H_
#define HALFWORD_ANALYSIS_FILE_PRODUCER_H_

#include <string>

#include "analysis/file/input_file.h"
#include "analysis/file/sections.h"

namespace halfword::analysis {

// "Halfword", "Node.js", "Electron", "Deno", "Chrome", "V8" or "unknown".
std::string FindProducer(const InputFile& file, const Sections& sections);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_PRODUCER_H_
