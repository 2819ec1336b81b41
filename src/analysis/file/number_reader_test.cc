// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers of every length, cut by every boundary, among everything else.

#include "analysis/file/number_reader.h"

#include <random>
#include <string>
#include <vector>

#include "analysis/file/test_file.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Numbers = std::vector<uint32_t>;
using Sizes = std::vector<size_t>;

// Room for the numbers that are read as one, and little more.
constexpr size_t kBufferBytesMin = 64;

Numbers ReadBy(ScanNumbers scan, const std::string& text, size_t at_once,
               size_t buffer_bytes) {
  const TestFile content(text);
  const InputFile file(content.path());
  ByteReader bytes(file, 0, buffer_bytes);
  NumberReader reader(&bytes, scan);
  Numbers numbers;
  for (;;) {
    Numbers some(at_once);
    some.resize(reader.Read(some.data(), at_once));
    numbers.insert(numbers.end(), some.begin(), some.end());
    if (some.size() < at_once) break;
  }
  EXPECT_EQ(reader.has_ended(), text.find(']') != std::string::npos);
  return numbers;
}

// By both scans, which must agree.
Numbers ReadAll(const std::string& text, size_t at_once = 1000,
                size_t buffer_bytes = ByteReader::kBufferBytes) {
  Numbers numbers = ReadBy(FindScan(), text, at_once, buffer_bytes);
  EXPECT_EQ(numbers, ReadBy(ScanByWords, text, at_once, buffer_bytes)) << text;
  return numbers;
}

// The rule, byte by byte.
Numbers Expected(const std::string& text) {
  Numbers numbers;
  bool is_inside = false;
  for (const char byte : text) {
    if (byte == ']') break;
    const bool is_digit = byte >= '0' && byte <= '9';
    if (is_digit && !is_inside) numbers.push_back(0);
    if (is_digit) {
      numbers.back() = numbers.back() * 10 + static_cast<uint32_t>(byte - '0');
    }
    is_inside = is_digit;
  }
  return numbers;
}

TEST(NumberReaderTest, ReadsNumbersOfEveryLength) {
  std::string text;
  std::string digits;
  for (int length = 1; length <= 70; ++length) {
    digits += static_cast<char>('0' + (length * 7 + 1) % 10);
    text += digits + ",";
  }

  const Numbers numbers = ReadAll(text + "]");

  EXPECT_EQ(numbers, Expected(text));
  EXPECT_EQ(numbers[7], 85296307);   // eight digits are one word
  EXPECT_EQ(numbers[8], 852963074);  // nine are not
}

TEST(NumberReaderTest, KeepsNumbersModuloTwoToThe32) {
  EXPECT_EQ(ReadAll("4294967295,4294967296,4294967299,18446744073709551617]"),
            (Numbers{4294967295, 0, 3, 1}));
}

TEST(NumberReaderTest, TakesAllElseAsSpaceBetweenNumbers) {
  EXPECT_EQ(ReadAll("-7 1.5 \"2\" null x3y\n4,,5\t+6]7"),
            (Numbers{7, 1, 5, 2, 3, 4, 5, 6}));
  EXPECT_EQ(ReadAll("1/2:3\x80"
                    "4\xff"
                    "5]"),
            (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(ReadAll("]"), Numbers());
  EXPECT_EQ(ReadAll("1]2"), Numbers{1});
}

TEST(NumberReaderTest, StopsAtTheEndOfTheFile) {
  EXPECT_EQ(ReadAll(""), Numbers());
  EXPECT_EQ(ReadAll("12,34"), (Numbers{12, 34}));
  EXPECT_EQ(ReadAll("12,34,,"), (Numbers{12, 34}));
}

// The number is moved over the end of the buffer, digit by digit.
TEST(NumberReaderTest, ReadsANumberThatABoundaryCuts) {
  for (const std::string number :
       {"7", "12345678", "123456789", "4294967295",
        "1234567890123456789012345678901234567890",
        "12345678901234567890123456789012345"  // NOLINT: one of 70 digits
        "67890123456789012345678901234567890"}) {
    for (size_t before = 0; before < 2 * kBufferBytesMin; ++before) {
      const std::string text =
          std::string(before, ' ') + number + ",11,222,3333]";
      ASSERT_EQ(ReadAll(text, 1000, kBufferBytesMin), Expected(text))
          << number << " behind " << before;
      const std::string cut = std::string(before, ' ') + number;
      ASSERT_EQ(ReadAll(cut, 1000, kBufferBytesMin), Expected(cut))
          << number << " behind " << before << " at the end of the file";
    }
  }
}

TEST(NumberReaderTest, GivesThemInPiecesOfAnySize) {
  std::string text;
  for (uint32_t i = 0; i < 300; ++i) text += std::to_string(i * i * i) + ",";
  text += "]";

  for (const size_t at_once : Sizes{1, 2, 3, 7, 299, 300, 301}) {
    EXPECT_EQ(ReadAll(text, at_once, kBufferBytesMin), Expected(text));
  }
}

TEST(NumberReaderTest, ReadsRandomTextsByTheRule) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string bytes = "00123456789999999999,,,, -.\n]x";

  for (int i = 0; i < 2000; ++i) {
    std::string text;
    const size_t length = random() % 300;
    while (text.size() < length) {
      const char byte = bytes[random() % bytes.size()];
      if (byte == ']' && random() % 20 != 0) continue;
      text.append(1 + (random() % 8 == 0 ? random() % 12 : 0), byte);
    }
    ASSERT_EQ(ReadAll(text, 1 + random() % 50, kBufferBytesMin + random() % 9),
              Expected(text))
        << text;
  }
}

TEST(NumberReaderTest, SkipsTheRest) {
  const TestFile content("1,2,3]4,5");
  const InputFile file(content.path());
  ByteReader bytes(file);
  NumberReader reader(&bytes);
  uint32_t number = 0;

  EXPECT_EQ(reader.Read(&number, 1), 1);
  EXPECT_TRUE(reader.SkipRest());
  EXPECT_EQ(bytes.offset(), 5);
  EXPECT_FALSE(NumberReader(&bytes).SkipRest() &&
               (bytes.Next(), NumberReader(&bytes).SkipRest()));
}

}  // namespace

}  // namespace halfword::analysis
