// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Behaviours of sharing itself, who shares with whom and how long: 10, 11, 15,
// 21 to 24, 29, 31 and 32 (behaviours_testing.h).

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "halfword/internal/backing.h"
#include "halfword/string_to_vector.h"
#include "text/behaviours_testing.h"
#include "text/shared_cell.h"
#include "text/string_sharing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Buffer : public GarbageCollected<Buffer> {
 public:
  HeapVector<char> bytes_;
  HALFWORD_FIELDS(Buffer, bytes_)
};

TEST_F(BehavioursTest, B10CapturesStayWhenTheStringThatMatchedChanges) {
  ScopedMutableString text = kLong + "=" + kLong;
  const ScopedMutableString whole = text;
  const ScopedMutableString left = text.substr(0, 100);
  const ScopedMutableString right = text.substr(50);
  EXPECT_EQ(right.data(), text.data() + 50);

  text.replace(0, text.size(), std::string(201, '-'));
  text.clear();

  EXPECT_EQ(whole, kLong + "=" + kLong);
  EXPECT_EQ(left, kLong);
  EXPECT_EQ(right, kLong.substr(50) + "=" + kLong);
}

TEST_F(BehavioursTest, B11MatchingAlongASharedPartCopiesNothing) {
  for (const size_t length : {255u, 256u, 257u, 65535u, 65536u, 65537u}) {
    const ScopedMutableString whole(length + 10, 'x');
    ScopedMutableString rest = whole.substr(10);
    const char* const data = rest.data();
    EXPECT_EQ(data, whole.data() + 10);

    size_t matches = 0;
    while (rest.starts_with("x")) {
      const ScopedMutableString held = rest;
      ASSERT_EQ(held.data(),
                rest.size() < kShareBytesMin ? held.data() : data + matches);
      rest.RemovePrefix(1);
      ++matches;
      ASSERT_EQ(rest.data(), data + matches);
    }

    EXPECT_EQ(matches, length);
  }
}

TEST_F(BehavioursTest, B15ToAnImmutableStringAndBackAffectsNobody) {
  const ScopedMutableString other = kLong;
  ScopedMutableString string = other;

  const String frozen = string.ToString();
  ScopedMutableString thawed = frozen;
  thawed += '!';
  string += '?';

  EXPECT_EQ(frozen, kLong);
  EXPECT_EQ(frozen.data(), other.data());
  EXPECT_EQ(thawed, kLong + '!');
  EXPECT_EQ(string, kLong + '?');
  EXPECT_EQ(other, kLong);
}

TEST_F(BehavioursTest, B21AnyLengthCanBeSharedByAnyNumber) {
  std::vector<size_t> lengths;
  for (size_t i = 0; i <= 300; ++i) lengths.push_back(i);
  for (size_t k = 2; k <= 8; ++k) {
    for (const size_t length : {k * 256 - 1, k * 256, k * 256 + 1}) {
      lengths.push_back(length);
    }
  }
  for (const size_t length : lengths) {
    ScopedMutableString first = Letters(length);
    const ScopedMutableString second = first;
    const Persistent<Value> third = MakeValue(first);
    if (length >= kShareBytesMin) {
      EXPECT_EQ(second.data(), first.data());
      EXPECT_EQ(third->text_.data(), first.data());
    }
    first += '!';
    EXPECT_EQ(second, Letters(length));
    EXPECT_EQ(third->text_, Letters(length));
  }
  for (const size_t count : {2u, 3u, 255u, 256u, 65536u}) {
    ScopedMutableString first = kLong;
    std::vector<ScopedMutableString> sharers(count - 1, first);
    EXPECT_EQ(sharers.back().data(), first.data());
    sharers.back() += '!';
    sharers.clear();
    EXPECT_TRUE(first.IsWritable());
    EXPECT_EQ(first, kLong);
  }
}

TEST_F(BehavioursTest, B22TwoBecomeACellAndOneInConstantTimeEach) {
  const size_t cells = SharedCellCount();
  for (int order = 0; order < 6; ++order) {
    std::vector<std::unique_ptr<ScopedMutableString>> owners(3);
    owners[0] = std::make_unique<ScopedMutableString>(kLong);
    owners[1] = std::make_unique<ScopedMutableString>(*owners[0]);
    EXPECT_EQ(SharedCellCount(), cells);
    owners[2] = std::make_unique<ScopedMutableString>(*owners[1]);
    EXPECT_EQ(SharedCellCount(), cells + 1);

    std::vector<size_t> sequence = {0, 1, 2};
    for (int i = 0; i < order; ++i) std::ranges::next_permutation(sequence);
    owners[sequence[0]].reset();
    EXPECT_FALSE(owners[sequence[1]]->IsWritable());
    owners[sequence[1]].reset();

    EXPECT_EQ(SharedCellCount(), cells);
    EXPECT_TRUE(owners[sequence[2]]->IsWritable());
    const ScopedMutableString again = *owners[sequence[2]];
    EXPECT_FALSE(again.IsWritable());
  }
}

