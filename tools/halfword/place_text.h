// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places in a program's source, as documents and as people read them. Lines and
// columns count from 1, as editors and DevTools show them, and not from 0, as
// in files.

#ifndef TOOLS_HALFWORD_PLACE_TEXT_H_
#define TOOLS_HALFWORD_PLACE_TEXT_H_

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "analysis/file/locations.h"
#include "tools/halfword/json.h"

namespace halfword::tools {

// {"script_id","line","column"}
inline Json PlaceToJson(const analysis::Place& place) {
  return {{"script_id", place.script_id},
          {"line", uint64_t{place.line} + 1},
          {"column", uint64_t{place.column} + 1}};
}

// "script 7, 12:34"; "" for a row without a place.
inline std::string FormatPlace(const Json& row) {
  if (!row.contains("location")) return "";
  const Json& place = row["location"];
  return fmt::format("script {}, {}:{}", place["script_id"].dump(),
                     place["line"].dump(), place["column"].dump());
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_PLACE_TEXT_H_
