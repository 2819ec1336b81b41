// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Starting, feeding, and understanding how it ended.

#include "analysis/export/python_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "analysis/export/table_writer.h"

namespace halfword::analysis {

namespace {

constexpr std::string_view kReady = "ready\n";

// Not `-m`, which would look for modules where the user happens to be.
constexpr const char* kStart =
    "import sys; sys.path[0] = sys.argv.pop(1); "
    "from halfword_export.run import main; sys.exit(main())";

std::string Interpreter() {
  const char* const chosen = std::getenv("HALFWORD_PYTHON");
  return chosen != nullptr && *chosen != '\0' ? chosen : "python3";
}

std::string PackageFolder() {
  std::error_code error;
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share/halfword/python";
}

// What remains of output that is no traceback: its last line.
std::string LastLine(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

[[noreturn]] void Fail(const std::string& what, int error) {
  throw ExportError(what + ": " + std::strerror(error));
}

}  // namespace

PythonProcess::PythonProcess(const std::vector<std::string>& arguments)
    : interpreter_(Interpreter()) {
  std::array<int, 2> input;
  std::array<int, 2> output;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0) {
    Fail("cannot start " + interpreter_, errno);
  }
  if (pipe2(output.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    close(input[0]);
    close(input[1]);
    Fail("cannot start " + interpreter_, error);
  }
  input_ = input[0];
  output_ = output[0];
  try {
    Start(arguments, input[1], output[1]);
  } catch (...) {
    close(input[1]);
    close(output[1]);
    CloseAndWait();
    throw;
  }
  close(input[1]);
  close(output[1]);
}

PythonProcess::~PythonProcess() { CloseAndWait(); }

void PythonProcess::Start(const std::vector<std::string>& arguments, int input,
                          int output) {
  std::vector<std::string> words = {interpreter_, "-B", "-c", kStart,
                                    PackageFolder()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  const int error = posix_spawnp(&process_, interpreter_.c_str(), &actions,
                                 nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == 0) return;
  process_ = -1;
  if (error != ENOENT) Fail("cannot start " + interpreter_, error);
  throw ExportError("this format is written by Python, and there is no " +
                    interpreter_ + "; install python3 and pyarrow");
}

void PythonProcess::WaitUntilReady() {
  while (said_.find('\n') == std::string::npos) {
    std::array<char, 4096> buffer;
    const ssize_t count = read(output_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) FailAsItSays();
    said_.append(buffer.data(), static_cast<size_t>(count));
  }
  if (!said_.starts_with(kReady)) FailAsItSays();
  said_.clear();
}

void PythonProcess::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) FailAsItSays();
    bytes.remove_prefix(static_cast<size_t>(count));
  }
}

void PythonProcess::Finish() {
  CloseAndWait();
  if (status_ != 0) FailAsItSays();
}

void PythonProcess::CloseAndWait() {
  if (input_ >= 0) close(input_);
  input_ = -1;
  std::array<char, 4096> buffer;
  while (process_ >= 0 && output_ >= 0) {
    const ssize_t count = read(output_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    said_.append(buffer.data(), static_cast<size_t>(count));
  }
  if (output_ >= 0) close(output_);
  output_ = -1;
  while (process_ >= 0 && waitpid(process_, &status_, 0) < 0 &&
         errno == EINTR) {
  }
  process_ = -1;
}

void PythonProcess::FailAsItSays() {
  CloseAndWait();
  std::string reason = LastLine(said_);
  if (reason.empty()) {
    reason =
        "ended by " + (WIFSIGNALED(status_)
                           ? "signal " + std::to_string(WTERMSIG(status_))
                           : "status " + std::to_string(WEXITSTATUS(status_)));
  }
  throw ExportError(interpreter_ + ": " + reason);
}

}  // namespace halfword::analysis