TEST_F(BehavioursTest, B23AReadOnlyMappingIsSharedAndNeverWritten) {
  constexpr size_t kBytes = 4096;
  void* const mapping = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(mapping, MAP_FAILED);
  const std::string expected = Letters(kBytes);
  std::ranges::copy(expected, static_cast<char*>(mapping));
  ASSERT_EQ(::mprotect(mapping, kBytes, PROT_READ), 0);
  const std::string_view bytes(static_cast<const char*>(mapping), kBytes);
  int released = 0;
  const auto release = [](std::string_view released_bytes, void* context) {
    ++*static_cast<int*>(context);
    ::munmap(const_cast<char*>(released_bytes.data()), released_bytes.size());
  };
  {
    // All that shares and unshares; a write to the mapping would end the test.
    auto first = ScopedMutableString::FromForeign(bytes, release, &released);
    ScopedMutableString second = first;
    const ScopedMutableString part = first.substr(1);
    EXPECT_EQ(second.data(), bytes.data());
    EXPECT_EQ(part.data(), bytes.data() + 1);
    second.writable()[0] = 'A';
    first.RemoveSuffix(1);
    EXPECT_STREQ(first.c_str(), expected.substr(0, kBytes - 1).c_str());
    EXPECT_EQ(second, "A" + expected.substr(1));
    EXPECT_EQ(part, expected.substr(1));
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

TEST_F(BehavioursTest, B23AForeignBufferIsReleasedOnceAfterItsLastSharer) {
  int released = 0;
  const auto release = [](std::string_view, void* context) {
    ++*static_cast<int*>(context);
  };
  const std::string buffer = Letters(1000);
  {
    Persistent<Value> value;
    {
      const auto first =
          ScopedMutableString::FromForeign(buffer, release, &released);
      value = MakeValue(first);
      EXPECT_EQ(value->text_.data(), buffer.data());
    }
    CollectPrecisely(*heap_);
    EXPECT_EQ(released, 0);
    EXPECT_EQ(value->text_, buffer);
    const String whole = value->text_.ToString();
    const String part = value->text_.substr(1).ToString();
    EXPECT_EQ(whole.data(), buffer.data());
    EXPECT_EQ(part.data(), buffer.data() + 1);
    EXPECT_EQ(part, buffer.substr(1));
    value->text_ += '!';
    EXPECT_EQ(released, 0);
  }

  for (int i = 0; i < 2; ++i) {
    heap_->Collect(
        {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kAtomic});
  }

  EXPECT_EQ(released, 1);
}

TEST_F(BehavioursTest, B24BecomingAnotherKindKeepsTheAddress) {
  ScopedMutableString string = kLong;
  const char* const data = string.data();

  String frozen = string.Freeze();
  EXPECT_EQ(frozen.data(), data);
  EXPECT_TRUE(string.empty());
  const Persistent<Entry> entry = Make<Entry>();
  entry->key_ = frozen;
  entry->value_ = frozen;
  frozen = String();
  CollectPrecisely(*heap_);
  EXPECT_EQ(entry->value_.data(), data);

  // Nobody else has them: the string writes to them again.
  entry->key_ = String();
  CollectPrecisely(*heap_);
  const Persistent<Value> larger = Make<Value>();
  larger->text_ = std::move(entry->value_);
  larger->text_.writable()[0] = 'A';
  EXPECT_EQ(larger->text_.data(), data);
  EXPECT_EQ(larger->text_, "A" + kLong.substr(1));

  // And hands them to a vector of chars.
  const Persistent<Buffer> buffer = Make<Buffer>();
  buffer->bytes_ = ToVector(std::move(larger->text_));
  CollectPrecisely(*heap_);
  EXPECT_EQ(buffer->bytes_.data(), data);
  EXPECT_TRUE(std::ranges::equal(buffer->bytes_, "A" + kLong.substr(1)));
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(BehavioursTest, B29SharingKeepsNoMoreThanTwiceTheBytes) {
  for (const size_t length : {64u, 100u, 1000u, 9000u, 100000u}) {
    ScopedMutableString line(length, 'l');
    line.reserve(35 * length);
    const Persistent<Value> value = MakeValue(line);
    EXPECT_EQ(value->text_.data(), line.data());
    const ScopedMutableString large(3 * length, 'x');
    const ScopedMutableString part = large.substr(0, length);
    EXPECT_NE(part.data(), large.data());

    line.clear();
    line.shrink_to_fit();
    EXPECT_LE(UsableBytesOf(value->text_.data() - FlatBody::kDataOffset),
              2 * length + kPageBytes * (length >= kSmallBytesMax ? 1 : 0));
  }
}

TEST_F(BehavioursTest, B31BytesStayWhereTheyAreAcrossCollections) {
  const Persistent<Value> old = MakeValue(kLong);
  const char* const data = old->text_.data();
  for (int i = 0; i < 3; ++i) CollectPrecisely(*heap_);
  const Persistent<Value> young = Make<Value>();
  young->text_ = old->text_;
  ScopedMutableString scoped = young->text_;
  ScopedMutableString unshared = scoped;
  unshared += '!';
  const char* const unshared_data = unshared.data();

  for (int i = 0; i < 3; ++i) CollectPrecisely(*heap_);

  EXPECT_EQ(old->text_.data(), data);
  EXPECT_EQ(young->text_.data(), data);
  EXPECT_EQ(scoped.data(), data);
  EXPECT_EQ(unshared.data(), unshared_data);
  EXPECT_EQ(old->text_, kLong);
}

TEST_F(BehavioursTest, B32BytesAreCopiedBetweenHeapsAndThreads) {
  const Persistent<Value> value = MakeValue(kLong);
  CollectPrecisely(*heap_);
  std::string seen;
  std::thread([&] {
    const auto other = Heap::Create();
    ScopedMutableString copy = value->text_;
    EXPECT_NE(copy.data(), value->text_.data());
    copy += " on a thread";
    CollectPrecisely(*other);
    seen = std::string(copy);
  }).join();

  EXPECT_EQ(seen, kLong + " on a thread");
  EXPECT_TRUE(value->text_.IsWritable());
  const auto third = Heap::Create();
  const HeapScope scope(*third);
  const ScopedMutableString here = value->text_;
  EXPECT_NE(here.data(), value->text_.data());
  EXPECT_TRUE(here.IsWritable());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
