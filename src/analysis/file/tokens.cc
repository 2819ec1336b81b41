// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Plain searches; names are short, and what stands between is few bytes.

#include "analysis/file/tokens.h"

#include <cstring>

#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

void SkipToToken(ByteReader* bytes, std::string_view name) {
  const uint64_t start = bytes->offset();
  const std::string token = '"' + std::string(name) + '"';
  while (bytes->SkipTo('"')) {
    const auto left = static_cast<size_t>(bytes->end() - bytes->at());
    if (left < token.size()) bytes->Fill();
    const auto there = static_cast<size_t>(bytes->end() - bytes->at());
    if (there >= token.size() &&
        std::memcmp(bytes->at(), token.data(), token.size()) == 0) {
      bytes->set_at(bytes->at() + token.size());
      return;
    }
    bytes->set_at(bytes->at() + 1);
  }
  throw SnapshotError(start, "no " + token + " from here to the end");
}

void SkipToArray(ByteReader* bytes, std::string_view name) {
  SkipToToken(bytes, name);
  if (!bytes->SkipTo('[')) {
    throw SnapshotError(
        bytes->offset(),
        "the file ends before the array of \"" + std::string(name) + "\"");
  }
  bytes->Next();
}

std::string TakeBraces(ByteReader* bytes, size_t bytes_max) {
  const uint64_t start = bytes->offset();
  std::string text;
  size_t depth = 0;
  bool is_in_string = false;
  do {
    const int byte = bytes->Next();
    if (byte < 0) throw SnapshotError(start, "no } ends what begins here");
    if (text.size() == bytes_max) {
      throw SnapshotError(start, "what begins here is too long for a header");
    }
    text += static_cast<char>(byte);
    if (is_in_string && byte == '\\') {
      const int escaped = bytes->Next();
      if (escaped >= 0) text += static_cast<char>(escaped);
    } else if (byte == '"') {
      is_in_string = !is_in_string;
    } else if (!is_in_string) {
      if (byte == '{') ++depth;
      if (byte == '}') --depth;
    }
  } while (depth != 0);
  return text;
}

}  // namespace halfword::analysis
