// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Looking for quotes and backslashes, 16 bytes at a time where that is fast.

#include "analysis/file/string_scanner.h"

#include <bit>

#include "analysis/file/snapshot_error.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace halfword::analysis {

namespace {

// The first quote or backslash; end if there is none. Bytes behind the end may
// be read.
const char* FindSpecial(const char* at, const char* end) {
#if defined(__SSE2__)
  static_assert(ByteReader::kMarginBytes >= 16);
  const __m128i quotes = _mm_set1_epi8('"');
  const __m128i backslashes = _mm_set1_epi8('\\');
  for (; at < end; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(
        _mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, backslashes))));
    if (found == 0) continue;
    at += std::countr_zero(found);
    return at < end ? at : end;
  }
  return end;
#else
  while (at < end && *at != '"' && *at != '\\') ++at;
  return at;
#endif
}

}  // namespace

bool StringScanner::Next() {
  if (is_cut_) SkipRest();
  if (!bytes_.SkipTo('"') || bytes_.offset() >= end_) return false;
  offset_ = bytes_.offset();
  bytes_.set_at(bytes_.at() + 1);
  has_escapes_ = is_cut_ = false;
  const char* at = bytes_.at();
  for (;;) {
    at = FindSpecial(at, bytes_.end());
    const auto length = static_cast<size_t>(at - bytes_.at());
    const bool needs_more =
        at == bytes_.end() || (*at == '\\' && at + 1 == bytes_.end());
    if (needs_more) {
      if (length >= seen_bytes_max_ || !bytes_.Fill()) {
        if (length < seen_bytes_max_) {
          throw SnapshotError(offset_,
                              "the string that begins here has no end");
        }
        is_cut_ = true;
        raw_ = {bytes_.at(), seen_bytes_max_};
        return true;
      }
      at = bytes_.at() + length;
      continue;
    }
    if (*at == '"') {
      raw_ = {bytes_.at(), length};
      bytes_.set_at(at + 1);
      return true;
    }
    has_escapes_ = true;
    at += 2;
  }
}

// What follows the part that was seen; an escape may be cut by its end.
void StringScanner::SkipRest() {
  bool is_escaped = false;
  for (;;) {
    const int byte = bytes_.Next();
    if (byte < 0) {
      throw SnapshotError(offset_, "the string that begins here has no end");
    }
    if (is_escaped) {
      is_escaped = false;
    } else if (byte == '\\') {
      is_escaped = true;
    } else if (byte == '"') {
      return;
    }
  }
}

}  // namespace halfword::analysis
