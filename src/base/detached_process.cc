// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// fork() twice: the process between the two ends at once, so that the program
// has nothing to wait for later.

#include "base/detached_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What it sends first. That the process between has ended says nothing: where
// the program ignores SIGCHLD, or waits for any child, nobody can tell how.
constexpr char kStarted = 'S';

void SendAll(int pipe, const std::string& text) {
  size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t bytes = write(pipe, text.data() + sent, text.size() - sent);
    if (bytes < 0 && errno != EINTR) return;
    if (bytes > 0) sent += static_cast<size_t>(bytes);
  }
}

[[noreturn]] void RunDetached(DetachedProcess::Work work, void* context,
                              int pipe) {
  // Whoever asked may be gone by then.
  std::signal(SIGPIPE, SIG_IGN);
  SendAll(pipe, std::string(1, kStarted));
  std::string sent;
  try {
    sent = work(context);
  } catch (const std::exception&) {
    _exit(1);
  }
  SendAll(pipe, sent);
  _exit(0);
}

}  // namespace

DetachedProcess::~DetachedProcess() {
  if (pipe_ >= 0) close(pipe_);
}

bool DetachedProcess::Start(Work work, void* context) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t between = fork();
  if (between == 0) {
    close(ends[0]);
    const pid_t detached = fork();
    if (detached == 0) RunDetached(work, context, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  char first = 0;
  const bool has_started = between > 0 &&
                           TEMP_FAILURE_RETRY(read(ends[0], &first, 1)) == 1 &&
                           first == kStarted;
  if (between > 0) {
    static_cast<void>(TEMP_FAILURE_RETRY(waitpid(between, nullptr, 0)));
  }
  if (!has_started) {
    close(ends[0]);
    return false;
  }
  pipe_ = ends[0];
  return true;
}

std::string DetachedProcess::Wait() {
  std::string text;
  if (pipe_ < 0) return text;
  char buffer[4096];
  for (;;) {
    const ssize_t bytes = read(pipe_, buffer, sizeof(buffer));
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) break;
    text.append(buffer, static_cast<size_t>(bytes));
  }
  close(pipe_);
  pipe_ = -1;
  return text;
}

size_t OwnMemoryBytes() {
  FILE* const file = std::fopen("/proc/self/smaps_rollup", "re");
  if (file == nullptr) return 0;
  size_t kibibytes = 0;
  char line[256];
  while (std::fgets(line, sizeof(line), file) != nullptr) {
    size_t value = 0;
    if (std::sscanf(line, "Private_Dirty: %zu kB", &value) == 1 ||
        std::sscanf(line, "Private_Clean: %zu kB", &value) == 1) {
      kibibytes += value;
    }
  }
  std::fclose(file);
  return kibibytes * 1024;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
