// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The columns that the page's script reads.

#include "analysis/report/report_data.h"

#include "analysis/report/report_testing.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {
namespace {

using Json = nlohmann::json;

TEST(ReportDataTest, HasOneColumnAFigure) {
  const ReportLimits limits = {.tree = {.part_count = 100}};
  const SnapshotWithFigures heap(CacheGraph(1000));

  const Json data = Json::parse(ReportData(heap.Make(limits), limits));

  EXPECT_EQ(data["total"], 16'008);
  EXPECT_EQ(data["least"], 160);
  EXPECT_EQ(data["parts"], 100);
  EXPECT_EQ(data["tree"]["parent"], Json({0, 0}));
  EXPECT_EQ(data["tree"]["id"], Json({1, 3}));
  EXPECT_EQ(data["tree"]["retained"], Json({16'008, 16'008}));
  EXPECT_EQ(data["tree"]["objects"], Json({1002, 1001}));
  EXPECT_EQ(data["bundles"]["row"], Json::array({1}));
  EXPECT_EQ(data["bundles"]["count"], Json::array({1000}));
  const auto text = [&](const Json& place) {
    return data["texts"][place.get<size_t>()].get<std::string>();
  };
  EXPECT_EQ(text(data["tree"]["name"][1]), "Cache");
  EXPECT_EQ(data["tree"]["name"][1], data["tree"]["class"][1]);
  EXPECT_EQ(text(data["bundles"]["class"][0]), "Entry");
  EXPECT_EQ(text(data["classes"]["name"][0]), "Cache");
  EXPECT_EQ(data["classes"]["shallow"], Json({8, 16'000}));
  EXPECT_EQ(data["otherClasses"]["classes"], 0);
}

}  // namespace
}  // namespace halfword::analysis
