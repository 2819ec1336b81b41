// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The clocks, /proc and the JSON lines behind measure.h. Rows are printed with
// plain formatted output: their names and keys are ours and need no escaping.

#include "bench/measure.h"

#include <time.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {
namespace {

double ReadClockMs(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec) * 1e-6;
}

// Returns the number of bytes behind `key` ("VmHWM:") in a file of /proc.
uint64_t ReadBytes(const char* path, const char* key) {
  FILE* status = std::fopen(path, "r");
  if (status == nullptr) {
    std::perror(path);
    std::exit(1);
  }
  char line[256];
  uint64_t kibibytes = 0;
  size_t key_bytes = std::strlen(key);
  while (std::fgets(line, sizeof(line), status) != nullptr) {
    if (std::strncmp(line, key, key_bytes) == 0) {
      kibibytes = std::strtoull(line + key_bytes, nullptr, 10);
    }
  }
  std::fclose(status);
  return kibibytes * 1024;
}

int Fail(const char* program, const char* what, const char* argument) {
  std::fprintf(stderr, "%s: %s: %s\n", program, argument, what);
  return 2;
}

}  // namespace

uint64_t ResidentBytes() {
  return ReadBytes("/proc/self/smaps_rollup", "Rss:");
}
uint64_t PeakResidentBytes() {
  return ReadBytes("/proc/self/status", "VmHWM:");
}
uint64_t AnonymousBytes() {
  return ReadBytes("/proc/self/smaps_rollup", "Anonymous:");
}

Row::Row(const char* suite, const char* name)
    : suite_(suite),
      name_(name),
      cpu_ms_(ReadClockMs(CLOCK_PROCESS_CPUTIME_ID)),
      wall_ms_(ReadClockMs(CLOCK_MONOTONIC)) {}

void Row::Stop(uint64_t repetitions) {
  double count = static_cast<double>(repetitions);
  cpu_ms_ = (ReadClockMs(CLOCK_PROCESS_CPUTIME_ID) - cpu_ms_) / count;
  wall_ms_ = (ReadClockMs(CLOCK_MONOTONIC) - wall_ms_) / count;
}

void Row::Operations(uint64_t count) {
  Add("ns_per_op", cpu_ms_ * 1e6 / static_cast<double>(count));
}

void Row::Add(const char* key, double value) {
  char text[128];
  std::snprintf(text, sizeof(text), ",\"%s\":%.6g", key, value);
  figures_ += text;
}

void Row::Checksum(uint64_t value) {
  char text[64];
  std::snprintf(text, sizeof(text), ",\"checksum\":%" PRIu64, value);
  figures_ += text;
}

void Row::Print() const {
  std::printf(
      "{\"suite\":\"%s\",\"row\":\"%s\",\"variant\":\"%s\","
      "\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"peak_bytes\":%" PRIu64
      ",\"metric\":\"%s\"%s}\n",
      suite_.c_str(), name_.c_str(), HALFWORD_BENCH_VARIANT, cpu_ms_, wall_ms_,
      PeakResidentBytes(), metric_.c_str(), figures_.c_str());
  std::fflush(stdout);
}

int Main(int argc, char** argv, std::span<const Group> groups) {
  Scale scale;
  bool list = false;
  uint64_t chosen = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) {
      scale.quick = true;
    } else if (std::strcmp(argv[i], "--list") == 0) {
      list = true;
    } else {
      size_t found = 0;
      while (found < groups.size() &&
             std::strcmp(argv[i], groups[found].name) != 0) {
        ++found;
      }
      if (found == groups.size()) {
        return Fail(argv[0], "no such option or group", argv[i]);
      }
      chosen |= uint64_t{1} << found;
    }
  }
  for (size_t i = 0; i < groups.size(); ++i) {
    if (list) {
      std::printf("%s\n", groups[i].name);
    } else if (chosen == 0 || (chosen >> i & 1) != 0) {
      groups[i].run(scale);
    }
  }
  return 0;
}

}  // namespace bench
