// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where sections stand, in which order, and what a header may claim.

#include "analysis/file/sections.h"

#include <string>
#include <string_view>
#include <vector>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

struct Found {
  Sections sections;
  // Of each section, what follows where it begins.
  std::string nodes;
  std::string edges;
  std::string locations;
  std::string strings;
};

Found Find(const std::string& text) {
  const TestFile content(text);
  const InputFile file(content.path());
  const Sections sections = FindSections(file);
  return {
      sections, text.substr(sections.nodes, 3), text.substr(sections.edges, 3),
      sections.locations != 0 ? text.substr(sections.locations, 3) : "",
      text.substr(sections.strings, sections.strings_end - sections.strings)};
}

std::string ErrorOf(const std::string& text) {
  try {
    Find(text);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

std::string Header(const std::string& meta, const std::string& rest,
                   const std::string& node_count = "1",
                   const std::string& edge_count = "1") {
  return R"({"snapshot":{"meta":{"node_fields":["type","name","id",)"
         R"("self_size","edge_count"],"node_types":[["object"]],)"
         R"("edge_fields":["type","name_or_index","to_node"],)"
         R"("edge_types":[["element"]])" +
         meta + R"(},"node_count":)" + node_count + R"(,"edge_count":)" +
         edge_count + rest + "},\n";
}

constexpr std::string_view kNodesAndEdges =
    R"("nodes":[0,0,1,0,1], "edges" : [0,7,0],)";

TEST(SectionsTest, FindsWhatIsNeededAndPassesOverTheRest) {
  const Found found = Find(
      Header("", "") + R"("news":{"nodes":7},"nodes":[1,2],"x":["edges"],)"
                       R"("edges":[3,4],"trace_tree":[],"samples":[],)"
                       R"("locations":[],"strings":["a","]b",""],"z":[9]}  )");

  EXPECT_EQ(found.nodes, "1,2");
  EXPECT_EQ(found.edges, "3,4");
  EXPECT_EQ(found.strings, R"("a","]b",""],"z":[9)") << "to the last bracket";
}

TEST(SectionsTest, LeavesOutWhatTheHeaderDoesNotTellOf) {
  const Found found =
      Find(Header("", "") + std::string(kNodesAndEdges) +
           R"("trace_tree":[],"samples":[],"locations":[1],"strings":["a"]})");

  EXPECT_EQ(found.nodes, "0,0");
  EXPECT_EQ(found.edges, "0,7");
  EXPECT_EQ(found.locations, "");
  EXPECT_EQ(found.strings, "\"a\"");
}

TEST(SectionsTest, FindsAllOptionalSections) {
  const std::string header =
      Header(R"(,"sample_fields":[],"location_fields":["object_index",)"
             R"("script_id","line","column"],"scope_fields":[],)"
             R"("scope_context_var_fields":[],"scope_use_fields":[])",
             R"(,"trace_function_count":1)");
  const std::string traces =
      R"("trace_function_infos":[1],"trace_tree":[1,[2]],)";
  const std::string scopes =
      R"("scopes":[],"scope_context_vars":[],"scope_uses":[],)";
  const std::string samples = R"("samples":[],)";
  const std::string locations = R"("locations":[5,6,7,8],)";
  const std::string strings = R"("strings":[]})";
  const std::string begin = header + std::string(kNodesAndEdges);

  EXPECT_EQ(
      Find(begin + traces + samples + locations + scopes + strings).locations,
      "5,6");
  for (const std::string& text :
       {begin + samples + locations + scopes + strings,
        begin + traces + locations + scopes + strings,
        begin + traces + samples + scopes + strings,
        begin + traces + samples + locations + strings,
        begin + traces + samples + locations + scopes,
        begin + locations + traces + samples + scopes + strings}) {
    EXPECT_NE(ErrorOf(text), "none") << text;
  }
}

