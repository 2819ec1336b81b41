// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Headers of all producers, and those that nothing can be done with.

#include "analysis/file/header.h"

#include <string>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Json = nlohmann::json;

SnapshotHeader ParseText(const std::string& text) {
  const TestFile content(text);
  const InputFile file(content.path());
  ByteReader bytes(file);
  return ReadHeader(&bytes);
}
SnapshotHeader Parse(const Json& header) {
  return ParseText("{\"snapshot\":" + header.dump() + ",\"nodes\":[");
}

std::string ErrorOf(const Json& header) {
  try {
    Parse(header);
  } catch (const SnapshotError& error) {
    return error.what();
  }
  return "none";
}

// As V8 writes it since 2022.
Json Usual() {
  return {{"meta",
           {{"node_fields",
             {"type", "name", "id", "self_size", "edge_count", "trace_node_id",
              "detachedness"}},
            {"node_types",
             {Json{"hidden", "array"}, "string", "number", "number", "number",
              "number", "number"}},
            {"edge_fields", {"type", "name_or_index", "to_node"}},
            {"edge_types",
             {Json{"context", "element"}, "string_or_number", "node"}}}},
          {"node_count", 10},
          {"edge_count", 20},
          {"trace_function_count", 0}};
}

TEST(HeaderTest, ReadsTheUsualOne) {
  const SnapshotHeader header = Parse(Usual());

  EXPECT_EQ(header.node.count, 7);
  EXPECT_EQ(header.node.trace_node_id, 5);
  EXPECT_EQ(header.node.detachedness, 6);
  EXPECT_EQ(header.edge.count, 3);
  EXPECT_EQ(header.node_types, (std::vector<std::string>{"hidden", "array"}));
  EXPECT_EQ(header.edge_types,
            (std::vector<std::string>{"context", "element"}));
  EXPECT_EQ(header.node_count, 10);
  EXPECT_EQ(header.edge_count, 20);
  EXPECT_EQ(header.root_index, 0);
  EXPECT_FALSE(header.has_samples);
  EXPECT_FALSE(header.has_locations);
}

TEST(HeaderTest, GoesByTheNamesOfFields) {
  Json json = Usual();
  json["meta"]["node_fields"] = {"edge_count", "self_size", "type", "id",
                                 "name"};
  json["meta"]["node_types"] = {"number", "number", Json{"object"}};
  json["meta"]["edge_fields"] = {"to_node", "type", "new", "name_or_index"};
  json["meta"]["edge_types"] = {"node", Json{"weak"}};
  json["meta"]["location_fields"] = {"column", "line", "script_id",
                                     "object_index"};

  const SnapshotHeader header = Parse(json);

  EXPECT_EQ(header.node.count, 5);
  EXPECT_EQ(header.node.type, 2);
  EXPECT_EQ(header.node.name, 4);
  EXPECT_EQ(header.node.id, 3);
  EXPECT_EQ(header.node.self_size, 1);
  EXPECT_EQ(header.node.edge_count, 0);
  EXPECT_EQ(header.node.trace_node_id, SnapshotHeader::kNone);
  EXPECT_EQ(header.node.detachedness, SnapshotHeader::kNone);
  EXPECT_EQ(header.node_types, std::vector<std::string>{"object"});
  EXPECT_EQ(header.edge.count, 4);
  EXPECT_EQ(header.edge.name_or_index, 3);
  EXPECT_EQ(header.edge.to_node, 0);
  EXPECT_EQ(header.edge_types, std::vector<std::string>{"weak"});
  EXPECT_TRUE(header.has_locations);
  EXPECT_EQ(header.location.object_index, 3);
  EXPECT_EQ(header.location.script_id, 2);
  EXPECT_EQ(header.location.line, 1);
  EXPECT_EQ(header.location.column, 0);
}

TEST(HeaderTest, SeesWhichSectionsThereAre) {
  Json json = Usual();
  json["meta"]["sample_fields"] = Json::array();
  json["meta"]["scope_fields"] = Json::array();
  json["meta"]["scope_context_var_fields"] = Json::array();
  json["meta"]["scope_use_fields"] = Json::array();
  json["trace_function_count"] = 3;
  json["extra_native_bytes"] = 1000;

  const SnapshotHeader header = Parse(json);

  EXPECT_TRUE(header.has_samples);
  EXPECT_TRUE(header.has_scopes);
  EXPECT_TRUE(header.has_scope_context_vars);
  EXPECT_TRUE(header.has_scope_uses);
  EXPECT_EQ(header.trace_function_count, 3);
  EXPECT_EQ(header.extra_native_bytes, 1000);
}

