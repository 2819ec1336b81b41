// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A sibling gets the names of the pages as a list on its standard input, since
// a folder may hold more of them than fit on a command line. Its figures come
// as the JSON document that it would print for anybody.

#include "examples/dom/siblings.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "examples/dom/child.h"
#include "examples/dom/streams.h"

namespace dom {
namespace {

[[noreturn]] void Fail(const std::string& program, std::string_view what,
                       std::string_view expected) {
  throw std::runtime_error(
      fmt::format("{}: {}, expected {}", program, what, expected));
}

ChildResult RunSibling(const std::string& path,
                       const std::vector<std::string>& files,
                       int repeat_count) {
  std::string list;
  for (const std::string& file : files) list.append(file).push_back('\0');
  try {
    return RunChild({path, "--json", "--repeat", std::to_string(repeat_count),
                     "--files0-from", "-"},
                    list);
  } catch (const std::system_error& error) {
    Fail(path, std::strerror(error.code().value()),
         "a build of halfword-dom beside this one");
  }
}

void ExpectSuccess(const std::string& path, int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    Fail(path, strsignal(WTERMSIG(wait_status)), "its figures");
  }
  if (WEXITSTATUS(wait_status) != 0) {
    Fail(path, fmt::format("exit status {}", WEXITSTATUS(wait_status)),
         "its figures");
  }
}

// What a sibling said, without the lines that were said before.
std::string NewErrors(std::string_view errors, OptionComplaints complaints) {
  constexpr std::string_view kOptionComplaint = "halfword: HALFWORD_OPTIONS: ";
  std::string rest;
  while (!errors.empty()) {
    const size_t newline = std::min(errors.find('\n'), errors.size() - 1);
    const std::string_view line = errors.substr(0, newline + 1);
    errors.remove_prefix(line.size());
    if (complaints == OptionComplaints::kShow ||
        !line.starts_with(kOptionComplaint)) {
      rest += line;
    }
  }
  return rest;
}

}  // namespace

std::string OwnPath() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string(kPrograms[0]) : path.string();
}

Figures MeasureElsewhere(std::string_view program,
                         const std::vector<std::string>& files,
                         int repeat_count, OptionComplaints complaints) {
  const std::filesystem::path folder =
      std::filesystem::path(OwnPath()).parent_path();
  const std::string path = (folder / program).string();
  const ChildResult result = RunSibling(path, files, repeat_count);
  WriteErrors(NewErrors(result.errors, complaints));
  ExpectSuccess(path, result.wait_status);
  try {
    return nlohmann::json::parse(result.output).get<Report>().builds.at(0);
  } catch (const std::exception& error) {
    Fail(path, error.what(), "its figures as JSON");
  }
}

}  // namespace dom
