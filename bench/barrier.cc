// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "barrier": what the write barrier costs. In each round each row but the
// last is measured once, so that what else the machine does hits all alike;
// ns_min is the least time of all rounds. Rows:
//
//   node           a node of two references, stores that initialise included
//   node_beside    the same, while another thread's heap is being marked: the
//                  barrier's flag belongs to the thread
//   store          a store in one of 16 nodes that are there
//   store_beside   the same, while another thread's heap is being marked
//   store_marking  the same, while the heap itself is: each store is noted, and
//                  what was noted is looked at
//
// Of Oilpan there are the two rows without marking.

#include <array>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "bench/batches.h"
#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/tree.h"
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
#include "halfword/testing.h"
#endif

namespace bench {
namespace {

constexpr int kRoundCount = 60;
constexpr size_t kNodeCount = 16;  // a collection takes no time

// The compiler takes what the pointer is, and what memory holds, for unknown.
void Hide(Node** pointer) { asm volatile("" : "+r"(*pointer) : : "memory"); }

// The least time of an operation, of those that were measured.
class Least {
 public:
  template <typename Function>
  void Measure(uint64_t operation_count, Function operations) {
    const double start_ms = ThreadCpuMs();
    operations();
    const double ns =
        (ThreadCpuMs() - start_ms) * 1e6 / static_cast<double>(operation_count);
    if (ns < least_ns_) least_ns_ = ns;
  }

  void Print(const char* name) const {
    Row row("barrier", name);
    row.Stop();
    row.Add("ns_min", least_ns_);
    row.CompareBy("ns_min");
    row.Print();
  }

 private:
  double least_ns_ = 1e9;
};

// A heap with the nodes that both kinds of operation use.
class Nodes {
 public:
  Nodes() {
    for (Root<Node>& root : roots_) {
      root = runtime_.Make<Node>(nullptr, nullptr);
    }
  }

  // One copy of the code for all rows.
  [[gnu::noinline]] void Make(uint64_t count) {
    Node* left = Get(roots_[0]);
    Node* right = Get(roots_[1]);
    for (uint64_t i = 0; i < count; ++i) {
      Hide(&left);
      Hide(&right);
      Node* node = runtime_.Make<Node>(left, right);
      Hide(&node);
    }
  }

  [[gnu::noinline]] void Store(uint64_t count) {
    std::array<Node*, kNodeCount> nodes;
    for (size_t i = 0; i < kNodeCount; ++i) nodes[i] = Get(roots_[i]);
    Node* target = nodes[0];
    for (uint64_t i = 0; i < count; ++i) {
      Hide(&target);
      nodes[i % kNodeCount]->left = target;
    }
  }

  Runtime& runtime() { return runtime_; }

 private:
  Runtime runtime_;
  std::array<Root<Node>, kNodeCount> roots_;
};

#ifdef HALFWORD_BENCH_HAS_MARKING_MODES

// While it lives, the heap of this thread is being marked.
class OpenCycle {
 public:
  explicit OpenCycle(Runtime& runtime) : heap_(runtime.heap_handle()) {
    heap_.StartGarbageCollection();
  }
  ~OpenCycle() {
    heap_.FinalizeGarbageCollection(
        halfword::EmbedderStackState::kNoHeapPointers);
  }
  OpenCycle(const OpenCycle&) = delete;
  OpenCycle& operator=(const OpenCycle&) = delete;

 private:
  halfword::testing::StandaloneTestingHeap heap_;
};

// While it lives, a heap of another thread is being marked.
class CycleBeside {
 public:
  CycleBeside() : thread_([this] { Run(); }) { both_.arrive_and_wait(); }
  ~CycleBeside() {
    both_.arrive_and_wait();
    thread_.join();
  }
  CycleBeside(const CycleBeside&) = delete;
  CycleBeside& operator=(const CycleBeside&) = delete;

 private:
  void Run() {
    Nodes nodes;
    OpenCycle cycle(nodes.runtime());
    both_.arrive_and_wait();
    both_.arrive_and_wait();
  }

  std::barrier<> both_{2};
  std::thread thread_;
};

#endif

void RunBarrier(const Scale& scale) {
  const uint64_t count = scale(500'000);
  Nodes nodes;
  Least node;
  Least store;
  const auto make = [&] { nodes.Make(count); };
  const auto overwrite = [&] { nodes.Store(count); };
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
  Least node_beside;
  Least store_beside;
  Least store_marking;
#endif
  for (int i = 0; i < kRoundCount; ++i) {
    node.Measure(count, make);
    store.Measure(count, overwrite);
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
    CycleBeside beside;
    node_beside.Measure(count, make);
    store_beside.Measure(count, overwrite);
#endif
  }
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
  // By themselves: what a cycle leaves is work for those that allocate next.
  for (int i = 0; i < kRoundCount; ++i) {
    OpenCycle cycle(nodes.runtime());
    store_marking.Measure(count, overwrite);
  }
#endif
  node.Print("node");
  store.Print("store");
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
  node_beside.Print("node_beside");
  store_beside.Print("store_beside");
  store_marking.Print("store_marking");
#endif
}

constexpr Group kGroups[] = {{"barrier", RunBarrier}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
