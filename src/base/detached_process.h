// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A process of its own that goes on with what this one has in memory at this
// moment, and sends bytes back when it is done: the memory is shared until one
// of the two writes to it.
//
// It is no child of the program: it is never waited for, and its end sends no
// signal. (The process between, which makes it so, is a child for a moment.)
//
// Of the program's open files it has but standard error and those it is told to
// keep: a socket that the program closes meanwhile is closed for its peer, too.

#ifndef HALFWORD_BASE_DETACHED_PROCESS_H_
#define HALFWORD_BASE_DETACHED_PROCESS_H_

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class DetachedProcess {
 public:
  // What runs in the new process; what it returns is sent back.
  using Work = std::string (*)(void* context);

  DetachedProcess() = default;
  ~DetachedProcess();
  DetachedProcess(const DetachedProcess&) = delete;
  DetachedProcess& operator=(const DetachedProcess&) = delete;

  // False: the system has no room for another process. The new one has this
  // thread alone; locks that others hold at this moment stay locked there, but
  // for malloc's. kept: descriptors that it works with.
  bool Start(Work work, void* context, const std::vector<int>& kept = {});

  // What it has sent, once it has ended; less if it ended before its time. The
  // same each time. Threads: any.
  std::string Wait();

 private:
  std::mutex mutex_;  // of what follows
  int pipe_ = -1;
  std::string sent_;
};

// Closes all descriptors but standard error and those; standard input and
// output become /dev/null, so that no file that is opened later is taken for
// them.
void CloseDescriptorsBut(std::vector<int> kept);
// Of a range, where the system has no call for it.
void CloseListedDescriptors(unsigned first, unsigned last);

// What this process has written and shares with no other. (What it has read of
// files is its own only until another process runs the same program.)
size_t OwnMemoryBytes();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_DETACHED_PROCESS_H_
