// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Decompressor: from the bytes of a .gz or .zst file to its text, piece by
// piece. Files of several parts (members of gzip, frames of zstd) are one text.
// What is cut off, damaged, or followed by anything else is an error, with its
// place in the compressed file.
//
// Memory: some 300 KiB, and of zstd the file's own window, at most
// kWindowBytesMax.

#ifndef HALFWORD_ANALYSIS_FILE_DECOMPRESSOR_H_
#define HALFWORD_ANALYSIS_FILE_DECOMPRESSOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace halfword::analysis {

enum class Compression { kNone, kGzip, kZstd };

// What the first bytes of a file tell, whatever its name.
inline constexpr size_t kMagicBytes = 4;
Compression CompressionOf(std::string_view begin);

class Decompressor {
 public:
  // 2^27: what `zstd --long` and all its levels make at most.
  static constexpr int kWindowBitsMax = 27;

  using Write = std::function<void(std::string_view text)>;

  // Requires: a compression.
  static std::unique_ptr<Decompressor> Make(Compression compression);
  virtual ~Decompressor() = default;

  // Takes the next bytes of the file, and writes what they mean.
  // Throws SnapshotError, and what write() throws.
  virtual void Take(std::string_view bytes, const Write& write) = 0;
  // The file has no more. Throws SnapshotError where the text has.
  virtual void Finish() const = 0;

 protected:
  // offset: in the compressed file.
  [[noreturn]] static void Fail(uint64_t offset, const std::string& text);
};

// Whether a text has become too long for what it came from. Snapshots are
// numbers, which become 5 to 50 times as long; what becomes 250 times as long
// was made to fill a disk. Short texts do no harm.
constexpr bool IsTooLong(uint64_t text_bytes, uint64_t compressed_bytes) {
  constexpr uint64_t kHarmlessBytes = uint64_t{256} << 20;
  constexpr uint64_t kTimesMax = 250;
  return text_bytes > kHarmlessBytes &&
         text_bytes / kTimesMax > compressed_bytes;
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_DECOMPRESSOR_H_
