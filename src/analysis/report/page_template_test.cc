// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places, and values that look like some.

#include "analysis/report/page_template.h"

#include <stdexcept>

#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(PageTemplateTest, FillsEachPlace) {
  EXPECT_EQ(FillPlaces("<{{a}}>{{b}}{{a}}.", {{"a", "1"}, {"b", ""}}), "<1>1.");
  EXPECT_EQ(FillPlaces("no place } {", {}), "no place } {");
}

TEST(PageTemplateTest, DoesNotFillWhatIsFilledIn) {
  EXPECT_EQ(FillPlaces("{{a}}", {{"a", "{{a}}"}}), "{{a}}");
  EXPECT_EQ(FillPlaces("{{a}}b}}", {{"a", "{{"}, {"b", "no"}}), "{{b}}");
}

TEST(PageTemplateTest, RefusesUnknownPlaces) {
  EXPECT_THROW(FillPlaces("{{other}}", {{"a", "1"}}), std::out_of_range);
}

}  // namespace
}  // namespace halfword::analysis
