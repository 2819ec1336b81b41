// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// fork() twice: the process between the two ends at once, so that the program
// has nothing to wait for later.

#include "base/detached_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

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

// False: the system does not know the call, or does not allow it.
bool CloseRange([[maybe_unused]] unsigned first,
                [[maybe_unused]] unsigned last) {
#if defined(SYS_close_range)
  return first > last || syscall(SYS_close_range, first, last, 0u) == 0;
#else
  return false;
#endif
}

[[noreturn]] void RunDetached(DetachedProcess::Work work, void* context,
                              int pipe, const std::vector<int>& kept) {
  // Whoever asked may be gone by then.
  std::signal(SIGPIPE, SIG_IGN);
  std::string sent;
  try {
    std::vector<int> own = kept;
    own.push_back(pipe);
    CloseDescriptorsBut(std::move(own));
    SendAll(pipe, std::string(1, kStarted));
    sent = work(context);
  } catch (const std::exception&) {
    _exit(1);
  }
  SendAll(pipe, sent);
  _exit(0);
}

}  // namespace

// One of those that are open is the list's own; closing it while the list is
// read would end the reading.
void CloseListedDescriptors(unsigned first, unsigned last) {
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) return;
  std::vector<int> open_ones;
  while (const dirent* const entry = readdir(folder)) {
    const auto number = std::strtoul(entry->d_name, nullptr, 10);
    if (entry->d_name[0] == '.' || number < first || number > last) continue;
    open_ones.push_back(static_cast<int>(number));
  }
  closedir(folder);
  for (const int descriptor : open_ones) close(descriptor);
}

void CloseDescriptorsBut(std::vector<int> kept) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO}) {
    if (std::find(kept.begin(), kept.end(), standard) != kept.end()) continue;
    if (null >= 0) dup2(null, standard);
  }
  kept.push_back(STDERR_FILENO);
  std::sort(kept.begin(), kept.end());
  unsigned first = STDERR_FILENO;
  for (const int descriptor : kept) {
    const auto next = static_cast<unsigned>(std::max(descriptor, 0));
    if (next < first) continue;
    if (next > first && !CloseRange(first, next - 1)) {
      CloseListedDescriptors(first, next - 1);
    }
    first = next + 1;
  }
  if (!CloseRange(first, UINT_MAX)) CloseListedDescriptors(first, INT_MAX);
}

DetachedProcess::~DetachedProcess() {
  if (pipe_ >= 0) close(pipe_);
}

bool DetachedProcess::Start(Work work, void* context,
                            const std::vector<int>& kept) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t between = fork();
  if (between == 0) {
    close(ends[0]);
    const pid_t detached = fork();
    if (detached == 0) RunDetached(work, context, ends[1], kept);
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
  const std::lock_guard<std::mutex> lock(mutex_);
  if (pipe_ < 0) return sent_;
  char buffer[4096];
  for (;;) {
    const ssize_t bytes =  // Who comes meanwhile waits for the same.
        read(pipe_, buffer, sizeof(buffer));  // NOLINT
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) break;
    sent_.append(buffer, static_cast<size_t>(bytes));
  }
  close(pipe_);
  pipe_ = -1;
  return sent_;
}

size_t OwnMemoryBytes() {
  FILE* const file = std::fopen("/proc/self/smaps_rollup", "re");
  if (file == nullptr) return 0;
  size_t kibibytes = 0;
  char line[256];
  while (std::fgets(line, sizeof(line), file) != nullptr) {
    size_t value = 0;
    if (std::sscanf(line, "Private_Dirty: %zu kB", &value) == 1) {
      kibibytes += value;
    }
  }
  std::fclose(file);
  return kibibytes * 1024;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
