// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Makes a large heap and writes two snapshots of it, one before and one after a
// change, for the readers to load: `./dev devtools big`. The heaps are those of
// bench/snapshots, whose pages say what is in them.
//
// Usage: write-heap document|strings COUNT BEFORE AFTER
//
// COUNT nodes of a document or COUNT strings in a vector, beside a list of
// COUNT/100 items. The change: another list of half as many takes the place of
// that, and COUNT/200 strings are added. So the second snapshot has new objects
// in slots of dead ones, which must not have the ids of those.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bench/snapshots/heaps.h"
#include "halfword/halfword.h"

namespace {

bool Write(bench::Subject& subject, const std::string& path) {
  const halfword::SnapshotReport report = halfword::WriteHeapSnapshot(
      subject.heap(), path, {.stack = halfword::StackState::kNoHeapPointers});
  if (!report.ok()) std::fprintf(stderr, "%s\n", report.error.c_str());
  return report.ok();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view kind = argc == 5 ? argv[1] : "";
  const uint64_t count = argc == 5 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (count == 0 || (kind != "document" && kind != "strings")) {
    std::fprintf(stderr, "Usage: %s document|strings COUNT BEFORE AFTER\n",
                 argv[0]);
    return 2;
  }
  bench::Subject subject;
  if (kind == "document") {
    subject.MakeDocument(count);
  } else {
    subject.MakeStrings(count);
  }
  subject.MakeList(count / 100 + 1);
  if (!Write(subject, argv[3])) return 1;
  subject.MakeList(count / 200 + 1);
  subject.MakeStrings(count / 200 + 1);
  if (!Write(subject, argv[4])) return 1;
  std::printf("%llu\n", static_cast<unsigned long long>(subject.HeapBytes()));
  return 0;
}
