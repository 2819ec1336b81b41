// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where a label ends, and what counts as a number.

#include "analysis/name_rules.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string LabelOf(const std::vector<std::string>& properties) {
  PropertyLabel label;
  size_t begin = 0;
  size_t end = properties.size();
  while (begin != end) {
    const bool is_first = label.wants_first();
    if (!label.Add(properties[is_first ? begin : end - 1])) break;
    is_first ? ++begin : --end;
  }
  return label.Finish(begin == end);
}

TEST(PropertyLabelTest, TakesPropertiesFromBothEnds) {
  EXPECT_EQ(LabelOf({}), "{}");
  EXPECT_EQ(LabelOf({"x"}), "{x}");
  EXPECT_EQ(LabelOf({"x", "y", "a,b"}), "{x, y, \"a,b\"}");
  const std::string wide(60, 'w');
  EXPECT_EQ(LabelOf({"a", wide, wide, "z"}), "{a, " + wide + ", \u2026, z}");
}

TEST(PropertyLabelTest, IsFullBeforeItsCallerRunsOutOfProperties) {
  PropertyLabel label;
  size_t count = 0;
  while (label.Add("x")) ++count;

  EXPECT_LT(count, 2 * PropertyLabel::kPropertiesMax);
}

TEST(ShortcutNameTest, IsANumberIfItBeginsWithOne) {
  EXPECT_EQ(ShortcutName("12abc"), "12");
  EXPECT_EQ(ShortcutName(" -4"), "-4");
  EXPECT_EQ(ShortcutName("x1"), "x1");
  EXPECT_EQ(ShortcutName(""), "");
}

TEST(TypeNameTest, OfANumberThatNoTypeHasIsUndefined) {
  const std::vector<std::string> types = {"hidden"};

  EXPECT_EQ(TypeName(types, 0), "hidden");
  EXPECT_EQ(TypeName(types, 1), "undefined");
}

}  // namespace

}  // namespace halfword::analysis
