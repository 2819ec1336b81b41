// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What comes out is read with another library's parser.

#include "snapshot/json_output.h"

#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

std::string Quoted(std::string_view text) {
  StringSink sink;
  JsonOutput output(sink);
  output.PutString(text);
  output.Flush();
  EXPECT_EQ(output.bytes(), sink.text().size());
  return sink.text();
}

// Read back.
std::string Understood(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(Quoted(text), nullptr,
                                                    /*allow_exceptions=*/false);
  EXPECT_TRUE(json.is_string()) << Quoted(text);
  return json.is_string() ? json.get<std::string>() : "";
}

TEST(JsonOutputTest, EscapesWhatAStringCannotHold) {
  EXPECT_EQ(Quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(Quoted("line\n\ttext\r"), R"("line\n\ttext\u000d")");
  EXPECT_EQ(Quoted(std::string_view("\0\x1f", 2)), R"("\u0000\u001f")");
  EXPECT_EQ(Quoted("\x7f"), "\"\x7f\"");
  EXPECT_EQ(Quoted("</script>"), R"("</script>")");
  EXPECT_EQ(Quoted(""), R"("")");
}

TEST(JsonOutputTest, IsAsciiWhateverTheCharacters) {
  EXPECT_EQ(Quoted("\u00e9"), R"("\u00e9")");
  EXPECT_EQ(Quoted("\u20ac"), R"("\u20ac")");
  EXPECT_EQ(Quoted("\U0001f600"), R"("\ud83d\ude00")");
  EXPECT_EQ(Quoted("\U00010000\U0010ffff"), R"("\ud800\udc00\udbff\udfff")");
  EXPECT_EQ(Quoted("\u2028"), R"("\u2028")");
}

TEST(JsonOutputTest, ReplacesBytesThatAreNoCharacters) {
  EXPECT_EQ(Quoted("a\x80z"), R"("a\ufffdz")");
  EXPECT_EQ(Quoted("\xc3"), R"("\ufffd")");
  EXPECT_EQ(Quoted("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");
  EXPECT_EQ(Quoted("\xf0\x9f\x98"), R"("\ufffd\ufffd\ufffd")");
}

TEST(JsonOutputTest, KeepsEveryCharacter) {
  std::string all;
  for (char c = 0; c < 0x7f; ++c) all += c;
  all += "\u0080\u00ff\u07ff\u0800\uffff\U00010000\U0010ffff";

  EXPECT_EQ(Understood(all), all);
}

// Where several bytes are looked at together.
TEST(JsonOutputTest, FindsSpecialBytesAtEachPlace) {
  for (size_t length = 1; length <= 40; ++length) {
    for (size_t place = 0; place < length; ++place) {
      for (const char* special : {"\"", "\\", "\n", "\x01", "\u00e9"}) {
        std::string text(length, '~');
        text.replace(place, 1, special);
        ASSERT_EQ(Understood(text), text) << length << ' ' << place;
      }
    }
  }
}

// Of every length, so that each way of copying ends with each of them.
TEST(JsonOutputTest, PutsAnElementThatStandsForItselfAndNoOther) {
  StringSink sink;
  JsonOutput output(sink);
  std::string wanted;

  for (size_t bytes = 0; bytes <= 129; ++bytes) {
    const std::string plain(bytes, '\x7f');
    ASSERT_EQ(output.PutPlainElement(plain), bytes <= 128) << bytes;
    if (bytes <= 128) wanted += ",\n\"" + plain + "\"";
    for (size_t place = 0; place < bytes; ++place) {
      for (const char special : {'"', '\\', '\x1f', '\x80', '\xff'}) {
        std::string text = plain;
        text[place] = special;
        ASSERT_FALSE(output.PutPlainElement(text)) << bytes << ' ' << place;
      }
    }
  }
  output.Flush();

  EXPECT_EQ(sink.text(), wanted);
}

TEST(JsonOutputTest, WritesTextsLongerThanItsBuffer) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  std::string text;
  while (text.size() < 3 * JsonOutput::kBufferBytes + 17) {
    switch (random() % 4) {
      case 0:
        text += "\U0001f600";
        break;
      case 1:
        text += static_cast<char>(random() % 0x7f);
        break;
      default:
        text.append(random() % 100, 'x');
        break;
    }
  }

  EXPECT_EQ(Understood(text), text);
}

TEST(JsonOutputTest, PutsLongTextsAsTheyAre) {
  const std::string text(3 * JsonOutput::kBufferBytes + 5, 'y');
  StringSink sink;
  JsonOutput output(sink);
  output.Put("<");
  output.Put(text);
  output.Put("");
  output.Put(">");
  output.Flush();

  EXPECT_EQ(sink.text(), "<" + text + ">");
  EXPECT_EQ(output.bytes(), sink.text().size());
}

TEST(JsonOutputTest, PutsNumbersAtTheEndOfTheBuffer) {
  StringSink sink;
  JsonOutput output(sink);
  std::string expected;
  for (int i = 0; i < 20000; ++i) {
    output.PutNumber(UINT64_MAX - static_cast<uint64_t>(i));
    output.Put(",");
    expected += std::to_string(UINT64_MAX - static_cast<uint64_t>(i)) + ",";
  }
  output.Flush();

  EXPECT_EQ(sink.text(), expected);
}

TEST(JsonOutputTest, GivesRoomForWhatIsFilled) {
  StringSink sink;
  JsonOutput output(sink);
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    char* const at = output.Room(JsonOutput::kRoomMax);
    const char byte = static_cast<char>('a' + i % 26);
    std::memset(at, byte, JsonOutput::kRoomMax);
    output.Filled(at + 1000);
    expected.append(1000, byte);
  }
  EXPECT_EQ(output.bytes(), expected.size());
  output.Flush();

  EXPECT_EQ(sink.text(), expected);
}

TEST(JsonOutputTest, AsksARefusingSinkOnlyOnce) {
  StringSink sink(JsonOutput::kBufferBytes);
  JsonOutput output(sink);
  const std::string text(JsonOutput::kBufferBytes, 'x');
  output.Put(text);
  output.Flush();
  EXPECT_FALSE(output.has_failed());
  const size_t writes = sink.write_count();

  for (int i = 0; i < 10; ++i) output.Put(text);
  output.Flush();

  EXPECT_TRUE(output.has_failed());
  EXPECT_EQ(sink.write_count(), writes + 1);
  EXPECT_EQ(sink.text(), text);
}

TEST(JsonOutputTest, WritesNothingWhereThereIsNothing) {
  StringSink sink;
  JsonOutput output(sink);

  output.Flush();

  EXPECT_EQ(sink.write_count(), 0u);
  EXPECT_FALSE(output.has_failed());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
