// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Scripts of a small program; completion_test.py runs those of the whole one in
// shells.

#include "tools/halfword/completion.h"

#include "gtest/gtest.h"

namespace halfword::tools {

namespace {

class CompletionTest : public testing::Test {
 protected:
  CompletionTest() {
    CLI::App* const group = app_.add_subcommand("group", "Its group");
    CLI::App* const leaf = group->add_subcommand("leaf", "The user's leaf");
    leaf->add_flag("--flag", flag_, "A flag");
    leaf->add_option("--format", format_, "A choice")->type_name("csv|sqlite");
    leaf->add_option("FILE", file_, "A file");
  }

  static bool Has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  CLI::App app_ = CLI::App("A program", "halfword");
  bool flag_ = false;
  std::string format_;
  std::string file_;
};

TEST_F(CompletionTest, OffersWhatALevelHas) {
  const std::string script = BashCompletion(app_);
  EXPECT_TRUE(Has(script, "'') offers='group --help' ;;\n")) << script;
  EXPECT_TRUE(Has(script, "'group leaf') offers='--help --flag --format' ;;\n"))
      << script;
  EXPECT_TRUE(Has(script, "'group leaf --format') offers='csv sqlite' ;;\n"))
      << script;
  EXPECT_FALSE(Has(script, "'group leaf --flag')"));
}

TEST_F(CompletionTest, TellsFishWhatEachIs) {
  const std::string script = FishCompletion(app_);
  EXPECT_TRUE(Has(script,
                  "complete -c halfword -n '__fish_seen_subcommand_from group; "
                  "and not __fish_seen_subcommand_from leaf' -f -a leaf "
                  "-d 'The user'\\''s leaf'\n"))
      << script;
  EXPECT_TRUE(Has(script, " -l format -r -f -a 'csv sqlite' -d 'A choice'\n"))
      << script;
}

}  // namespace

}  // namespace halfword::tools
