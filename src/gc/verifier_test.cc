// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When Verify() may be called, and how much it says. What it finds is in the
// tests of its parts: verify_bins_test.cc, verify_pages_test.cc,
// verify_runs_test.cc, verify_references_test.cc and verify_roots_test.cc.

#include "gc/verifier.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  uint64_t words_[7] = {};
  HALFWORD_FIELDS(Node, next_, words_)
};

class VerifierTest : public HeapTest {};

TEST_P(VerifierTest, StopsAtAHundredFindings) {
  std::vector<Persistent<Node>> nodes;
  for (int i = 0; i < 300; ++i) nodes.emplace_back(Make<Node>());
  for (const auto& node : nodes) {
    *reinterpret_cast<Word*>(&node->next_) = 6;  // no immediate of a Member
  }

  EXPECT_EQ(heap().Verify().findings.size(), VerifyReport::kFindingCountMax);

  for (const auto& node : nodes) node->next_.Clear();
  EXPECT_EQ(Findings(heap()), "");
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifierTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
