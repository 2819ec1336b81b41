// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Behaviours of copied strings that are written to: 1, 2, 4 to 9, 12 to 14, 17
// to 19 and 27 (behaviours_testing.h).

#include <algorithm>
#include <ostream>
#include <ranges>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "text/behaviours_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

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

    for (ScopedMutableString& item : list) {
      item += std::to_string(&item - &list[0]);
    }

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

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