TEST(HeaderTest, RefusesNativeMemoryThatNoSumHolds) {
  Json json = Usual();
  json["extra_native_bytes"] = uint64_t{1} << 53;
  EXPECT_EQ(Parse(json).extra_native_bytes, uint64_t{1} << 53);
  for (const uint64_t bytes : {(uint64_t{1} << 53) + 1, UINT64_MAX}) {
    json["extra_native_bytes"] = bytes;
    EXPECT_EQ(ErrorOf(json),
              "byte 12: the header's extra_native_bytes is more than any "
              "memory");
  }
}

TEST(HeaderTest, TakesTheFirstOrTheLastNodeAsTheRoot) {
  Json json = Usual();
  json["root_index"] = 63;
  EXPECT_EQ(Parse(json).root_index, 9);

  const std::string error =
      "byte 12: the root is neither the first nor the last node";
  for (const uint64_t index :
       {uint64_t{7}, uint64_t{62}, uint64_t{70}, uint64_t{1} << 40}) {
    json["root_index"] = index;
    EXPECT_EQ(ErrorOf(json), error);
  }
  json["root_index"] = 7;
  json["node_count"] = 0;
  EXPECT_EQ(ErrorOf(json), error);
}

TEST(HeaderTest, RefusesWhatCannotBeUnderstood) {
  const auto error_without = [](const char* name) {
    Json json = Usual();
    json["meta"].erase(name);
    return ErrorOf(json);
  };
  EXPECT_EQ(error_without("node_fields"),
            "byte 12: the header lists no node_fields");
  EXPECT_EQ(error_without("edge_fields"),
            "byte 12: the header lists no edge_fields");
  EXPECT_EQ(error_without("node_types"),
            "byte 12: the header lists no node_types");
  EXPECT_EQ(error_without("edge_types"),
            "byte 12: the header lists no edge_types");

  Json json = Usual();
  json["meta"]["node_fields"][2] = "number";
  EXPECT_EQ(ErrorOf(json), "byte 12: node_fields of the header have no \"id\"");
  json = Usual();
  json["meta"]["node_types"] = {"string"};
  EXPECT_EQ(ErrorOf(json), "byte 12: the header lists no node_types");
  json = Usual();
  json["meta"]["location_fields"] = {"line"};
  EXPECT_EQ(ErrorOf(json),
            "byte 12: location_fields of the header have no \"object_index\"");
  json = Usual();
  json["meta"]["node_fields"] = std::vector<std::string>(257, "type");
  EXPECT_EQ(ErrorOf(json), "byte 12: the header lists too many node_fields");
  json = Usual();
  json["meta"] = 5;
  EXPECT_EQ(ErrorOf(json), "byte 12: the header has no \"meta\"");
  for (const Json& count : {Json(-1), Json(1.5), Json("1"), Json(true)}) {
    json = Usual();
    json["node_count"] = count;
    EXPECT_EQ(ErrorOf(json), "byte 12: the header's node_count is no count");
  }
}

TEST(HeaderTest, RefusesWhatIsNoHeader) {
  for (const std::string text :
       {"", "{}", "\"snapshot\"", "\"snapshot\":", "\"snapshot\":{",
        "\"snapshot\":{{}}", "\"snapshot\":{\"meta\":[}", "\"snapshot\":{}",
        "\"snapshot\":{\"meta\":{}}"}) {
    EXPECT_THROW(ParseText(text), SnapshotError) << text;
  }
  // Deep, and no less than 16 MiB.
  EXPECT_THROW(ParseText("\"snapshot\":{\"meta\":" +
                         std::string(size_t{1} << 20, '[') + "}"),
               SnapshotError);
  EXPECT_THROW(ParseText("\"snapshot\":{\"meta\":\"" +
                         std::string(size_t{17} << 20, 'x') + "\"}"),
               SnapshotError);
}

}  // namespace

}  // namespace halfword::analysis
