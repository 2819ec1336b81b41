// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fuzzer of compressed input: any bytes behind a first one that makes them
// gzip or zstd. Whatever they are, the same text or the same error comes of
// them in one piece and in many. docs/fuzzing.md says how it is used.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/file/decompressor.h"
#include "analysis/file/input_file.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/test_file.h"
#include "base/fuzz_expectations.h"

namespace halfword::analysis {

namespace {

constexpr size_t kTextBytesMax = size_t{4} << 20;

// What came of an input: its text, as far as that is short, and the error.
struct Outcome {
  std::string text;
  uint64_t text_bytes = 0;
  std::string error;
};

Outcome Decompress(std::string_view bytes, size_t piece_bytes) {
  Outcome outcome;
  const auto decompressor = Decompressor::Make(CompressionOf(bytes));
  const auto write = [&](std::string_view text) {
    outcome.text += text.substr(0, kTextBytesMax - outcome.text.size());
    outcome.text_bytes += text.size();
  };
  try {
    while (!bytes.empty()) {
      const size_t piece = std::min(piece_bytes, bytes.size());
      decompressor->Take(bytes.substr(0, piece), write);
      bytes.remove_prefix(piece);
    }
    decompressor->Finish();
  } catch (const SnapshotError& error) {
    outcome.error = error.what();
  }
  return outcome;
}

void Compare(std::string_view bytes) {
  if (CompressionOf(bytes) == Compression::kNone) return;
  const Outcome whole = Decompress(bytes, bytes.size());
  const Outcome pieces = Decompress(bytes, 1 + bytes.size() % 7);
  EXPECT_EQ(whole.error, pieces.error);
  EXPECT_EQ(whole.error.find('\n'), std::string::npos);
  // Of a damaged block, more or less may come out before it is noticed.
  if (!whole.error.empty()) return;
  EXPECT_EQ(whole.text_bytes, pieces.text_bytes);
  EXPECT_TRUE(whole.text == pieces.text);
  if (whole.text_bytes > kTextBytesMax) return;
  const TestFile file(bytes);
  const InputFile input(file.path());
  std::string text(whole.text.size() + 1, '\0');
  text.resize(input.Read(0, text.data(), text.size()));
  EXPECT_TRUE(text == whole.text);
}

}  // namespace

}  // namespace halfword::analysis

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t byte_count) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), byte_count);
  if (bytes.empty()) return 0;
  const std::string_view magic = bytes.front() % 2 == 0
                                     ? std::string_view("\x1f\x8b", 2)
                                     : std::string_view("\x28\xb5\x2f\xfd", 4);
  halfword::analysis::Compare(std::string(magic) +
                              std::string(bytes.substr(1)));
  return 0;
}
