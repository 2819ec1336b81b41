// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A sibling runs as a child process whose standard output is a pipe; its
// figures come as the JSON document that it would print for anybody.

#include "examples/dom/siblings.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace dom {
namespace {

[[noreturn]] void Fail(const std::string& program, std::string_view what,
                       std::string_view expected) {
  throw std::runtime_error(
      fmt::format("{}: {}, expected {}", program, what, expected));
}

// A program that is running, with its standard output at hand.
class Child {
 public:
  explicit Child(std::vector<std::string> arguments)
      : program_(arguments.front()) {
    int ends[2];
    // Closed in the child, which has its own copy of the one it needs.
    if (pipe2(ends, O_CLOEXEC) != 0) FailToStart(errno);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const int error = posix_spawn(&process_, program_.c_str(), &actions,
                                  nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = ends[0];
    if (error != 0) {
      close(output_);
      FailToStart(error);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { close(output_); }

  std::string ReadOutput() {
    std::string text;
    char buffer[1 << 16];
    for (;;) {
      const ssize_t count = read(output_, buffer, sizeof buffer);
      if (count > 0) text.append(buffer, static_cast<size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
  }

  // Waits for the end. Requires: the output has been read.
  void ExpectSuccess() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) {
      Fail(program_, strsignal(WTERMSIG(status)), "its figures");
    }
    if (WEXITSTATUS(status) != 0) {
      Fail(program_, fmt::format("exit status {}", WEXITSTATUS(status)),
           "its figures");
    }
  }

 private:
  [[noreturn]] void FailToStart(int error) const {
    Fail(program_, std::strerror(error),
         "a build of halfword-dom beside this one");
  }

  const std::string program_;
  pid_t process_ = 0;
  int output_ = -1;
};

}  // namespace

std::string OwnPath() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? kPrograms.front() : path.string();
}

Figures MeasureElsewhere(const std::string& program,
                         const std::vector<std::string>& files,
                         int repeat_count) {
  const std::filesystem::path folder =
      std::filesystem::path(OwnPath()).parent_path();
  const std::string path = (folder / program).string();
  std::vector<std::string> arguments = {path, "--json", "--repeat",
                                        std::to_string(repeat_count), "--"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  Child child(std::move(arguments));
  const std::string output = child.ReadOutput();
  child.ExpectSuccess();
  try {
    return nlohmann::json::parse(output).get<Report>().builds.at(0);
  } catch (const std::exception& error) {
    Fail(path, error.what(), "its figures as JSON");
  }
}

}  // namespace dom
