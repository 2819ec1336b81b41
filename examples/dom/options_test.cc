// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Every option, and every way to use them wrongly.

#include "examples/dom/options.h"

#include <gtest/gtest.h>

namespace dom {
namespace {

std::variant<Options, ExitStatus> Parse(std::vector<std::string> words) {
  words.insert(words.begin(), "halfword-dom");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return ParseOptions("halfword-dom", static_cast<int>(arguments.size()),
                      arguments.data());
}

TEST(OptionsTest, HasDefaults) {
  const auto options = std::get<Options>(Parse({"a.html", "b"}));

  EXPECT_EQ(options.paths, (std::vector<std::string>{"a.html", "b"}));
  EXPECT_EQ(options.repeat_count, 5);
  EXPECT_FALSE(options.compare);
  EXPECT_FALSE(options.json);
  EXPECT_EQ(options.snapshot_path, "");
  EXPECT_EQ(options.image_path, "");
  EXPECT_FALSE(options.redact);
  EXPECT_EQ(options.list_path, "");
}

TEST(OptionsTest, ReadsEveryOption) {
  const auto options = std::get<Options>(
      Parse({"--compare", "--json", "--repeat", "7", "--snapshot", "out",
             "--redact", "--image", "in", "--", "--page.html"}));

  EXPECT_EQ(options.paths, std::vector<std::string>{"--page.html"});
  EXPECT_EQ(options.repeat_count, 7);
  EXPECT_TRUE(options.compare);
  EXPECT_TRUE(options.json);
  EXPECT_EQ(options.snapshot_path, "out");
  EXPECT_TRUE(options.redact);
  EXPECT_EQ(options.image_path, "in");
}

TEST(OptionsTest, NeedsNoPageBesideAList) {
  const auto options = std::get<Options>(Parse({"--files0-from", "-"}));

  EXPECT_EQ(options.list_path, "-");
  EXPECT_TRUE(options.paths.empty());
}

TEST(OptionsTest, ReadsAnImageWithoutAPage) {
  const auto options = std::get<Options>(Parse({"--image", "a", "--json"}));

  EXPECT_EQ(options.image_path, "a");
  EXPECT_FALSE(options.has_pages());
}

TEST(OptionsTest, SaysHowToEndWhenUsedWrongly) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{
           {},
           {"--nothing", "a"},
           {"--snapshot", "a"},
           {"--snapshot", "", "a"},
           {"--snapshot", "a.HTM", "b.htm"},
           {"--redact", "a"},
           {"--image", "", "a"},
           {"--image", "a.html", "b.html"},
           {"--image", "a", "--compare"},
           {"--image", "a", "--snapshot", "b"},
           {"--repeat", "0", "a"},
           {"--repeat", "x", "a"},
           {"a", "--repeat"}}) {
    testing::internal::CaptureStderr();
    const auto parsed = Parse(words);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::get<ExitStatus>(parsed), ExitStatus::kWrongUsage);
    EXPECT_EQ(said.rfind("halfword-dom: ", 0), 0u) << said;
    EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
  }
}

TEST(OptionsTest, EndsAfterHelpAndVersion) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(std::get<ExitStatus>(Parse({"--version"})), ExitStatus::kDone);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "halfword-dom " HALFWORD_VERSION "\n");
  testing::internal::CaptureStdout();
  EXPECT_EQ(std::get<ExitStatus>(Parse({"--help"})), ExitStatus::kDone);
  const std::string help = testing::internal::GetCapturedStdout();
  for (const char* words :
       {"--compare", "--snapshot OUT", "--redact", "--image OUT",
        "Example: halfword-dom page.html --snapshot page.heapsnapshot"}) {
    EXPECT_NE(help.find(words), std::string::npos) << help;
  }
}

}  // namespace
}  // namespace dom
