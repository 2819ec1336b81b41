// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sources that come, change and go, and the places in them.

#include "halfword/source_table.h"

#include <sys/resource.h>
#include <unistd.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/internal/compiler.h"
#include "snapshot/text_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Place = std::optional<TextPosition>;

constexpr Place At(uint32_t line, uint32_t column) {
  return TextPosition{line, column};
}

TEST(SourceTableTest, FindsLinesAndColumns) {
  SourceTable sources;
  const SourceId page = sources.Add("page", "<p>\n  <b>\u20ac</b>\r\n</p>");

  EXPECT_EQ(sources.Find({page, 0}), At(0, 0));
  EXPECT_EQ(sources.Find({page, 6}), At(1, 2));
  EXPECT_EQ(sources.Find({page, 12}), At(1, 6));
  EXPECT_EQ(sources.Find({page, 18}), At(2, 0));
}

TEST(SourceTableTest, FindsTheEndAndNothingBehindIt) {
  SourceTable sources;
  const SourceId ended = sources.Add("ended", "a\n");
  const SourceId open = sources.Add("open", "a\nb");
  const SourceId empty = sources.Add("empty", "");

  EXPECT_EQ(sources.Find({ended, 2}), At(1, 0));
  EXPECT_EQ(sources.Find({ended, 3}), Place());
  EXPECT_EQ(sources.Find({open, 3}), At(1, 1));
  EXPECT_EQ(sources.Find({open, 4}), Place());
  EXPECT_EQ(sources.Find({empty, 0}), At(0, 0));
  EXPECT_EQ(sources.Find({empty, 1}), Place());
  EXPECT_EQ(sources.Find({empty, UINT32_MAX}), Place());
}

TEST(SourceTableTest, FindsTheCharacterAroundAnOffset) {
  SourceTable sources;
  const SourceId page = sources.Add("page", "a\U0001f600b");

  for (const uint32_t offset : {1u, 2u, 3u, 4u}) {
    EXPECT_EQ(sources.Find({page, offset}), At(0, 1));
  }
  EXPECT_EQ(sources.Find({page, 5}), At(0, 3));
}

TEST(SourceTableTest, KnowsItsSources) {
  SourceTable sources;
  EXPECT_EQ(sources.source_count(), 0u);
  std::string name = "first";
  const SourceId first = sources.Add(name, "");
  name = "other";
  const SourceId second = sources.Add("second", "");

  EXPECT_EQ(sources.source_count(), 2u);
  EXPECT_EQ(first, SourceId{1});
  EXPECT_EQ(second, SourceId{2});
  EXPECT_EQ(sources.Name(first), "first");
  EXPECT_EQ(sources.Name(second), "second");
  EXPECT_EQ(sources.Name(SourceId{3}), "");
  EXPECT_TRUE(sources.Contains(second));
  EXPECT_FALSE(sources.Contains(kNoSource));
  EXPECT_EQ(sources.Find({}), Place());
  EXPECT_EQ(sources.Find({SourceId{3}, 0}), Place());
}

TEST(SourceTableTest, ForgetsARemovedSourceAndItsNumber) {
  SourceTable sources;
  const SourceId first = sources.Add("first", "a\nb");
  EXPECT_EQ(sources.Find({first, 2}), At(1, 0));

  sources.Remove(first);
  const SourceId second = sources.Add("second", "a\nb");

  EXPECT_NE(second, first);
  EXPECT_EQ(sources.Find({first, 2}), Place());
  EXPECT_EQ(sources.Find({second, 2}), At(1, 0));
  EXPECT_EQ(sources.Find({first, 2}), Place());
  EXPECT_EQ(sources.source_count(), 1u);
  EXPECT_EQ(sources.Name(first), "");
  EXPECT_FALSE(sources.Contains(first));
}

TEST(SourceTableTest, FindsNewLineEndsInAChangedText) {
  SourceTable sources;
  std::string text = "a\nb\nc";
  const SourceId page = sources.Add("page", text);
  EXPECT_EQ(sources.Find({page, 4}), At(2, 0));

  text = "abc\nd";
  EXPECT_TRUE(sources.SetText(page, text));
  EXPECT_EQ(sources.Find({page, 4}), At(1, 0));

  EXPECT_TRUE(sources.SetText(page, "abc"));
  EXPECT_EQ(sources.Find({page, 4}), Place());
  EXPECT_EQ(sources.Find({page, 3}), At(0, 3));
  EXPECT_EQ(sources.Name(page), "page");
}

// The bytes of these texts are never read, so they need not be there.
TEST(SourceTableTest, RefusesATextThatOffsetsCannotName) {
  const std::string_view too_large("x", SourceTable::kTextBytesMax + 1);
  SourceTable sources;

  EXPECT_EQ(sources.Add("large", too_large), kNoSource);
  EXPECT_EQ(sources.source_count(), 0u);

  const SourceId page = sources.Add("page", "a\nb");
  EXPECT_FALSE(sources.SetText(page, too_large));
  EXPECT_TRUE(sources.Prepare());
  EXPECT_EQ(sources.Find({page, 0}), Place());
  EXPECT_EQ(sources.cache_bytes(), 0u);

  EXPECT_TRUE(sources.SetText(page, "a\nb"));
  EXPECT_EQ(sources.Find({page, 2}), At(1, 0));
}