// In time and memory that do not depend on what it holds.
TEST(SectionsTest, PassesOverAnyTraceTree) {
  const std::string begin = Header("", R"(,"trace_function_count":1)") +
                            std::string(kNodesAndEdges) +
                            R"("trace_function_infos":[1],)";
  const std::string deep(1'000'000, '[');
  for (const std::string& tree :
       {std::string("1,[2]"), deep, deep + std::string(1'000'000, ']'),
        std::string("]]]]"), std::string(R"("x":"]",)")}) {
    const std::string text = begin + R"("trace_tree":[)" + tree + "],";
    EXPECT_EQ(Find(text + R"("strings":["a"]})").strings, "\"a\"");
    EXPECT_NE(ErrorOf(text), "none");
  }
  EXPECT_NE(ErrorOf(begin), "none");
}

TEST(SectionsTest, TakesTheLastBracketOfTheFileAsTheEndOfTheStrings) {
  const std::string begin = Header("", "") + std::string(kNodesAndEdges);

  EXPECT_EQ(Find(begin + R"("strings":["a]","]"]})").strings, R"("a]","]")");
  EXPECT_EQ(
      Find(begin + R"("strings":["a"])" + std::string(300'000, ' ')).strings,
      "\"a\"");
  EXPECT_EQ(Find(begin + R"("strings":[]})").strings, "");
  const size_t offset = begin.size() + 11;
  EXPECT_EQ(ErrorOf(begin + R"("strings":["a")" + std::string(300'000, ' ')),
            "byte " + std::to_string(offset) +
                ": the strings that begin here have no end: the file is cut "
                "off");
}

TEST(SectionsTest, SaysWhichSectionIsMissingOrCut) {
  const std::string header = Header("", "");
  const std::string at = "byte " + std::to_string(header.size() - 2) + ": ";

  EXPECT_EQ(ErrorOf(""), "is empty");
  EXPECT_EQ(ErrorOf("hello"), "byte 0: no \"snapshot\" from here to the end");
  EXPECT_EQ(ErrorOf(header), at + "no \"nodes\" from here to the end");
  EXPECT_EQ(ErrorOf(header + R"("edges":[],"nodes":[],"strings":[])"),
            "byte " + std::to_string(header.size() + 20) +
                ": no \"edges\" from here to the end");
  EXPECT_EQ(ErrorOf(header + R"("nodes":[1,2)"),
            "byte " + std::to_string(header.size() + 9) +
                ": the array of \"nodes\" that begins here has no end: the "
                "file is cut off");
}

TEST(SectionsTest, BelievesNoCountsThatTheFileHasNoBytesFor) {
  const std::string rest = std::string(kNodesAndEdges) + R"("strings":[]})";
  const auto error_of = [&](const char* nodes, const char* edges) {
    const std::string text = ErrorOf(Header("", "", nodes, edges) + rest);
    return text.substr(text.find(": ") + 2);
  };
  const std::string error =
      "the header tells of more nodes or edges than the file has bytes for";

  EXPECT_EQ(error_of("1000000000", "1"), error);
  EXPECT_EQ(error_of("1", "1000000000"), error);
  EXPECT_EQ(error_of("18446744073709551615", "1"), error);
  EXPECT_EQ(error_of("3689348814741910324", "6148914691236517206"), error);
  EXPECT_EQ(error_of("0", "0"), "the header tells of no nodes");
}

TEST(SectionsTest, TellsHowFarItIs) {
  const std::string text =
      Header("", "") + std::string(kNodesAndEdges) + R"("strings":[]})";
  const TestFile content(text);
  std::vector<double> parts;

  FindSections(InputFile(content.path()),
               [&](const char*, double part) { parts.push_back(part); });

  ASSERT_EQ(parts.size(), 2);
  EXPECT_LT(0, parts[0]);
  EXPECT_LT(parts[0], parts[1]);
  EXPECT_LT(parts[1], 1);
}

}  // namespace

}  // namespace halfword::analysis
