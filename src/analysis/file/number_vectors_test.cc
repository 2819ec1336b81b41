// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Both scans read the same: of every place in a block, of random bytes. Where
// the processor has no vectors for it, the one that there is is compared with
// the rule.

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "analysis/file/number_scan.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Numbers = std::vector<uint32_t>;

// The rule, byte by byte.
Numbers Expected(const std::string& text) {
  Numbers numbers;
  bool is_inside = false;
  for (const char byte : text.substr(0, text.find(']'))) {
    const bool is_digit = byte >= '0' && byte <= '9';
    if (is_digit && !is_inside) numbers.push_back(0);
    if (is_digit) {
      numbers.back() = numbers.back() * 10 + static_cast<uint32_t>(byte - '0');
    }
    is_inside = is_digit;
  }
  return numbers;
}

// In pieces, each of which has room for so many; a number at which the scan
// stands still is read by the rule.
Numbers ReadAll(const std::string& text, size_t at_once) {
  const std::string bytes = text + std::string(NumberScan::kReadableBytes, 0);
  const char* const end = bytes.data() + text.size();
  const ScanNumbers scan_numbers = FindScan();
  Numbers numbers;
  const char* at = bytes.data();
  while (at < end) {
    constexpr uint32_t kUntouched = 0xdeadbeef;
    Numbers piece(at_once + 1, kUntouched);
    NumberScan scan = {
        .at = at,
        .end = end,
        .is_last = static_cast<size_t>(end - at) < NumberScan::kBlockBytes,
        .numbers = piece.data(),
        .count_max = at_once};
    scan_numbers(&scan);
    EXPECT_EQ(piece[at_once], kUntouched);
    numbers.insert(numbers.end(), piece.begin(),
                   piece.begin() + static_cast<ptrdiff_t>(scan.count));
    if (scan.has_ended) break;
    if (scan.at == at) {
      const std::string rest(at, end);
      const std::string number = rest.substr(
          0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
      EXPECT_GE(number.size(), NumberScan::kBlockBytes);
      if (number.empty()) break;
      numbers.push_back(Expected(number).front());
      scan.at += number.size();
    }
    at = scan.at;
  }
  return numbers;
}

TEST(NumberVectorsTest, ReadNumbersOfAnyLengthAtAnyPlaceOfABlock) {
  for (size_t before = 0; before < 130; ++before) {
    for (size_t length = 1; length < 70; ++length) {
      std::string text(before, ',');
      for (size_t i = 0; i < length; ++i) {
        text += static_cast<char>('1' + (before + i) % 9);
      }
      ASSERT_EQ(ReadAll(text + ",1]", 100), Expected(text + ",1]")) << text;
      ASSERT_EQ(ReadAll(text, 100), Expected(text)) << text;
    }
  }
}

TEST(NumberVectorsTest, ReadAsManyNumbersAsABlockHolds) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += std::to_string(i % 10) + ",";
  for (size_t at_once = 1; at_once < 70; ++at_once) {
    ASSERT_EQ(ReadAll(text, at_once), Expected(text)) << at_once;
    ASSERT_EQ(ReadAll(" " + text, at_once), Expected(text)) << at_once;
  }
}

TEST(NumberVectorsTest, EndAtTheFirstBracketOfABlock) {
  for (size_t place = 0; place < 130; ++place) {
    std::string text;
    while (text.size() < 200) text += "12,3456,789012345,";
    text[place] = ']';
    text[place + 20] = ']';
    ASSERT_EQ(ReadAll(text, 100), Expected(text)) << text;
  }
}

TEST(NumberVectorsTest, ReadAnyBytesByTheRule) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < 20'000; ++i) {
    // From digits alone to bytes of every value.
    const std::string separators = i % 2 == 0 ? "," : "\n,-./:;x\x80\xff";
    const auto digits_percent = 50 + random() % 50;
    std::string text(random() % 400, '0');
    for (char& byte : text) {
      if (random() % 100 < digits_percent) {
        byte = static_cast<char>('0' + random() % 10);
      } else if (i % 5 == 0) {
        byte = static_cast<char>(random());
      } else {
        byte = separators[random() % separators.size()];
      }
    }
    ASSERT_EQ(ReadAll(text, 1 + random() % 80), Expected(text)) << text;
  }
}

}  // namespace

}  // namespace halfword::analysis
