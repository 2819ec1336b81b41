// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TextHash: what stands for a text when millions are compared: two numbers and
// the length. Those of a text made of two others follow from theirs, so that
// what programs put together need not be put together here.
//
// Each number is the text's bytes as the coefficients of a polynomial, modulo
// the prime 2^61 - 1, at a point of its own (Karp and Rabin, 1987). Two texts
// of n bytes that differ have both in common with a probability below
// (n / 2^61)^2.

#ifndef HALFWORD_ANALYSIS_FINDINGS_TEXT_HASH_H_
#define HALFWORD_ANALYSIS_FINDINGS_TEXT_HASH_H_

#include <compare>
#include <cstdint>
#include <string_view>

namespace halfword::analysis {

struct TextHash {
  uint64_t first = 0;
  uint64_t second = 0;
  uint32_t bytes = 0;  // of the text, as UTF-8
  uint32_t units = 0;  // in UTF-16

  bool is_empty() const { return bytes == 0; }

  auto operator<=>(const TextHash&) const = default;
};

TextHash HashOfText(std::string_view utf8);

// Of the text of a with that of b behind it. Cost: the logarithm of b's length.
TextHash HashOfBoth(const TextHash& a, const TextHash& b);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_TEXT_HASH_H_
