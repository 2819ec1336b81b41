// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Gzip() and Zstd(): texts as compressed files have them. Only tests include
// this file.

#ifndef HALFWORD_ANALYSIS_FILE_COMPRESSED_TESTING_H_
#define HALFWORD_ANALYSIS_FILE_COMPRESSED_TESTING_H_

#include <zlib.h>
#include <zstd.h>

#include <string>
#include <string_view>

namespace halfword::analysis {

// One member.
inline std::string Gzip(std::string_view text) {
  z_stream stream = {};
  constexpr int kWithGzipHeader = 16;
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
               MAX_WBITS + kWithGzipHeader, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

// One frame, with a checksum, as the command makes them.
inline std::string Zstd(std::string_view text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress2(context, bytes.data(), bytes.size(), text.data(),
                              text.size()));
  ZSTD_freeCCtx(context);
  return bytes;
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_COMPRESSED_TESTING_H_
