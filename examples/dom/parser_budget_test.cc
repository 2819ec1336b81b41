// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each limit of the parser ends it, and a page within them is parsed.

#include "examples/dom/parser_budget.h"

#include <gtest/gtest.h>

#include <string>

#include "examples/dom/cpu_clock.h"

namespace dom {
namespace {

using Outcome = ParserBudget::Outcome;

constexpr size_t kMebibyte = size_t{1} << 20;

TEST(ParserBudgetTest, ParsesWhatIsWithinItsLimits) {
  ParserBudget budget({.memory_bytes = 4 * kMebibyte, .cpu_ms = 10'000});

  ASSERT_EQ(budget.Parse("<p>x"), Outcome::kParsed);

  ASSERT_EQ(budget.document()->type, GUMBO_NODE_DOCUMENT);
  EXPECT_EQ(budget.document()->v.document.children.length, 1u);
}

TEST(ParserBudgetTest, GivesUpWhenATextMultiplies) {
  std::string html;
  for (int i = 0; i < 1000; ++i) html += "<p><b id=" + std::to_string(i) + ">";
  ParserBudget budget({.memory_bytes = 16 * kMebibyte, .cpu_ms = 60'000});

  EXPECT_EQ(budget.Parse(html), Outcome::kTooMuchMemory);
}

TEST(ParserBudgetTest, GivesUpWhenATextOutgrowsItsLimit) {
  // Not UTF-8: each byte becomes three.
  const std::string html(kMebibyte, '\xff');
  ParserBudget::Limits limits{.memory_bytes = 64 * kMebibyte,
                              .piece_bytes = 2 * kMebibyte,
                              .cpu_ms = 60'000};
  ParserBudget small(limits);
  limits.piece_bytes = 8 * kMebibyte;
  ParserBudget large(limits);

  EXPECT_EQ(small.Parse(html), Outcome::kTooLargePiece);
  EXPECT_EQ(large.Parse(html), Outcome::kParsed);
}

TEST(ParserBudgetTest, GivesUpWhenTimeIsOver) {
  std::string html;
  for (int i = 0; i < 200'000; ++i) html += "<div>";
  ParserBudget budget({.memory_bytes = 1024 * kMebibyte, .cpu_ms = 100});
  const double started_ms = CpuMilliseconds();

  EXPECT_EQ(budget.Parse(html), Outcome::kTooMuchTime);

  // Unbounded it would take a minute.
  EXPECT_LT(CpuMilliseconds() - started_ms, 10'000);
}

}  // namespace
}  // namespace dom
