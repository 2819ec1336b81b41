// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whole texts in pieces of any size, and what is wrong with others.

#include "analysis/file/decompressor.h"

#include <random>
#include <string>

#include "analysis/file/compressed_testing.h"
#include "analysis/file/snapshot_error.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string Decompress(const std::string& bytes, size_t piece_bytes = 1000) {
  const auto decompressor = Decompressor::Make(CompressionOf(bytes));
  std::string all;
  const auto write = [&](std::string_view text) { all += text; };
  for (size_t at = 0; at < bytes.size(); at += piece_bytes) {
    decompressor->Take(std::string_view(bytes).substr(at, piece_bytes), write);
  }
  decompressor->Finish();
  return all;
}

std::string ErrorOf(const std::string& bytes, size_t piece_bytes = 1000) {
  try {
    Decompress(bytes, piece_bytes);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

std::string RandomText(size_t bytes) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  std::string text;
  while (text.size() < bytes) text += std::to_string(random() % 5000) + ",";
  return text;
}

TEST(DecompressorTest, TellsCompressionsByTheFirstBytes) {
  EXPECT_EQ(CompressionOf(Gzip("x")), Compression::kGzip);
  EXPECT_EQ(CompressionOf(Zstd("x")), Compression::kZstd);
  EXPECT_EQ(CompressionOf(std::string("\x5a\x2a\x4d\x18", 4)),
            Compression::kZstd);
  EXPECT_EQ(CompressionOf("{\"snapshot\""), Compression::kNone);
  EXPECT_EQ(CompressionOf("\x1f"), Compression::kNone);
  EXPECT_EQ(CompressionOf("\x28\xb5\x2f"), Compression::kNone);
  EXPECT_EQ(CompressionOf(""), Compression::kNone);
}

TEST(DecompressorTest, GivesTheTextBackWhateverThePieces) {
  const std::string text = RandomText(1'000'000);
  for (const size_t piece_bytes : {1ul, 7ul, 1000ul, 65536ul, 1'000'000ul}) {
    EXPECT_TRUE(Decompress(Gzip(text), piece_bytes) == text) << piece_bytes;
    EXPECT_TRUE(Decompress(Zstd(text), piece_bytes) == text) << piece_bytes;
  }
  // As long as the output's buffer, and twice.
  for (const size_t bytes : {0ul, 131072ul, 262144ul}) {
    const std::string zeros(bytes, '0');
    EXPECT_TRUE(Decompress(Gzip(zeros)) == zeros) << bytes;
    EXPECT_TRUE(Decompress(Zstd(zeros)) == zeros) << bytes;
  }
}

TEST(DecompressorTest, JoinsMembersAndFrames) {
  const std::string skipped("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
  EXPECT_EQ(Decompress(Gzip("ab") + Gzip("") + Gzip("c")), "abc");
  EXPECT_EQ(Decompress(Gzip("ab") + Gzip("c"), 1), "abc");
  EXPECT_EQ(Decompress(skipped + Zstd("ab") + Zstd("") + skipped + Zstd("c")),
            "abc");
  EXPECT_EQ(Decompress(Zstd("ab") + skipped + Zstd("c"), 1), "abc");
}

TEST(DecompressorTest, SaysWhereAFileIsCutOff) {
  for (const std::string& whole : {Gzip("hello"), Zstd("hello")}) {
    for (size_t bytes = kMagicBytes; bytes < whole.size(); ++bytes) {
      EXPECT_EQ(
          ErrorOf(whole.substr(0, bytes)),
          "compressed byte " + std::to_string(bytes) + ": is cut off here");
    }
  }
}

TEST(DecompressorTest, SaysWhereSomethingElseFollows) {
  const std::string gzip = Gzip("hello");
  const std::string zstd = Zstd("hello");
  const auto error = [](const std::string& before) {
    return "compressed byte " + std::to_string(before.size()) +
           ": what follows the compressed text is something else";
  };
  EXPECT_EQ(ErrorOf(gzip + "garbage"), error(gzip));
  EXPECT_EQ(ErrorOf(gzip + '\0'), error(gzip));
  EXPECT_EQ(ErrorOf(zstd + "garbage"), error(zstd));
  EXPECT_EQ(ErrorOf(zstd + gzip), error(zstd));
  // However the pieces fall, also behind a frame that is to be skipped.
  const std::string skipped("\x50\x2a\x4d\x18\x01\x00\x00\x00x", 9);
  for (size_t bytes = 1; bytes < 40; ++bytes) {
    EXPECT_EQ(ErrorOf(zstd + "\x28\xb5garbage", bytes), error(zstd));
    EXPECT_EQ(ErrorOf(zstd + skipped + "garbage garbage", bytes),
              error(zstd + skipped));
  }
}

TEST(DecompressorTest, SaysWhereAFileIsDamaged) {
  const std::string text = RandomText(100'000);
  std::string gzip = Gzip(text);
  gzip[gzip.size() - 5] ^= 1;  // of the checksum
  EXPECT_EQ(ErrorOf(gzip), "compressed byte " +
                               std::to_string(gzip.size() - 4) +
                               ": is damaged: incorrect data check");
  std::string zstd = Zstd(text);
  zstd.back() ^= 1;
  EXPECT_EQ(ErrorOf(zstd),
            "compressed byte " + std::to_string(zstd.size() - 4) +
                ": is damaged: Restored data doesn't match checksum");
  std::string head = Gzip(text);
  head[2] = 7;
  EXPECT_EQ(ErrorOf(head),
            "compressed byte 4: is damaged: unknown compression method");
}

TEST(DecompressorTest, SaysWhereAFrameIsThatItRefusesBehindOthers) {
  const std::string skipped("\x50\x2a\x4d\x18\x01\x00\x00\x00x", 9);
  const std::string before = skipped + Zstd("hello") + skipped;
  const std::string refused("\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00", 9);
  for (size_t bytes = 1; bytes < 60; ++bytes) {
    EXPECT_TRUE(ErrorOf(before + refused, bytes)
                    .starts_with("compressed byte " +
                                 std::to_string(before.size()) + ": needs"));
    EXPECT_EQ(ErrorOf(before + refused.substr(0, 3), bytes),
              "compressed byte " + std::to_string(before.size() + 3) +
                  ": is cut off here");
    EXPECT_EQ(ErrorOf(skipped.substr(0, 7), bytes),
              "compressed byte 7: is cut off here");
  }
}

TEST(DecompressorTest, RefusesWindowsThatTakeTooMuchMemory) {
  // A frame's header with a window of 2^28 bytes, and an empty last block.
  const std::string frame("\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00", 9);
  EXPECT_EQ(ErrorOf(frame),
            "compressed byte 0: needs a window of more than 128 MiB of memory: "
            "compress it without --long, or with --long=27");
  std::string allowed = frame;
  allowed[5] = '\x88';  // 2^27
  EXPECT_EQ(ErrorOf(allowed), "none");
}

TEST(DecompressorTest, SurvivesAnyDamage) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string text = RandomText(3000);
  int error_count = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = i % 2 == 0 ? Gzip(text) : Zstd(text);
    for (int changes = 0; changes < 3; ++changes) {
      const size_t place =
          kMagicBytes + random() % (bytes.size() - kMagicBytes);
      bytes[place] = static_cast<char>(random());
    }
    const std::string error = ErrorOf(bytes);
    if (error == "none") continue;
    ++error_count;
    EXPECT_TRUE(error.starts_with("compressed byte ")) << error;
  }
  EXPECT_GT(error_count, 1000);
}

TEST(DecompressorTest, KnowsWhatIsTooLong) {
  constexpr uint64_t kMebibyte = uint64_t{1} << 20;
  EXPECT_FALSE(IsTooLong(256 * kMebibyte, 1));
  EXPECT_TRUE(IsTooLong(257 * kMebibyte, 1));
  EXPECT_FALSE(IsTooLong(500 * kMebibyte, 2 * kMebibyte));
  EXPECT_TRUE(IsTooLong(501 * kMebibyte, 2 * kMebibyte));
}

}  // namespace

}  // namespace halfword::analysis
