// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What names mean, and what names that are nearly those mean: nothing.

#include "analysis/file/known_name.h"

#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(KnownNameTest, KnowsEachNameAndNothingElse) {
  const std::pair<std::string, KnownName> rows[] = {
      {"Array", KnownName::kArray},
      {"(Document DOM trees)", KnownName::kDocumentDomTrees},
      {"elements", KnownName::kElements},
      {"system / ExternalStringData", KnownName::kExternalStringData},
      {"system / JSArrayBufferData", KnownName::kArrayBufferData},
      {"(map descriptors)", KnownName::kMapDescriptors},
      {"system / NativeContext", KnownName::kNativeContext},
      {"Object", KnownName::kObject},
      {"__proto__", KnownName::kProto},
      {"sloppy_function_map", KnownName::kSloppyFunctionMap},
      {"5 / part of key (K @1) -> value (V @2) pair in WeakMap (table @3)",
       KnownName::kPair}};

  for (const auto& [text, name] : rows) {
    EXPECT_EQ(NameTraits(text).known(), name) << text;
    EXPECT_EQ(NameTraits(text + "x").known(), KnownName::kNone) << text;
    EXPECT_EQ(NameTraits(" " + text).known(), KnownName::kNone) << text;
    EXPECT_EQ(NameTraits(text.substr(0, text.size() - 1)).known(),
              KnownName::kNone)
        << text;
  }
  EXPECT_EQ(NameTraits("").known(), KnownName::kNone);
}

TEST(KnownNameTest, SeesTagsAndDetachedNames) {
  EXPECT_TRUE(NameTraits("<div>").is_tag());
  EXPECT_FALSE(NameTraits("<div>").is_detached());
  EXPECT_TRUE(NameTraits("Detached <div>").is_tag());
  EXPECT_TRUE(NameTraits("Detached <div>").is_detached());
  EXPECT_FALSE(NameTraits("Detached div").is_tag());
  EXPECT_TRUE(NameTraits("Detached ").is_detached());
  EXPECT_FALSE(NameTraits("Detached").is_detached());
}

// parseInt(text), at least 2, and 1 more than a multiple of 3.
TEST(KnownNameTest, SeesNumbersOfDescriptorLinks) {
  for (const char* const text :
       {"4", "7", "10", "100", "04", "0010", "  4", "+4", "\t\n+7x", "4.9",
        "4 / part", "1000000000000000000000000000000"}) {
    EXPECT_TRUE(NameTraits(text).is_descriptor_link()) << text;
  }
  for (const char* const text :
       {"", "0", "1", "2", "3", "01", "001x", "5", "6", "12", "-4", "+-4",
        "++4", "+ 4", "x4", " ", "+", "a", "\u00e4"}) {
    EXPECT_FALSE(NameTraits(text).is_descriptor_link()) << text;
  }
  for (uint32_t index = 0; index < 1000; ++index) {
    EXPECT_EQ(NameTraits(std::to_string(index)).is_descriptor_link(),
              IsDescriptorLink(index))
        << index;
  }
}

TEST(KnownNameTest, TellsNumbers) {
  for (const char* const text : {"0", "7", "8196", "0123456789012345678901"}) {
    EXPECT_TRUE(NameTraits(text).is_number()) << text;
  }
  for (const char* const text : {"", " 7", "-7", "7x", "7.", "x7", "+7"}) {
    EXPECT_FALSE(NameTraits(text).is_number()) << text;
  }
}

}  // namespace

}  // namespace halfword::analysis