TEST(SourceTableTest, KeepsLineEndsUntilTheTextChanges) {
  SourceTable sources;
  const std::string text(100'000, '\n');
  const SourceId page = sources.Add("page", text);
  const SourceId other = sources.Add("other", text);
  EXPECT_EQ(sources.cache_bytes(), 0u);

  EXPECT_TRUE(sources.Prepare());
  const size_t both = sources.cache_bytes();
  EXPECT_GT(both, 800'000u);
  EXPECT_LT(both, 802'000u);

  EXPECT_EQ(sources.Find({page, 99'999}), At(99'999, 0));
  EXPECT_TRUE(sources.Prepare());
  EXPECT_EQ(sources.cache_bytes(), both);

  EXPECT_TRUE(sources.SetText(page, "short"));
  EXPECT_LT(sources.cache_bytes(), 401'000u);
  sources.Remove(other);
  EXPECT_EQ(sources.cache_bytes(), 0u);
}

// A text that changes behind the table's back shows whether it is read again.
TEST(SourceTableTest, ReadsATextOnceAndAgainWhenLineEndsWereDropped) {
  SourceTable sources;
  std::string text = "a\nb";
  const SourceId page = sources.Add("page", text);
  EXPECT_TRUE(sources.Prepare());

  text[1] = ' ';
  EXPECT_TRUE(sources.Prepare());
  EXPECT_EQ(sources.Find({page, 2}), At(1, 0));

  sources.DropLineEnds();
  EXPECT_EQ(sources.cache_bytes(), 0u);
  EXPECT_EQ(sources.Find({page, 2}), At(0, 2));
  EXPECT_GT(sources.cache_bytes(), 0u);
}

TEST(SourceTableTest, PreparesWhatIsNew) {
  SourceTable sources;
  const SourceId first = sources.Add("first", "a\n");
  EXPECT_TRUE(sources.Prepare());
  const size_t one = sources.cache_bytes();

  const SourceId second = sources.Add("second", "a\n");
  EXPECT_EQ(sources.cache_bytes(), one);
  EXPECT_TRUE(sources.Prepare());

  EXPECT_EQ(sources.cache_bytes(), 2 * one);
  EXPECT_EQ(sources.Find({first, 2}), sources.Find({second, 2}));
}

TEST(SourceTableTest, FindsPlacesOfSeveralSourcesInTurn) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  SourceTable sources;
  std::vector<std::string> texts;
  std::vector<std::vector<TextPosition>> places;
  std::vector<SourceId> ids;
  for (int i = 0; i < 10; ++i) texts.push_back(RandomText(random, 2'000));
  for (const std::string& text : texts) {
    places.push_back(SlowPlaces(text));
    ids.push_back(sources.Add("source", text));
  }
  EXPECT_TRUE(sources.Prepare());

  for (int i = 0; i < 20'000; ++i) {
    const size_t source = random() % ids.size();
    const auto offset = static_cast<uint32_t>(random() % places[source].size());
    ASSERT_EQ(sources.Find({ids[source], offset}), places[source][offset])
        << source << ' ' << offset;
  }
}

// One line of 4 MB with characters of all sizes, as a program that was packed.
TEST(SourceTableTest, FindsAMillionPlacesInOneLine) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string_view parts[] = {"var a=1;", "\u00e4", "\u20ac",
                                    "\U0001f600", "\xff"};
  std::string text;
  while (text.size() < 4'000'000) text += parts[random() % std::size(parts)];
  const std::vector<TextPosition> places = SlowPlaces(text);
  SourceTable sources;
  const SourceId page = sources.Add("page", text);
  ASSERT_TRUE(sources.Prepare());

  for (uint32_t i = 0; i < 1'000'000; ++i) {
    const uint32_t offset = i * 4;
    const Place found = sources.Find({page, offset});
    ASSERT_TRUE(found.has_value()) << offset;
    if (*found != places[offset]) {
      FAIL() << offset << ": " << found->column << " instead of "
             << places[offset].column;
    }
  }
}

// Sanitizers map address space of their own as they like.
#if !HALFWORD_HAS_ASAN && !HALFWORD_HAS_TSAN
TEST(SourceTableDeathTest, FindsNothingWhereMemoryDoesNotSufficeUntilItDoes) {
  const std::string text(16 << 20, '\n');
  const auto run = [&] {
    SourceTable sources;
    const SourceId page = sources.Add("page", text);
    const SourceId changed = sources.Add("changed", text);
    const SourceId small = sources.Add("small", "a\nb");
    rlimit limit = {};
    getrlimit(RLIMIT_AS, &limit);
    const rlimit nothing_more = {32 << 20, limit.rlim_max};
    setrlimit(RLIMIT_AS, &nothing_more);

    const bool complete = sources.Prepare();
    const bool found = sources.Find({page, 5}).has_value();
    const bool small_found = sources.Find({small, 2}) == At(1, 0);
    setrlimit(RLIMIT_AS, &limit);
    const bool still_found = sources.Find({page, 5}).has_value();
    const bool took = sources.SetText(changed, "a\nb");
    const Place change = sources.Find({changed, 2});
    const bool complete_then = sources.Prepare();
    const Place place = sources.Find({page, 5});

    const bool failed = !complete && !found && small_found && !still_found;
    const bool mended =
        took && change == At(1, 0) && complete_then && place == At(5, 0);
    _exit(failed && mended ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}
#endif

#if HALFWORD_DCHECK_ENABLED
TEST(SourceTableDeathTest, RefusesSourcesThatAreNotThere) {
  SourceTable sources;
  const SourceId page = sources.Add("page", "");
  sources.Remove(page);

  EXPECT_DEATH(sources.Remove(page), "a source is removed once");
  EXPECT_DEATH(static_cast<void>(sources.SetText(page, "")),
               "SetText.. takes a source that Add.. gave");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
