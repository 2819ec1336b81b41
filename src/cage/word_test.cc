// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The codec: what both decoders make of every kind of word, wherever the window
// lies, and that the decoder of this build gives the addresses of the cage of
// this process. Both decoders are tested in every build with 32-bit references,
// whichever of them it uses; the full-width build has tests of its own.

#include "halfword/internal/word.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <unordered_set>
#include <vector>

#include "base/test_seed.h"
#include "cage/cage.h"
#include "gtest/gtest.h"
#include "halfword/sentinel_pointer.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr int kRandomCount = 1 << 20;

// Of the cage of this process: its edges, and random places between them.
std::vector<uintptr_t> AddressesOfTheCage(unsigned seed, int count) {
  const Cage& cage = Cage::Get();
  std::vector<uintptr_t> addresses = {
      cage.begin(), cage.begin() + kGranuleBytes,
      cage.end() - 2 * kGranuleBytes, cage.end() - kGranuleBytes};
  std::mt19937_64 random(seed);
  const size_t granules = cage.capacity_bytes() / kGranuleBytes;
  for (int i = 0; i < count; ++i) {
    addresses.push_back(cage.begin() + random() % granules * kGranuleBytes);
  }
  return addresses;
}

TEST(WordTest, GivesBackEveryAddressOfTheCage) {
  const TestSeed seed;
  const std::vector<uintptr_t> addresses =
      AddressesOfTheCage(seed.value(), kRandomCount);

  for (const uintptr_t address : addresses) {
    const Word word = CompressAddress(address);

    ASSERT_TRUE(IsReference(word)) << address;
    ASSERT_EQ(DecompressWord(word), address);
    ASSERT_EQ(WindowGranule(word) * kGranuleBytes, WindowOffset(address));
  }
}

TEST(WordTest, KeepsNullAndTheSentinel) {
  const SentinelPointer sentinel;
  const Word null_word = CompressPointer(nullptr);
  const Word sentinel_word = CompressPointer(static_cast<const int*>(sentinel));

  EXPECT_EQ(null_word, kNullWord);
  EXPECT_EQ(null_word, Word{0});
  EXPECT_EQ(sentinel_word, kSentinelWord);
  EXPECT_NE(sentinel_word, null_word);
  EXPECT_EQ(DecompressPointer(null_word), nullptr);
  EXPECT_EQ(DecompressPointer(sentinel_word), static_cast<void*>(sentinel));
  EXPECT_FALSE(IsReference(null_word));
  EXPECT_FALSE(IsReference(sentinel_word));
}

TEST(WordTest, OrdersAndEquatesWordsAsTheirAddresses) {
  const TestSeed seed;
  std::vector<uintptr_t> addresses = AddressesOfTheCage(seed.value(), 10000);
  addresses.push_back(kSentinelAddress);
  addresses.push_back(0);
  std::sort(addresses.begin(), addresses.end());

  std::vector<Word> words;
  for (const uintptr_t address : addresses) {
    words.push_back(CompressAddress(address));
  }

  EXPECT_EQ(words[0], kNullWord);
  EXPECT_EQ(words[1], kSentinelWord);
  for (size_t i = 1; i < words.size(); ++i) {
    ASSERT_EQ(addresses[i - 1] == addresses[i], words[i - 1] == words[i]);
    ASSERT_LE(words[i - 1], words[i]) << addresses[i];
  }
}

TEST(WordTest, HashesNeighboursApart) {
  constexpr size_t kCount = 4096;
  const uintptr_t begin = Cage::Get().begin();
  const std::hash<Word> hash;

  std::unordered_set<size_t> hashes = {hash(kNullWord), hash(kSentinelWord)};
  for (size_t i = 0; i < kCount; ++i) {
    hashes.insert(hash(CompressAddress(begin + i * kGranuleBytes)));
  }

  EXPECT_EQ(hashes.size(), kCount + 2);
}

TEST(WordTest, AddsUndecodedWhatPointersAdd) {
  const TestSeed seed;
  constexpr uintptr_t kWordsPerGranule = kCompressed ? 1 : kGranuleBytes;
  const std::vector<uintptr_t> addresses =
      AddressesOfTheCage(seed.value(), 1000);

  for (const uintptr_t address : addresses) {
    if (address + 3 * kGranuleBytes >= Cage::Get().end()) continue;
    const Word word = CompressAddress(address);

    ASSERT_EQ(DecompressWord(word + static_cast<Word>(3 * kWordsPerGranule)),
              address + 3 * kGranuleBytes);
  }
}

#if HALFWORD_REFERENCES == 32

// Windows that the based decoder may meet: the zero-based one, and odd
// multiples up to the end of what a process can map.
constexpr uintptr_t kWindowNumberMax = (uintptr_t{1} << 47) / kWindowBytes - 1;

uintptr_t MaskOf(uintptr_t window_begin) {
  return window_begin | (kWindowBytes - 1);
}

class RandomWindows {
 public:
  explicit RandomWindows(unsigned seed) : random_(seed) {}

  uintptr_t Window() {
    return (random_() % (kWindowNumberMax + 1) | 1) * kWindowBytes;
  }
  uintptr_t Offset() { return (random_() & 0x7fffffffu) * kGranuleBytes; }

 private:
  std::mt19937_64 random_;
};

// Offsets at which a shift, a mask or a sign may go wrong.
std::vector<uintptr_t> EdgeOffsets() {
  std::vector<uintptr_t> offsets = {0, kWindowBytes - kGranuleBytes,
                                    kWindowMarginBytes,
                                    kWindowBytes - kWindowMarginBytes};
  for (uintptr_t bit = kGranuleBytes; bit < kWindowBytes; bit *= 2) {
    offsets.push_back(bit);
    offsets.push_back(bit - kGranuleBytes);
    offsets.push_back(kWindowBytes - bit);
  }
  return offsets;
}

