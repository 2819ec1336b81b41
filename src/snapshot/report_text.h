// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A SnapshotReport as text: how the process that writes a snapshot tells the
// program what became of it.

#ifndef HALFWORD_SNAPSHOT_REPORT_TEXT_H_
#define HALFWORD_SNAPSHOT_REPORT_TEXT_H_

#include <string>

#include "halfword/heap_snapshot.h"

namespace halfword::inline HALFWORD_ABI::internal {

std::string FormatReport(const SnapshotReport& report);
// What is no such text is an error.
void ParseReport(const std::string& text, SnapshotReport* report);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_REPORT_TEXT_H_
