// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "marking": the full collection of suite "dom", by one and by two
// markers. In each round each is done once, so that what else the machine does
// hits all alike; what is compared is the least wall-clock time of all rounds.
// cpu_ms_min is the least CPU time of all threads together.
// Rows:
//
//   one_marker    no other thread takes part
//   two_markers   a helper does; speed_up is to one_marker
//   two_heaps     two threads collect a document of their own each, with one
//                 marker: what two processors can do at most; speed_up is that
//                 of the two together
//
// Of other collectors there is the first row: Oilpan marks in a pause with one
// thread, whatever it is given.
//
// Wall-clock times need two idle processors.

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <thread>

#include "bench/dom_document.h"
#include "bench/measure.h"
#include "bench/runtime.h"

namespace bench {
namespace {

constexpr int kRoundCount = 50;

struct Document {
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
  Document(size_t marker_count_max, uint32_t node_count)
      : runtime({.marker_count_max = marker_count_max}),
        root(MakeDocument(runtime, node_count)) {}
#else
  explicit Document(uint32_t node_count)
      : root(MakeDocument(runtime, node_count)) {}
#endif
  Runtime runtime;
  Root<Node> root;
};

double WallMs() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double CpuMs() {
  return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

// The least times of what was measured.
class Least {
 public:
  template <typename Function>
  void Measure(Function function) {
    const double start_ms = WallMs();
    const double cpu_start_ms = CpuMs();
    function();
    wall_ms_ = std::min(wall_ms_, WallMs() - start_ms);
    cpu_ms_ = std::min(cpu_ms_, CpuMs() - cpu_start_ms);
  }
  double wall_ms() const { return wall_ms_; }
  double cpu_ms() const { return cpu_ms_; }

 private:
  double wall_ms_ = 1e9;
  double cpu_ms_ = 1e9;
};

#ifdef HALFWORD_BENCH_HAS_MARKING_MODES

// Its own thread has the second document, for as long as it lives.
class SecondHeap {
 public:
  explicit SecondHeap(uint32_t node_count)
      : thread_([this, node_count] { Run(node_count); }) {
    both_.arrive_and_wait();
  }
  ~SecondHeap() {
    is_ending_ = true;
    both_.arrive_and_wait();
    thread_.join();
  }
  SecondHeap(const SecondHeap&) = delete;
  SecondHeap& operator=(const SecondHeap&) = delete;

  template <typename Function>
  void CollectBeside(Function function) {
    both_.arrive_and_wait();
    function();
    both_.arrive_and_wait();
  }

 private:
  void Run(uint32_t node_count) {
    Document document(1, node_count);
    both_.arrive_and_wait();
    for (;;) {
      both_.arrive_and_wait();
      if (is_ending_) return;
      document.runtime.Collect();
      both_.arrive_and_wait();
    }
  }

  bool is_ending_ = false;
  std::barrier<> both_{2};
  std::thread thread_;
};

#endif

void Print(const char* name, const Least& least, double speed_up) {
  Row row("marking", name);
  row.Stop();
  row.Add("wall_ms_min", least.wall_ms());
  row.Add("cpu_ms_min", least.cpu_ms());
  row.Add("speed_up", speed_up);
  row.CompareBy("wall_ms_min");
  row.Print();
}

#ifdef HALFWORD_BENCH_HAS_MARKING_MODES

void RunMarking(const Scale& scale) {
  const auto node_count = static_cast<uint32_t>(scale(1'000'000));
  Document one(1, node_count);
  Document two(2, node_count);
  SecondHeap second(node_count);
  Least one_marker;
  Least two_markers;
  Least two_heaps;
  for (int i = 0; i < kRoundCount; ++i) {
    one_marker.Measure([&] { one.runtime.Collect(); });
    two_markers.Measure([&] { two.runtime.Collect(); });
    two_heaps.Measure(
        [&] { second.CollectBeside([&] { one.runtime.Collect(); }); });
  }
  Print("one_marker", one_marker, 1);
  Print("two_markers", two_markers,
        one_marker.wall_ms() / two_markers.wall_ms());
  Print("two_heaps", two_heaps, 2 * one_marker.wall_ms() / two_heaps.wall_ms());
}

#else

void RunMarking(const Scale& scale) {
  Document document(static_cast<uint32_t>(scale(1'000'000)));
  Least one_marker;
  for (int i = 0; i < kRoundCount; ++i) {
    one_marker.Measure([&] { document.runtime.Collect(); });
  }
  Print("one_marker", one_marker, 1);
}

#endif

constexpr Group kGroups[] = {{"document", RunMarking}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
