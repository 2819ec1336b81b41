// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The groups of the suite snapshots that write a heap.

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "bench/measure.h"
#include "bench/snapshots/groups.h"
#include "bench/snapshots/heaps.h"

namespace bench {
namespace {

using halfword::SnapshotReport;

constexpr uint64_t kNodesOf100Mb = 1'830'000;
constexpr uint64_t kNodesOf500Mb = 5 * kNodesOf100Mb;
constexpr uint64_t kMillion = 1'000'000;
constexpr halfword::SnapshotOptions kOptions = {
    .stack = halfword::StackState::kNoHeapPointers};

class NullSink : public halfword::SnapshotSink {
 public:
  bool Write(const char*, size_t) override { return true; }
};

// Another process may run the suite as well.
class File {
 public:
  File()
      : path_(std::string(HALFWORD_BENCH_FOLDER) + "/" +
              std::to_string(getpid()) + ".heapsnapshot") {}
  ~File() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

SnapshotReport WriteToNull(Subject& subject) {
  NullSink sink;
  return WriteHeapSnapshot(subject.heap(), sink, kOptions);
}

void AddFigures(Row& row, const SnapshotReport& report, uint64_t heap_bytes) {
  if (!report.ok()) {
    std::fprintf(stderr, "%s\n", report.error.c_str());
    std::exit(1);
  }
  const auto nodes = static_cast<double>(report.node_count);
  const auto memory = static_cast<double>(report.memory_bytes);
  const auto heap = static_cast<double>(heap_bytes);
  row.Operations(report.node_count);
  row.Add("mnodes_per_s", nodes / row.cpu_ms() / 1e3);
  row.Add("nodes", nodes);
  row.Add("edges", static_cast<double>(report.edge_count));
  row.Add("bytes", static_cast<double>(report.file_bytes));
  row.Add("heap_bytes", heap);
  row.Add("memory_bytes", memory);
  row.Add("memory_percent", 100 * memory / heap);
  row.Add("memory_of_bound", memory / std::max(0.15 * heap, 6 * nodes));
}

// Returns the CPU time; `write` gives a report. `base_ms`: if any, the row says
// how many times as long this took.
template <typename Write>
double Measure(const std::string& name, Subject& subject, double base_ms,
               const Write& write) {
  const uint64_t heap_bytes = subject.HeapBytes();
  Row row("snapshots", name.c_str());
  const SnapshotReport report = write();
  row.Stop();
  AddFigures(row, report, heap_bytes);
  if (base_ms > 0) row.Add("growth", row.cpu_ms() / base_ms);
  row.Checksum(subject.made_count());
  row.Print();
  return row.cpu_ms();
}

void MeasureBoth(const std::string& name, Subject& subject,
                 double base_ms = 0) {
  const File file;
  Measure(name + "_file", subject, 0, [&] {
    return WriteHeapSnapshot(subject.heap(), file.path(), kOptions);
  });
  Measure(name + "_sink", subject, base_ms,
          [&] { return WriteToNull(subject); });
}

using Maker = void (Subject::*)(uint64_t count);

void Run(const char* name, Maker make, uint64_t count) {
  Subject subject;
  (subject.*make)(count);
  MeasureBoth(name, subject);
}

}  // namespace

void RunDom100Mb(const Scale& scale) {
  Run("dom_100mb", &Subject::MakeDocument, scale(kNodesOf100Mb));
}

void RunDom500Mb(const Scale& scale) {
  Run("dom_500mb", &Subject::MakeDocument, scale(kNodesOf500Mb));
}

void RunMillion(const Scale& scale) {
  Run("nodes_1m", &Subject::MakeList, scale(kMillion));
}

// Beside a tenth of itself, in the same process: see "growth".
void RunTenMillion(const Scale& scale) {
  double tenth_ms = 0;
  {
    Subject tenth;
    tenth.MakeList(scale(kMillion));
    WriteToNull(tenth);
    tenth_ms = Measure("nodes_10m_tenth", tenth, 0,
                       [&] { return WriteToNull(tenth); });
  }
  Subject subject;
  subject.MakeList(scale(10 * kMillion));
  MeasureBoth("nodes_10m", subject, tenth_ms);
}

void RunRepeat(const Scale& scale) {
  Subject subject;
  subject.MakeDocument(scale(kNodesOf100Mb / 4));
  const auto measure = [&](const char* name, double base_ms) {
    return Measure(name, subject, base_ms,
                   [&] { return WriteToNull(subject); });
  };
  const double first_ms = measure("repeat_first", 0);
  measure("repeat_second", first_ms);
  for (int i = 3; i < 10; ++i) WriteToNull(subject);
  measure("repeat_tenth", first_ms);
}

void RunStrings(const Scale& scale) {
  Run("strings_1m", &Subject::MakeStrings, scale(kMillion));
}

void RunHandles(const Scale& scale) {
  Run("handles_1m", &Subject::MakeHandles, scale(kMillion));
}

void RunNamed(const Scale& scale) {
  Run("named_1m", &Subject::MakeNamed, scale(kMillion));
}

void RunPairs(const Scale& scale) {
  Run("pairs_1m", &Subject::MakePairs, scale(kMillion));
}

void RunNumbers(const Scale& scale) {
  Run("numbers_1m", &Subject::MakeNumbers, scale(kMillion));
}

}  // namespace bench
