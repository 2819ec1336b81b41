// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A process of its own that goes on with what this one has in memory at this
// moment, and sends bytes back when it is done: the memory is shared until one
// of the two writes to it.
//
// It is no child of the program: it is never waited for, and its end sends no
// signal. (The process between, which makes it so, is a child for a moment.)

#ifndef HALFWORD_BASE_DETACHED_PROCESS_H_
#define HALFWORD_BASE_DETACHED_PROCESS_H_

#include <cstddef>
#include <string>

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
  // for malloc's.
  bool Start(Work work, void* context);

  // What it has sent, once it has ended; less if it ended before its time.
  std::string Wait();

 private:
  int pipe_ = -1;
};

// What this process has in memory that it shares with no other.
size_t OwnMemoryBytes();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_DETACHED_PROCESS_H_
