// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The behaviours that years of copy-on-write in an interpreter have asked for,
// by their numbers in docs/design/mutable_string.md#behaviours, which says what
// each was there. Here each is said of the two kinds of strings.

#include <sys/mman.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <ostream>
#include <ranges>
#include <streambuf>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/internal/backing.h"
#include "halfword/mutable_string.h"
#include "text/shared_cell.h"
#include "text/string_sharing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

std::string Letters(size_t count) {
  std::string text(count, ' ');
  for (size_t i = 0; i < count; ++i) {
    text[i] = static_cast<char>('a' + i % 26);
  }
  return text;
}

const std::string kLong = Letters(100);

class Value : public GarbageCollected<Value> {
 public:
  MutableString text_;
  HALFWORD_FIELDS(Value, text_)
};

class Entry : public GarbageCollected<Entry> {
 public:
  String key_;
  MutableString value_;
  HALFWORD_FIELDS(Entry, key_, value_)
};

class Keys : public GarbageCollected<Keys> {
 public:
  std::span<String> keys(size_t count) { return {TrailingArray(this), count}; }
  HALFWORD_FIELDS(Keys)
  HALFWORD_TRAILING(Keys, String)
};

class BehavioursTest : public ::testing::Test {
 protected:
  template <typename T, typename... Args>
  Persistent<T> Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }
  Persistent<Value> MakeValue(const ScopedMutableString& text) {
    Persistent<Value> value = Make<Value>();
    value->text_ = text;
    return value;
  }
  size_t LiveBytes() {
    CollectPrecisely(*heap_);
    return heap_->CollectStatistics(HeapStatistics::kBrief).used_size_bytes;
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(BehavioursTest, B01WritingOneSharerNeverChangesTheOther) {
  ScopedMutableString scoped = kLong;
  const Persistent<Value> value = MakeValue(scoped);
  const ScopedMutableString third = scoped;

  scoped.mutable_data()[0] = 'T';
  EXPECT_EQ(value->text_, kLong);
  value->text_.mutable_data()[0] = 'U';

  EXPECT_EQ(scoped, "T" + kLong.substr(1));
  EXPECT_EQ(value->text_, "U" + kLong.substr(1));
  EXPECT_EQ(third, kLong);
}

TEST_F(BehavioursTest, B02ConstantsSurviveChangesOfTheirCopies) {
  static constexpr char kTrue[] = "true, as far as anybody here can tell";
  const auto constant = ScopedMutableString::FromLiteral(kTrue);
  EXPECT_EQ(constant.data(), kTrue);

  ScopedMutableString copy = constant;
  EXPECT_EQ(copy.data(), kTrue);
  std::ranges::replace(copy.writable(), 't', 'T');

  EXPECT_EQ(constant, kTrue);
  EXPECT_EQ(constant.data(), kTrue);
  EXPECT_TRUE(copy.starts_with("True"));
}

TEST_F(BehavioursTest, B03BitOperationsOnBytesOfAKeyLeaveTheKey) {
  const Persistent<Entry> entry = Make<Entry>();
  entry->value_ = kLong;
  entry->key_ = entry->value_.ToString();
  EXPECT_EQ(entry->key_.data(), entry->value_.data());

  for (char& byte : entry->value_.writable()) {
    byte = static_cast<char>((byte | 0x40) & 0x5f);
  }
  EXPECT_EQ(entry->key_, kLong);
  for (char& byte : entry->value_.writable()) byte ^= 0x20;

  EXPECT_EQ(entry->key_, kLong);
  EXPECT_EQ(entry->value_, kLong);
}

// A file in memory: what is printed goes to the end of a string.
class StringFile : public std::streambuf {
 public:
  explicit StringFile(MutableString* string) : string_(string) {}

 protected:
  int overflow(int byte) override {
    string_->push_back(static_cast<char>(byte));
    return byte;
  }
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    string_->append({bytes, static_cast<size_t>(count)});
    return count;
  }

 private:
  MutableString* const string_;
};

TEST_F(BehavioursTest, B04AFileThatWritesIntoASharedString) {
  const ScopedMutableString original = kLong;
  const Persistent<Value> value = MakeValue(original);
  StringFile file(&value->text_);
  std::ostream stream(&file);

  stream << " and " << 42 << '.';

  EXPECT_EQ(value->text_, kLong + " and 42.");
  EXPECT_EQ(original, kLong);
}

