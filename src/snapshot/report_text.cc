// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers, and the error behind them.

#include "snapshot/report_text.h"

#include <cstddef>
#include <cstdio>

namespace halfword::inline HALFWORD_ABI::internal {

std::string FormatReport(const SnapshotReport& report) {
  char numbers[256];
  std::snprintf(numbers, sizeof(numbers),
                "%zu %zu %zu %zu %zu %zu %zu %zu %.9g %.9g ", report.node_count,
                report.edge_count, report.string_count, report.file_bytes,
                report.missing_position_count, report.shortened_name_count,
                report.memory_bytes, report.copied_bytes, report.generation_ms,
                report.serialization_ms);
  return numbers + report.error;
}

void ParseReport(const std::string& text, SnapshotReport* report) {
  int end = 0;
  const int count = std::sscanf(
      text.c_str(), "%zu %zu %zu %zu %zu %zu %zu %zu %lg %lg %n",
      &report->node_count, &report->edge_count, &report->string_count,
      &report->file_bytes, &report->missing_position_count,
      &report->shortened_name_count, &report->memory_bytes,
      &report->copied_bytes, &report->generation_ms, &report->serialization_ms,
      &end);
  if (count == 10) {
    report->error = text.substr(static_cast<size_t>(end));
  } else {
    report->error = "the process that wrote the snapshot ended before its time";
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
