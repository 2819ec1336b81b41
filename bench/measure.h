// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What every suite does around its work: read the clocks and the memory of the
// process, print one JSON line a row, and take the few options that run.py
// gives. A suite is a list of groups; a group runs in a process of its own, so
// that no row starts on a heap that another group has grown.
//
// Peak memory is VmHWM, not getrusage(): ru_maxrss survives exec(), so it would
// report the memory of the Python process that started us.
//
// Next: runtime.h, then any suite.

#ifndef HALFWORD_BENCH_MEASURE_H_
#define HALFWORD_BENCH_MEASURE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace bench {

// Bytes of the process that are in memory now, and the most there have been.
// The first is exact and slow; the kernel's running count of the second may be
// off by some hundred KiB.
uint64_t ResidentBytes();
uint64_t PeakResidentBytes();
// Those of them that belong to no file: without the pages of programs.
uint64_t AnonymousBytes();

// One row: its clock runs from construction to Stop(), its figures are added
// after that, and Print() writes the line that run.py reads:
//
//   {"suite":"dom","row":"build","variant":"halfword","cpu_ms":..,
//    "wall_ms":..,"peak_bytes":..,"checksum":..,"metric":"cpu_ms",...}
//
// The CPU time is that of all threads of the process.
class Row {
 public:
  Row(const char* suite, const char* name);

  // Stops the clock. `repetitions` > 1: the times are divided by it.
  void Stop(uint64_t repetitions = 1);

  // Requires: Stop().
  double cpu_ms() const { return cpu_ms_; }

  // Says how many operations the time was for: adds "ns_per_op".
  void Operations(uint64_t count);
  // Adds a figure, such as "collections".
  void Add(const char* key, double value);
  // Makes `key`, a figure added with Add(), what variants are compared by,
  // instead of the CPU time.
  void CompareBy(const char* key) { metric_ = key; }
  // A number that all variants must agree on: it shows that each of them did
  // the same work. run.py takes a difference for an error.
  void Checksum(uint64_t value);

  // Requires: Stop().
  void Print() const;

 private:
  std::string suite_;
  std::string name_;
  std::string metric_ = "cpu_ms";
  std::string figures_;
  double cpu_ms_;
  double wall_ms_;
};

// The sizes of a run. --quick divides the work by 16, for tests of the suites
// themselves; its figures mean nothing.
struct Scale {
  bool quick = false;
  uint64_t operator()(uint64_t count) const {
    return quick ? count / 16 : count;
  }
  uint32_t Depth(uint32_t depth) const { return quick ? depth - 4 : depth; }
};

// A part of a suite that wants a process of its own.
struct Group {
  const char* name;
  void (*run)(const Scale& scale);
};

// The body of main(): `SUITE [--quick] [--list] [GROUP...]`. Without a group,
// all of them run. Returns the exit status: 2 for an unknown group or option.
int Main(int argc, char** argv, std::span<const Group> groups);

// A repeatable sequence of numbers (xorshift), the same in every variant.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint32_t Next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>(state_ >> 32);
  }
  // A number in [0, bound). Requires: bound > 0.
  uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>((uint64_t{Next()} * bound) >> 32);
  }

 private:
  uint64_t state_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_MEASURE_H_
