// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which objects are listed, and under which class.

#include "analysis/compared_objects.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::vector<uint32_t> IdsOf(const ComparedObjects& listed) {
  std::vector<uint32_t> ids;
  for (const ComparedObject& object : listed.objects()) {
    ids.push_back(object.id);
  }
  return ids;
}

TEST(ComparedObjectsTest, AreThoseWithASizeByClassAndId) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A", 10);
  graph.Add("object", "B", 10);
  graph.Add("object", "A", 0);
  graph.Add("object", "A", 30);
  const TestFile file(graph.Text());

  ComparedObjects listed(file.path(), {});
  ClassKeys keys;
  listed.List(nullptr, &keys);

  const auto id = [&](size_t node) { return graph.nodes[node].id; };
  EXPECT_EQ(IdsOf(listed), (std::vector<uint32_t>{id(1), id(4), id(2)}));
  EXPECT_EQ(listed.NameOf(listed.objects()[0].key), "A");
  EXPECT_EQ(listed.NameOf(listed.objects()[2].key), "B");
  EXPECT_EQ(listed.NameOf(1000), "");
  listed.SortById();
  EXPECT_EQ(IdsOf(listed), (std::vector<uint32_t>{id(1), id(2), id(4)}));
}

TEST(ComparedObjectsTest, HaveTheSameKeysInBoth) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A", 10);
  graph.Add("object", "B", 10);
  TestGraph other = GraphWithRoot();
  other.Add("object", "B", 10);

  ClassKeys keys;
  ComparedObjects first(TestFile(graph.Text()).path(), {});
  first.List(nullptr, &keys);
  ComparedObjects second(TestFile(other.Text()).path(), {});
  second.List(&first.shapes(), &keys);

  EXPECT_EQ(second.objects()[0].key, first.objects()[1].key);
}

TEST(KinshipTest, IsOfObjectsWithTheSameIdAndClass) {
  std::vector<ComparedObject> program;
  for (uint32_t i = 0; i < 100'000; ++i) program.push_back({i % 7, i, 1});
  std::vector<ComparedObject> later(program.begin() + 90'000, program.end());
  std::vector<ComparedObject> elsewhere = program;
  for (ComparedObject& object : elsewhere) object.id += 100'000;
  std::vector<ComparedObject> other = program;
  for (ComparedObject& object : other) object.key = object.id % 5;

  EXPECT_EQ(FindKinship(program, program), Kinship::kSameProgram);
  EXPECT_EQ(FindKinship(program, later), Kinship::kSameProgram);
  EXPECT_EQ(FindKinship(program, elsewhere), Kinship::kNothingInCommon);
  EXPECT_EQ(FindKinship(program, other), Kinship::kOtherClasses);
  EXPECT_EQ(FindKinship({}, program), Kinship::kSameProgram);
}

}  // namespace

}  // namespace halfword::analysis
