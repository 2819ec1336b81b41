// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the texts.

#include "analysis/export/string_rows.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/export/tables.h"
#include "analysis/file/json_text.h"
#include "analysis/file/string_scanner.h"
#include "analysis/file/valid_text.h"

namespace halfword::analysis {

void WriteStrings(const Snapshot& snapshot, const Progress& progress,
                  TableWriter* writer) {
  constexpr uint64_t kStringsATell = 1 << 16;
  const Sections& sections = snapshot.sections;
  StringScanner scanner(*snapshot.file, sections.strings, sections.strings_end);
  std::string decoded;
  std::string valid;
  writer->BeginTable(kStringTable);
  for (uint64_t index = 0; scanner.Next(); ++index) {
    if (index % kStringsATell == 0) {
      Tell(progress, "writing strings", index, snapshot.strings->count());
    }
    const std::string_view text =
        DecodeJsonText(scanner.raw(), scanner.has_escapes(), &decoded);
    writer->AddNumber(index);
    writer->AddText(ValidText(text, &valid));
    writer->EndRow();
  }
  writer->EndTable();
}

}  // namespace halfword::analysis
