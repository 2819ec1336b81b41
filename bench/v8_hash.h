// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hash that V8 had for strings, written after descriptions of it:
//
//   a number   its value in 24 bits, its digits above: 0x30000ff for "255".
//              With HALFWORD_BENCH_SHIFT two bits further left, as V8 mended it
//   a word     each byte added and shifted in, the sum shifted at the end:
//              Jenkins' "one at a time"
//
// For the variants "v8-hash" and "v8-shifted" of the suites probes and
// snapshots, which define HALFWORD_BENCH_SHIFT.

#ifndef HALFWORD_BENCH_V8_HASH_H_
#define HALFWORD_BENCH_V8_HASH_H_

#include <cstdint>
#include <string_view>

namespace bench {

inline bool IsNumber(std::string_view text) {
  if (text.empty() || text.size() > 7) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

inline uint32_t HashOfNumber(std::string_view text) {
  uint32_t value = 0;
  for (const char c : text) value = value * 10 + static_cast<uint32_t>(c - '0');
  const auto digits = static_cast<uint32_t>(text.size());
  return (digits << 24 | (value & 0xffffff)) << HALFWORD_BENCH_SHIFT;
}

inline uint32_t HashOfWord(std::string_view text) {
  uint32_t hash = 0;
  for (const char c : text) {
    hash += static_cast<unsigned char>(c);
    hash += hash << 10;
    hash ^= hash >> 6;
  }
  hash += hash << 3;
  hash ^= hash >> 11;
  return hash + (hash << 15);
}

inline uint32_t V8Hash(std::string_view text) {
  return IsNumber(text) ? HashOfNumber(text) : HashOfWord(text);
}

}  // namespace bench

#endif  // HALFWORD_BENCH_V8_HASH_H_
