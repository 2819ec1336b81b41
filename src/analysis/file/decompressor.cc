// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// zlib and libzstd, and what their answers mean.

#include "analysis/file/decompressor.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <utility>

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

// Frames that are to be skipped may stand anywhere. Of their magic numbers, the
// four low bits of the first byte are free.
constexpr std::string_view kFrameMagic("\x28\xb5\x2f\xfd", kMagicBytes);
constexpr std::string_view kSkippedMagic("\x50\x2a\x4d\x18", kMagicBytes);
bool MayBeSkipped(std::string_view magic) {
  return (magic.front() & 0xf0) == kSkippedMagic.front() &&
         kSkippedMagic.substr(1).starts_with(magic.substr(1));
}

uint32_t WordAt(const char* bytes) {
  uint32_t word = 0;
  for (int i = 4; i-- > 0;) {
    word = word << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return word;
}

// libzstd says how many bytes it wants next: the rest of a header or a block.
// With no more than these, the place of an error is the block's. It looks past
// the ends of frames that are skipped, so that it does not get to see them.
class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kWindowBitsMax);
  }

  void Take(std::string_view bytes, const Write& write) override {
    while (!bytes.empty()) {
      size_t taken = 1;
      if (skipped_bytes_ != 0) {
        taken = static_cast<size_t>(
            std::min<uint64_t>(skipped_bytes_, bytes.size()));
        skipped_bytes_ -= taken;
        offset_ += taken;
      } else if (!is_inside_) {
        TakeHead(bytes.front(), write);
      } else {
        taken = TakePart(bytes.substr(0, wanted_bytes_), write);
      }
      bytes.remove_prefix(taken);
    }
  }

  void Finish() const override {
    const bool is_whole = !is_inside_ && head_.empty() && skipped_bytes_ == 0;
    if (!is_whole) Fail(offset_, "is cut off here");
  }

 private:
  static constexpr size_t kSkippedHeadBytes = 8;

  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  // Of a frame's header, as far as it is there: the magic number, a byte that
  // tells what follows, and that.
  static size_t HeadBytes(std::string_view head) {
    if (head.size() <= kMagicBytes) return kMagicBytes + 1;
    const auto descriptor = static_cast<unsigned char>(head[kMagicBytes]);
    constexpr size_t kDictionaryBytes[] = {0, 1, 2, 4};
    constexpr size_t kContentBytes[] = {0, 2, 4, 8};
    const bool is_single = (descriptor & 0x20) != 0;
    const size_t content = kContentBytes[descriptor >> 6];
    return kMagicBytes + 1 + (is_single ? 0 : 1) +
           kDictionaryBytes[descriptor & 3] +
           (is_single && content == 0 ? 1 : content);
  }

  // Of the header, so that libzstd gets it as one, or of what is skipped.
  void TakeHead(char byte, const Write& write) {
    if (head_.empty()) frame_begin_ = offset_;
    head_ += byte;
    ++offset_;
    const std::string_view magic =
        std::string_view(head_).substr(0, kMagicBytes);
    const bool is_frame = kFrameMagic.starts_with(magic);
    if (!is_frame && !MayBeSkipped(magic)) {
      Fail(frame_begin_, "what follows the compressed text is something else");
    }
    if (is_frame && head_.size() == HeadBytes(head_)) {
      is_inside_ = true;
      const std::string head = std::exchange(head_, std::string());
      offset_ = block_begin_ = frame_begin_;
      TakePart(head, write);
      block_begin_ = offset_;
    } else if (!is_frame && head_.size() == kSkippedHeadBytes) {
      skipped_bytes_ = WordAt(head_.data() + kMagicBytes);
      head_.clear();
    }
  }

  // Returns how many of the bytes are the frame's.
  size_t TakePart(std::string_view part, const Write& write) {
    const bool is_whole = part.size() == wanted_bytes_;
    ZSTD_inBuffer input = {part.data(), part.size(), 0};
    for (;;) {
      ZSTD_outBuffer output = {output_.get(), kOutputBytes, 0};
      const size_t result =
          ZSTD_decompressStream(context_.get(), &output, &input);
      if (ZSTD_isError(result) != 0) FailOf(ZSTD_getErrorCode(result));
      if (output.pos != 0) write({output_.get(), output.pos});
      wanted_bytes_ = result;
      is_inside_ = result != 0;
      const bool has_more = output.pos == output.size;
      if (!is_inside_ || (input.pos == input.size && !has_more)) break;
    }
    offset_ += input.pos;
    if (is_whole) block_begin_ = offset_;
    return input.pos;
  }

  [[noreturn]] void FailOf(ZSTD_ErrorCode code) const {
    const std::string what =
        std::string("is damaged: ") + ZSTD_getErrorString(code);
    switch (code) {
      case ZSTD_error_memory_allocation:
        throw std::bad_alloc();
      case ZSTD_error_frameParameter_windowTooLarge:
        Fail(frame_begin_,
             "needs a window of more than 128 MiB of memory: compress it "
             "without --long, or with --long=27");
      case ZSTD_error_frameParameter_unsupported:
      case ZSTD_error_dictionary_wrong:
        Fail(frame_begin_, what);
      default:
        Fail(block_begin_, what);
    }
  }

  const std::unique_ptr<ZSTD_DCtx, Free> context_;
  const Output output_ = std::make_unique_for_overwrite<char[]>(kOutputBytes);
  uint64_t offset_ = 0;
  uint64_t frame_begin_ = 0;
  uint64_t block_begin_ = 0;
  std::string head_;  // of a frame that is not known yet
  uint64_t skipped_bytes_ = 0;
  size_t wanted_bytes_ = 0;
  bool is_inside_ = false;  // a frame that is not skipped
};

}  // namespace

Compression CompressionOf(std::string_view begin) {
  if (begin.starts_with("\x1f\x8b")) return Compression::kGzip;
  if (begin.size() < kMagicBytes) return Compression::kNone;
  const std::string_view magic = begin.substr(0, kMagicBytes);
  const bool is_zstd = magic == kFrameMagic || MayBeSkipped(magic);
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
