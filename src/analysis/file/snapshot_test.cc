// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whole files: every section, and how far reading has come.

#include "analysis/file/snapshot.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(SnapshotTest, ReadsAFileOfAllSections) {
  const TestGraph graph = LargerGraph();
  const Snapshot snapshot = Read(graph);

  EXPECT_EQ(snapshot.graph.node_count(), graph.nodes.size());
  EXPECT_EQ(snapshot.graph.edge_count(), graph.edges.size());
  EXPECT_EQ(snapshot.strings->count(), graph.strings.size());
  EXPECT_EQ(snapshot.plain_objects.objects().size(), 40);
  EXPECT_EQ(snapshot.locations.nodes.size(), 40);
  EXPECT_EQ(snapshot.graph.special_edges.size(), 80);
}

TEST(SnapshotTest, TellsHowFarItIs) {
  const TestFile content(LargerGraph().Text());
  std::string phases;
  ReadSnapshot(content.path(), [&](const char* phase, double part) {
    EXPECT_TRUE(part >= 0 && part <= 1);
    phases += std::string(phase) + "\n";
  });
  EXPECT_NE(phases.find("reading nodes"), std::string::npos);
  EXPECT_NE(phases.find("reading edges"), std::string::npos);
}

}  // namespace

}  // namespace halfword::analysis