TEST_F(BehavioursTest, B05LinesAreReadIntoAndBehindSharedStrings) {
  for (const size_t length : {1u, 21u, 82u}) {
    const std::string line = Letters(length);
    for (const size_t old_length : {1u, 21u, 82u}) {
      const ScopedMutableString original(old_length, 'o');
      ScopedMutableString scoped = original;
      const Persistent<Value> value = MakeValue(original);

      scoped = line;
      value->text_.append(line);

      EXPECT_EQ(scoped, line);
      EXPECT_EQ(value->text_, std::string(old_length, 'o') + line);
      EXPECT_EQ(original, std::string(old_length, 'o'));
    }
  }
}

TEST_F(BehavioursTest, B06EditsOfALineLeaveTheLineThatWasRead) {
  const ScopedMutableString read = kLong + "\n";
  ScopedMutableString line = read;

  line.insert(0, "{");
  line.replace(line.size() - 1, 1, "}");
  line.erase(10, 5);

  EXPECT_EQ(read, kLong + "\n");
  EXPECT_EQ(line, "{" + kLong.substr(0, 9) + kLong.substr(14) + "}");
}

TEST_F(BehavioursTest, B07CountingUnsharesNothing) {
  const ScopedMutableString original = kLong;
  ScopedMutableString scoped = original;
  const Persistent<Value> value = MakeValue(original);

  EXPECT_EQ(std::count(scoped.begin(), scoped.end(), 'i'), 4);
  EXPECT_EQ(std::ranges::count(value->text_, 'i'), 4);
  EXPECT_EQ(scoped.find('!'), ScopedMutableString::npos);
  EXPECT_EQ(scoped[3], 'd');
  EXPECT_EQ(scoped.back(), kLong.back());

  EXPECT_EQ(scoped.data(), original.data());
  EXPECT_EQ(value->text_.data(), original.data());
  EXPECT_FALSE(scoped.IsWritable());
}

template <typename T>
constexpr bool kMayBeWritten = requires(T& string) { string.writable(); };

TEST_F(BehavioursTest, B08WhatMatchesNothingWritesNothing) {
  static_assert(!kMayBeWritten<const ScopedMutableString>);
  static_assert(kMayBeWritten<ScopedMutableString>);
  const auto constant = ScopedMutableString::FromLiteral(
      "a constant that nobody can write to, although it has no X");
  const auto substitute = [](ScopedMutableString text, char from, char to) {
    const size_t at = text.find(from);
    if (at != text.npos) text.writable()[at] = to;
    return text;
  };

  const ScopedMutableString same = substitute(constant, 'Z', 'z');
  const ScopedMutableString other = substitute(constant, 'X', 'Y');

  EXPECT_EQ(same.data(), constant.data());
  EXPECT_TRUE(constant.ends_with("no X"));
  EXPECT_TRUE(other.ends_with("no Y"));
}

TEST_F(BehavioursTest, B09AValueThatAFunctionReturnedIsChangedAlone) {
  const Persistent<Value> stored = MakeValue(kLong);
  const auto fetch = [&]() -> ScopedMutableString { return stored->text_; };

  ScopedMutableString fetched = fetch();
  EXPECT_EQ(fetched.data(), stored->text_.data());
  fetched.replace(fetched.find("def"), 3, "DEF");

  EXPECT_EQ(stored->text_, kLong);
  EXPECT_TRUE(fetch().starts_with("abcdef"));
  EXPECT_TRUE(fetched.starts_with("abcDEF"));
}

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

TEST_F(BehavioursTest, B12WhatFailsLeavesASharedStringAsItWas) {
  const auto constant = ScopedMutableString::FromLiteral(
      "latin 1: \xe4\xf6\xfc, in a constant of more than fifteen bytes");
  ScopedMutableString upgraded = constant;
  for (size_t i = 0; i < upgraded.size(); ++i) {
    const auto byte = static_cast<unsigned char>(upgraded[i]);
    if (byte < 0x80) continue;
    const char two[] = {static_cast<char>(0xc0 | byte >> 6),
                        static_cast<char>(0x80 | (byte & 0x3f))};
    upgraded.replace(i++, 1, {two, 2});
  }
  EXPECT_TRUE(upgraded.starts_with("latin 1: \u00e4\u00f6\u00fc,"));
  EXPECT_TRUE(constant.starts_with("latin 1: \xe4\xf6\xfc,"));

  ScopedMutableString shared = constant;
  EXPECT_THROW(shared.replace(1000, 1, "x"), std::out_of_range);
  EXPECT_THROW(shared.RemovePrefix(1000), std::out_of_range);

  EXPECT_EQ(shared.data(), constant.data());
}

