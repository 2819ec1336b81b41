// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether a walk through a small buffer sees what the file has.

#include "analysis/file/byte_reader.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(ByteReaderTest, GivesEveryByteThroughAnyBuffer) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 7);
  const TestFile content(text);
  const InputFile file(content.path());

  for (const size_t buffer_bytes :
       std::vector<size_t>{1, 2, 3, 64, 999, 1000, 1001}) {
    ByteReader bytes(file, 0, buffer_bytes);
    std::string seen;
    for (int byte = bytes.Next(); byte >= 0; byte = bytes.Next()) {
      seen += static_cast<char>(byte);
      EXPECT_EQ(bytes.offset(), seen.size());
    }
    EXPECT_EQ(seen, text);
    EXPECT_EQ(bytes.Peek(), -1);
  }
}

TEST(ByteReaderTest, BeginsAndGoesOnAtAnOffset) {
  const TestFile content("0123456789");
  const InputFile file(content.path());
  ByteReader bytes(file, 3, 4);

  EXPECT_EQ(bytes.offset(), 3);
  EXPECT_EQ(bytes.Next(), '3');
  bytes.Seek(8);
  EXPECT_EQ(bytes.offset(), 8);
  EXPECT_EQ(bytes.Next(), '8');
  bytes.Seek(20);
  EXPECT_EQ(bytes.Next(), -1);
}

TEST(ByteReaderTest, SkipsToAByteBehindTheBuffer) {
  const TestFile content(std::string(100, '.') + "x" + std::string(100, '.'));
  const InputFile file(content.path());
  ByteReader bytes(file, 0, 16);

  EXPECT_TRUE(bytes.SkipTo('x'));
  EXPECT_EQ(bytes.offset(), 100);
  EXPECT_TRUE(bytes.SkipTo('x')) << "it stands there already";
  EXPECT_EQ(bytes.Next(), 'x');
  EXPECT_FALSE(bytes.SkipTo('x'));
  EXPECT_EQ(bytes.offset(), 201);
}

TEST(ByteReaderTest, FillsBehindWhatIsThereUntilTheBufferIsFull) {
  const TestFile content("abcdefgh");
  const InputFile file(content.path());
  ByteReader bytes(file, 0, 6);

  EXPECT_TRUE(bytes.Fill());
  EXPECT_FALSE(bytes.Fill()) << "the buffer is full";
  bytes.set_at(bytes.at() + 4);
  EXPECT_TRUE(bytes.Fill());
  EXPECT_EQ(std::string(bytes.at(), bytes.end()), "efgh");
  EXPECT_FALSE(bytes.Fill()) << "the file has ended";
  for (size_t i = 0; i < ByteReader::kMarginBytes; ++i) {
    EXPECT_EQ(bytes.end()[i], 0) << "the margin may be read";
  }
}

}  // namespace

}  // namespace halfword::analysis
