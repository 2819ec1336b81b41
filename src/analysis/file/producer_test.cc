// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names that tell who wrote a file.

#include "analysis/file/producer.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string ProducerOf(const std::vector<std::string>& names) {
  TestGraph graph = GraphWithRoot();
  for (const std::string& name : names) graph.Add("string", name);
  const Snapshot snapshot = Read(graph);
  return FindProducer(*snapshot.file, snapshot.sections);
}

TEST(ProducerTest, IsToldByNames) {
  EXPECT_EQ(ProducerOf({"(page records, bitmaps, type ids)"}), "Halfword");
  EXPECT_EQ(ProducerOf({"x", "node:internal/bootstrap/realm"}), "Node.js");
  EXPECT_EQ(ProducerOf({"ext:core/01_core.js"}), "Deno");
  EXPECT_EQ(ProducerOf({"V8EventListener"}), "Chrome");
  EXPECT_EQ(ProducerOf({"(GC roots)"}), "V8");
  EXPECT_EQ(ProducerOf({"x"}), "unknown");
}

TEST(ProducerTest, IsTheOneThatHasTheOthersInside) {
  EXPECT_EQ(
      ProducerOf({"(GC roots)", "HTMLDocument", "node:internal/bootstrap/realm",
                  "electron/js2c/browser_init"}),
      "Electron");
  EXPECT_EQ(ProducerOf({"system / NativeContext", "HTMLDocument"}), "Chrome");
}

}  // namespace

}  // namespace halfword::analysis
