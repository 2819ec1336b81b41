// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When Verify() may be called, and how much it says. What it finds is in the
// tests of its parts: verify_bins_test.cc, verify_pages_test.cc,
// verify_runs_test.cc, verify_references_test.cc and verify_roots_test.cc.

#include "gc/verify/verifier.h"

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

// Calls Verify() wherever the collector calls a class.
class Prying : public GarbageCollected<Prying> {
  HALFWORD_USING_PRE_FINALIZER(Prying, Finalize);

 public:
  Prying(Heap* heap, std::string* findings)
      : heap_(heap), findings_(findings) {}
  ~Prying() { Pry("destructor"); }
  void Finalize() { Pry("prefinalizer"); }
  void Trace(Visitor* visitor) const {
    Pry("trace");
    visitor->RegisterWeakCallbackMethod<Prying, &Prying::Weak>(this);
  }
  void Weak(const LivenessBroker&) { Pry("weak"); }

 private:
  void Pry(const char* place) const {
    const std::string findings = Findings(*heap_);
    if (findings.starts_with("Verify() was called by ")) {
      *findings_ += std::string(place) + " ";
    } else {
      ADD_FAILURE() << place << ": " << findings;
    }
  }

  Heap* const heap_;
  std::string* const findings_;
};

TEST_P(VerifierTest, SaysThatItWasCalledWhileTablesChange) {
  std::string findings;
  Persistent<Prying> prying = Make<Prying>(&heap(), &findings);

  CollectPrecisely(heap());
  if (HALFWORD_VERIFY) {
    // The verification that follows a collection traces too.
    EXPECT_EQ(findings, "trace weak trace ");
  } else {
    EXPECT_EQ(findings, "trace weak ");
  }

  findings.clear();
  EXPECT_EQ(Findings(heap()), "");
  EXPECT_EQ(findings, "trace ");

  findings.clear();
  prying.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(findings, "prefinalizer destructor ");
}

TEST_P(VerifierTest, SaysThatItWasCalledByADestructorOfALazySweep) {
  std::string findings;
  Make<Prying>(&heap(), &findings);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});

  heap().ReleaseFreeMemory();

  EXPECT_EQ(findings, "prefinalizer destructor ");
}

TEST_P(VerifierTest, SaysThatItWasCalledWhileTheHeapEnds) {
  std::string findings;
  Make<Prying>(&heap(), &findings);

  DestroyHeap();

  EXPECT_EQ(findings, "prefinalizer destructor ");
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifierTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