TEST_F(BehavioursTest, B13ClearingLeavesTheOthers) {
  const ScopedMutableString original = kLong;
  ScopedMutableString scoped = original;
  const Persistent<Value> value = MakeValue(original);
  auto constant = ScopedMutableString::FromLiteral("a literal to be cleared");

  scoped.clear();
  value->text_.clear();
  constant.clear();
  scoped += 'x';
  value->text_ += 'y';
  constant += 'z';

  EXPECT_EQ(original, kLong);
  EXPECT_TRUE(original.IsWritable() || !original.empty());
  EXPECT_EQ(scoped, "x");
  EXPECT_EQ(value->text_, "y");
  EXPECT_EQ(constant, "z");
}

TEST_F(BehavioursTest, B14AValueThatIsSetAsideCanBeWrittenAfterwards) {
  const Persistent<Value> value = MakeValue(kLong);
  {
    ScopedMutableString saved = std::move(value->text_);
    value->text_ = "local";
    value->text_ += " value";
    EXPECT_EQ(value->text_, "local value");
    value->text_ = std::move(saved);
  }

  value->text_ += '!';

  EXPECT_EQ(value->text_, kLong + '!');
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

TEST_F(BehavioursTest, B16TakingAValueOutOfATableLeavesItsSharers) {
  const Persistent<Entry> entry = Make<Entry>();
  entry->value_ = kLong;
  entry->key_ = entry->value_.ToString();
  const Persistent<Value> taken = MakeValue(entry->value_);

  entry->value_.clear();
  entry->key_ = String();
  CollectPrecisely(*heap_);

  EXPECT_EQ(taken->text_, kLong);
  EXPECT_TRUE(taken->text_.IsWritable());
}

TEST_F(BehavioursTest, B17ASeparatorMayChangeWhileItIsJoined) {
  for (const size_t length : {2u, 20u, 100u}) {
    ScopedMutableString separator(length, ',');
    ScopedMutableString joined = "a";
    for (int i = 0; i < 3; ++i) {
      const ScopedMutableString used = separator;
      separator = std::string(200, ';');
      joined += used;
      separator = used;
      joined += 'b';
    }
    joined += joined;

    const std::string comma(length, ',');
    const std::string once = "a" + comma + "b" + comma + "b" + comma + "b";
    EXPECT_EQ(joined, once + once);
  }
}

TEST_F(BehavioursTest, B18ListsOfTemporariesAreTakenAndIndependent) {
  for (const size_t length : {10u, 100u, 2000u, 3000u}) {
    std::vector<ScopedMutableString> list;
    const char* data = nullptr;
    {
      ScopedMutableString temporary = Letters(length);
      data = temporary.data();
      list.push_back(std::move(temporary));
    }
    if (length > ScopedMutableString::kInlineBytesMax) {
      EXPECT_EQ(list[0].data(), data);
    }
    list.push_back(list[0]);
    list.push_back(list[0]);
    std::swap(list[0], list[2]);

    for (ScopedMutableString& item : list)
      item += std::to_string(&item - &list[0]);

    EXPECT_EQ(list[0], Letters(length) + "0");
    EXPECT_EQ(list[1], Letters(length) + "1");
    EXPECT_EQ(list[2], Letters(length) + "2");
  }
}

TEST_F(BehavioursTest, B19AssigningOverABufferLeaksNothing) {
  const Persistent<Value> value = MakeValue("first");
  ScopedMutableString scoped;
  const size_t before = LiveBytes();

  for (int i = 0; i < 1000; ++i) {
    scoped = std::string(1000, 'x');
    value->text_ = scoped;
    value->text_ += 'y';
    scoped = ScopedMutableString::FromLiteral("a literal over a buffer");
    value->text_ = String("an immutable string over a buffer");
  }
  value->text_ = "last";
  value->text_.shrink_to_fit();

  EXPECT_EQ(LiveBytes(), before);
}

TEST_F(BehavioursTest, B20AViewIsCopiedAndAStringIsShared) {
  const String key = kLong;

  const ScopedMutableString shared = key;
  const ScopedMutableString copied = key.view();

  EXPECT_EQ(shared.data(), key.data());
  EXPECT_FALSE(shared.IsWritable());
  EXPECT_NE(copied.data(), key.data());
  EXPECT_TRUE(copied.IsWritable());
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
}

TEST_F(BehavioursTest, B25FourteenFifteenAndSixteenBytes) {
  ScopedMutableString string = Letters(14);
  string += 'o';
  EXPECT_TRUE(string.IsInline());
  EXPECT_STREQ(string.c_str(), Letters(15).c_str());
  string += 'p';
  EXPECT_FALSE(string.IsInline());
  EXPECT_STREQ(string.c_str(), Letters(16).c_str());
  string.pop_back();
  string.shrink_to_fit();
  EXPECT_TRUE(string.IsInline());
  EXPECT_STREQ(string.c_str(), Letters(15).c_str());

  string = std::string("\0\0", 2);
  EXPECT_EQ(string.size(), 2u);
  string = "";
  EXPECT_TRUE(string.empty());
  EXPECT_EQ(*string.c_str(), '\0');
}

TEST_F(BehavioursTest, B26TheFrontIsCutOffShortAndSharedStrings) {
  ScopedMutableString small = "0123456789";
  small.RemovePrefix(4);
  EXPECT_STREQ(small.c_str(), "456789");
  const ScopedMutableString original = kLong;
  ScopedMutableString scoped = original;
  const Persistent<Value> value = MakeValue(original);

  scoped.RemovePrefix(10);
  value->text_.erase(0, 20);

  EXPECT_EQ(scoped.data(), original.data() + 10);
  EXPECT_EQ(value->text_.data(), original.data() + 20);
  scoped += '!';
  value->text_.insert(0, "!");
  EXPECT_EQ(scoped, kLong.substr(10) + '!');
  EXPECT_EQ(value->text_, '!' + kLong.substr(20));
  EXPECT_EQ(original, kLong);
}

TEST_F(BehavioursTest, B27AStringIsPutIntoItself) {
  for (const size_t length : {5u, 15u, 40u, 100u}) {
    const std::string letters = Letters(length);
    const ScopedMutableString original = letters;
    ScopedMutableString appended = original;
    appended += appended;
    EXPECT_EQ(appended, letters + letters);
    ScopedMutableString assigned = original;
    assigned = assigned.substr(2);
    EXPECT_EQ(assigned, letters.substr(2));
    ScopedMutableString replaced = original;
    replaced.replace(1, 2, replaced);
    EXPECT_EQ(replaced, letters.substr(0, 1) + letters + letters.substr(3));
    EXPECT_EQ(original, letters);
  }
}

TEST_F(BehavioursTest, B28AShortStringHasNoBufferToBeTaken) {
  ScopedMutableString small = "short";
  const ScopedMutableString taken = std::move(small);

  EXPECT_EQ(taken, "short");
  EXPECT_TRUE(small.empty());  // NOLINT: what was moved from is empty
  EXPECT_TRUE(taken.IsInline());
  small = "again";
  EXPECT_EQ(taken, "short");
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

TEST_F(BehavioursTest, B30AKeyOutlivesItsEntryAndKeysTakeNoBytes) {
  constexpr size_t kCount = 100000;
  Persistent<Entry> entry = Make<Entry>();
  entry->value_ = kLong;
  entry->key_ = entry->value_.ToString();
  const Persistent<Value> value = Make<Value>();
  value->text_ = entry->key_;
  entry.Clear();
  const size_t before = LiveBytes();
  const Persistent<Keys> keys = Make<Keys>(TrailingBytes<Keys>(kCount));
  for (String& key : keys->keys(kCount)) key = value->text_.ToString();

  EXPECT_EQ(value->text_, kLong);
  EXPECT_EQ(keys->keys(kCount)[kCount / 2].data(), value->text_.data());
  EXPECT_LE(LiveBytes() - before, kCount * sizeof(Word) + kPageBytes);
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
