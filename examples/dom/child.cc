// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Three files in memory, and posix_spawn() between writing and reading them.

#include "examples/dom/child.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

extern char** environ;

namespace dom {
namespace {

[[noreturn]] void Throw(int error) {
  throw std::system_error(error, std::generic_category());
}

// A file without a name. Closed in the child, which gets a copy as one of its
// standard streams.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("halfword-dom", MFD_CLOEXEC)) {
    if (descriptor_ < 0) Throw(errno);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }

  int descriptor() const { return descriptor_; }

  // Leaves the position at the beginning, for the child to read from.
  void Write(std::string_view text) {
    off_t offset = 0;
    while (!text.empty()) {
      const ssize_t count =
          pwrite(descriptor_, text.data(), text.size(), offset);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) Throw(errno);
      offset += count;
      text.remove_prefix(static_cast<size_t>(count));
    }
  }

  std::string ReadAll() const {
    struct stat status;
    if (fstat(descriptor_, &status) != 0) Throw(errno);
    std::string text(static_cast<size_t>(status.st_size), '\0');
    size_t offset = 0;
    while (offset < text.size()) {
      const ssize_t count =
          pread(descriptor_, text.data() + offset, text.size() - offset,
                static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) Throw(errno);
      if (count == 0) break;
      offset += static_cast<size_t>(count);
    }
    text.resize(offset);
    return text;
  }

 private:
  const int descriptor_;
};

// Which of the parent's files become standard streams of the child.
class StreamActions {
 public:
  StreamActions() { posix_spawn_file_actions_init(&actions_); }
  StreamActions(const StreamActions&) = delete;
  StreamActions& operator=(const StreamActions&) = delete;
  ~StreamActions() { posix_spawn_file_actions_destroy(&actions_); }

  void Assign(const MemoryFile& file, int stream) {
    const int error =
        posix_spawn_file_actions_adddup2(&actions_, file.descriptor(), stream);
    if (error != 0) Throw(error);
  }

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

}  // namespace

ChildResult RunChild(std::vector<std::string> arguments,
                     std::string_view input) {
  MemoryFile input_file, output_file, error_file;
  input_file.Write(input);
  StreamActions actions;
  actions.Assign(input_file, STDIN_FILENO);
  actions.Assign(output_file, STDOUT_FILENO);
  actions.Assign(error_file, STDERR_FILENO);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);

  pid_t process = 0;
  const int error = posix_spawn(&process, words.front(), actions.get(), nullptr,
                                words.data(), environ);
  if (error != 0) Throw(error);
  ChildResult result;
  while (waitpid(process, &result.wait_status, 0) < 0 && errno == EINTR) {
  }
  result.output = output_file.ReadAll();
  result.errors = error_file.ReadAll();
  return result;
}

}  // namespace dom
