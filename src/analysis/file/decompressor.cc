// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// zlib and libzstd, and what their answers mean.

#include "analysis/file/decompressor.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>

#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

constexpr size_t kOutputBytes = size_t{128} << 10;
using Output = std::unique_ptr<char[]>;

class GzipDecompressor final : public Decompressor {
 public:
  GzipDecompressor() {
    constexpr int kWindowBits = 15;
    constexpr int kWithGzipHeader = 16;
    if (inflateInit2(&stream_, kWindowBits + kWithGzipHeader) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipDecompressor() override { inflateEnd(&stream_); }
  GzipDecompressor(const GzipDecompressor&) = delete;
  GzipDecompressor& operator=(const GzipDecompressor&) = delete;

  void Take(std::string_view bytes, const Write& write) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    while (!is_between_ || stream_.avail_in != 0) {
      if (is_between_) BeginMember();
      stream_.next_out = reinterpret_cast<Bytef*>(output_.get());
      stream_.avail_out = kOutputBytes;
      const uInt before = stream_.avail_in;
      const int result = inflate(&stream_, Z_NO_FLUSH);
      offset_ += before - stream_.avail_in;
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
        Fail(offset_, std::string("is damaged: ") +
                          (stream_.msg != nullptr ? stream_.msg : "gzip"));
      }
      const size_t written = kOutputBytes - stream_.avail_out;
      if (written != 0) write({output_.get(), written});
      is_between_ = result == Z_STREAM_END;
      const bool needs_more = stream_.avail_in == 0 && stream_.avail_out != 0;
      if (needs_more) break;
    }
  }

  void Finish() const override {
    if (!is_between_) Fail(offset_, "is cut off here");
  }

 private:
  void BeginMember() {
    constexpr Bytef kFirst = 0x1f;
    if (*stream_.next_in != kFirst) {
      Fail(offset_, "what follows the compressed text is something else");
    }
    inflateReset(&stream_);
    is_between_ = false;
  }

  z_stream stream_ = {};
  const Output output_ = std::make_unique_for_overwrite<char[]>(kOutputBytes);
  uint64_t offset_ = 0;
  bool is_between_ = true;  // members
};

// libzstd says how many bytes it wants next: the rest of a header or a block.
// With no more than these, the place of an error is the block's.
class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kWindowBitsMax);
  }

  void Take(std::string_view bytes, const Write& write) override {
    while (!bytes.empty()) {
      const std::string_view part =
          bytes.substr(0, std::min(bytes.size(), wanted_bytes_));
      bytes.remove_prefix(part.size());
      // The first bytes of a frame are half of its header.
      const bool is_whole = part.size() == wanted_bytes_ && !is_between_;
      const uint64_t frame_end = TakePart(part, write);
      offset_ += part.size();
      if (is_whole && frame_end == 0) begin_ = offset_;
    }
  }

  void Finish() const override {
    if (!is_between_) Fail(offset_, "is cut off here");
  }

 private:
  // Of a frame: its magic number and a byte.
  static constexpr size_t kFirstBytes = 5;

  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  // Returns where a frame has ended, or 0. (Of frames that are skipped, libzstd
  // may want more than there is.)
  uint64_t TakePart(std::string_view part, const Write& write) {
    uint64_t frame_end = 0;
    ZSTD_inBuffer input = {part.data(), part.size(), 0};
    for (;;) {
      ZSTD_outBuffer output = {output_.get(), kOutputBytes, 0};
      const size_t result =
          ZSTD_decompressStream(context_.get(), &output, &input);
      if (ZSTD_isError(result) != 0) FailOf(result);
      if (output.pos != 0) write({output_.get(), output.pos});
      is_between_ = result == 0;
      wanted_bytes_ = is_between_ ? kFirstBytes : result;
      if (is_between_) begin_ = frame_end = offset_ + input.pos;
      const bool has_more = output.pos == output.size && !is_between_;
      if (input.pos == input.size && !has_more) return frame_end;
    }
  }

  [[noreturn]] void FailOf(size_t result) const {
    switch (ZSTD_getErrorCode(result)) {
      case ZSTD_error_memory_allocation:
        throw std::bad_alloc();
      case ZSTD_error_frameParameter_windowTooLarge:
        Fail(begin_,
             "needs a window of more than 128 MiB of memory: compress it "
             "without --long, or with --long=27");
      case ZSTD_error_prefix_unknown:
        Fail(begin_, "what follows the compressed text is something else");
      default:
        Fail(begin_, std::string("is damaged: ") + ZSTD_getErrorName(result));
    }
  }

  const std::unique_ptr<ZSTD_DCtx, Free> context_;
  const Output output_ = std::make_unique_for_overwrite<char[]>(kOutputBytes);
  uint64_t offset_ = 0;
  uint64_t begin_ = 0;  // of the header or block
  size_t wanted_bytes_ = kFirstBytes;
  bool is_between_ = true;  // frames
};

}  // namespace

Compression CompressionOf(std::string_view begin) {
  const auto byte = [&](size_t i) {
    return i < begin.size() ? static_cast<unsigned char>(begin[i]) : 0u;
  };
  if (byte(0) == 0x1f && byte(1) == 0x8b) return Compression::kGzip;
  const uint32_t word = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
  // Frames that are to be skipped may come first, in 16 kinds.
  constexpr uint32_t kSkippedKinds = 0xf;
  const bool is_zstd =
      word == ZSTD_MAGICNUMBER || (word & ~kSkippedKinds) == 0x184d2a50;
  return is_zstd ? Compression::kZstd : Compression::kNone;
}

std::unique_ptr<Decompressor> Decompressor::Make(Compression compression) {
  if (compression == Compression::kGzip) {
    return std::make_unique<GzipDecompressor>();
  }
  return std::make_unique<ZstdDecompressor>();
}

void Decompressor::Fail(uint64_t offset, const std::string& text) {
  throw SnapshotError("compressed byte " + std::to_string(offset) + ": " +
                      text);
}

}  // namespace halfword::analysis