TEST(WordDecoderTest, GiveBackEveryAddressOfTheirWindow) {
  const TestSeed seed;
  RandomWindows random(seed.value());
  std::vector<uintptr_t> offsets = EdgeOffsets();
  for (int i = 0; i < kRandomCount; ++i) offsets.push_back(random.Offset());

  for (const uintptr_t offset : offsets) {
    const uintptr_t window = random.Window();
    const Word word = CompressAddress(window + offset);
    const Word zero_based_word = CompressAddress(kWindowBytes + offset);

    ASSERT_EQ(DecompressBased(word, MaskOf(window)), window + offset);
    ASSERT_EQ(DecompressZeroBased(zero_based_word), kWindowBytes + offset);
    ASSERT_TRUE(IsReference(word));
  }
}

TEST(WordDecoderTest, ShareTheWordsOfOnePlaceInEveryWindow) {
  const TestSeed seed;
  RandomWindows random(seed.value());
  std::vector<uintptr_t> offsets = EdgeOffsets();
  for (int i = 0; i < kRandomCount; ++i) offsets.push_back(random.Offset());

  for (const uintptr_t offset : offsets) {
    const Word word = CompressAddress(random.Window() + offset);

    ASSERT_EQ(word, kReferenceBit | (offset / kGranuleBytes));
    ASSERT_EQ(word, CompressAddress(kWindowBytes + offset));
    ASSERT_EQ(std::hash<Word>()(word),
              std::hash<Word>()(CompressAddress(random.Window() + offset)));
    ASSERT_EQ(WindowGranule(word), offset / kGranuleBytes);
  }
}

TEST(WordDecoderTest, AgreeOnEveryWordWhereTheWindowBeginsAtItsSize) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::vector<Word> words = {0, 1, 2, 0x7fffffffu, 0x80000000u, 0xffffffffu};
  for (int bit = 0; bit < 32; ++bit) words.push_back(Word{1} << bit);
  for (int i = 0; i < kRandomCount; ++i) {
    words.push_back(static_cast<Word>(random()));
  }

  for (const Word word : words) {
    ASSERT_EQ(DecompressZeroBased(word),
              DecompressBased(word, MaskOf(kWindowBytes)))
        << word;
  }
}

TEST(WordDecoderTest, KeepNullAndTheSentinelInEveryWindow) {
  const TestSeed seed;
  RandomWindows random(seed.value());

  for (int i = 0; i < 1000; ++i) {
    const uintptr_t mask = MaskOf(random.Window());
    ASSERT_EQ(DecompressBased(kNullWord, mask), 0u);
    ASSERT_EQ(DecompressBased(kSentinelWord, mask), kSentinelAddress);
  }

  EXPECT_EQ(DecompressZeroBased(kNullWord), 0u);
  EXPECT_EQ(DecompressZeroBased(kSentinelWord), kSentinelAddress);
  EXPECT_EQ(kSentinelWord, 1u);
}

TEST(WordDecoderTest, DecodeImmediatesToWhereNoCageLies) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  RandomWindows windows(seed.value());
  std::vector<Word> words = {0, 1, 2, 0x3fffffffu, 0x40000000u, 0x7fffffffu};
  for (int i = 0; i < kRandomCount; ++i) {
    words.push_back(static_cast<Word>(random()) & 0x7fffffffu);
  }

  for (const Word word : words) {
    ASSERT_FALSE(IsReference(word)) << word;
    ASSERT_TRUE(IsReference(word | kReferenceBit)) << word;
    ASSERT_LT(DecompressZeroBased(word), kWindowBytes);
    ASSERT_LT(DecompressBased(word, MaskOf(windows.Window())), kWindowBytes);
  }
}

TEST(WordDecoderTest, WorkWhenTheProgramIsCompiled) {
  constexpr uintptr_t kAddress = kWindowBytes + 7 * kGranuleBytes;
  constexpr Word kWord = CompressAddress(kAddress);

  static_assert(kWord == 0x80000007u);
  static_assert(DecompressZeroBased(kWord) == kAddress);
  static_assert(DecompressBased(kWord, 5 * kWindowBytes | (kWindowBytes - 1)) ==
                5 * kWindowBytes + 7 * kGranuleBytes);
  static_assert(!IsReference(kNullWord));

  EXPECT_EQ(sizeof(Word), 4u);
}

#else

TEST(WordDecoderTest, KeepPointersAsTheyAreAtFullWidth) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());

  for (int i = 0; i < kRandomCount; ++i) {
    const uintptr_t address =
        (random() & ((uintptr_t{1} << 47) - 1)) / kGranuleBytes * kGranuleBytes;
    ASSERT_EQ(CompressAddress(address), address);
    ASSERT_EQ(DecompressWord(address), address);
    ASSERT_EQ(IsReference(address), address >= uintptr_t{1} << 32);
  }

  EXPECT_EQ(sizeof(Word), sizeof(void*));
}

TEST(WordDecoderTest, TellTaggedIntegersFromReferencesAtFullWidth) {
  const Word integers[] = {0, 1, 2, 0x3fffffffu, 0x40000000u, 0x7fffffffu};

  for (const Word integer : integers) EXPECT_FALSE(IsReference(integer));

  EXPECT_GE(Cage::Get().begin(), uintptr_t{1} << 32);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
