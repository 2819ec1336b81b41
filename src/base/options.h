// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_OPTIONS: what the user of a finished program may ask of the heap in
// it, e.g. HALFWORD_OPTIONS=max-heap=256m,trace-gc. Items are separated by
// commas; a later item of the same name wins. Whatever cannot be understood is
// one line on standard error and otherwise ignored: a typing error must not
// change what a program does.

#ifndef HALFWORD_BASE_OPTIONS_H_
#define HALFWORD_BASE_OPTIONS_H_

#include <cstdint>
#include <string_view>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct ProcessOptions {
  // cage=SIZE: how much address space to take for managed objects. 0: as much
  // as the window gives. What the cage cannot be is the cage's to say.
  uint64_t cage_bytes = 0;
  // max-heap=SIZE: the limit of every heap of the process. 0: none.
  uint64_t max_heap_bytes = 0;
  // huge-pages: the memory of objects may come in huge pages of the system.
  bool huge_pages = false;
  // trace-gc: one line for each collection.
  bool trace_gc = false;
  // profile-snapshot: one line for each heap snapshot.
  bool profile_snapshot = false;
  // track-allocations: snapshots tell where and when objects were allocated.
  bool track_allocations = false;
  // redact-snapshots: those that heaps write by themselves hold no contents.
  bool redact_snapshots = false;
  // near-limit-snapshots=N: how many snapshots each heap writes by itself when
  // it nears its limit.
  uint64_t near_limit_snapshot_count = 0;
  // snapshot-signal=NAME: every heap writes one soon after this signal. 0:
  // none.
  int snapshot_signal = 0;
  // snapshot-dir=PATH: where these snapshots go. "": the working folder.
  static constexpr size_t kPathBytesMax = 1024;
  char snapshot_folder[kPathBytesMax + 1] = {};
};

// The options of this process, read from the environment at the first call. A
// program that runs with more rights than its user (setuid) has none.
// Threads: any, also before main. Never allocates.
const ProcessOptions& GetProcessOptions();

// Takes a complaint: one line, without "halfword: " and newline.
using ComplaintSink = void (*)(void* context, const char* line);

// Reads the items of `text` into *options and passes what it did not understand
// to `sink`, one call an item.
void ParseOptions(std::string_view text, ProcessOptions* options,
                  ComplaintSink sink, void* context);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_OPTIONS_H_
