// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword: the command line. What it can do stands in its subcommands.

#include <malloc.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "base/unfinished_files.h"
#include "tools/halfword/completion.h"
#include "tools/halfword/image_commands.h"
#include "tools/halfword/messages.h"
#include "tools/halfword/snapshot_commands.h"

namespace halfword::tools {
namespace {

// Large arrays go back to the system as soon as they are freed: glibc would
// keep those that it has seen freed once.
void ReturnMemoryEarly() {
  mallopt(M_MMAP_THRESHOLD, 1 << 17);
  mallopt(M_TRIM_THRESHOLD, 1 << 17);
}

// What is being written under another name goes, and then the program, as the
// signal says.
void RemoveAndEnd(int signal) {
  internal::UnfinishedFile::UnlinkAll();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void RemoveFilesAtSignals() {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    // nohup means it.
    if (std::signal(signal, RemoveAndEnd) == SIG_IGN) {
      std::signal(signal, SIG_IGN);
    }
  }
}

ExitStatus RunChosen(const std::vector<std::unique_ptr<Command>>& commands) {
  for (const auto& command : commands) {
    if (command->is_chosen()) return command->Run();
  }
  return ExitStatus::kWrongUsage;
}

// The first word that should be a subcommand and is none; "": there is none.
std::string FindUnknown(const CLI::App& program, int count, char** words) {
  const CLI::App* level = &program;
  for (int i = 1; i < count && words[i][0] != '-'; ++i) {
    const std::vector<const CLI::App*> below = level->get_subcommands({});
    if (below.empty()) return "";
    const auto named = std::find_if(
        below.begin(), below.end(),
        [&](const CLI::App* app) { return app->get_name() == words[i]; });
    if (named == below.end()) return words[i];
    level = *named;
  }
  return "";
}

ExitStatus ParseAndRun(int argument_count, char** arguments) {
  CLI::App app("Looks into heaps.", "halfword");
  app.set_version_flag("--version", "halfword " HALFWORD_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done, 1 a file is bad or a check failed, "
      "2 wrong usage.");
  std::vector<std::unique_ptr<Command>> commands = AddSnapshotCommands(&app);
  for (auto& command : AddImageCommands(&app)) {
    commands.push_back(std::move(command));
  }
  commands.push_back(MakeCompletion(&app));
  const std::string unknown = FindUnknown(app, argument_count, arguments);
  if (!unknown.empty()) {
    PrintError("no subcommand is called '" + unknown + "'; see --help");
    return ExitStatus::kWrongUsage;
  }
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::Success& asked_for) {
    std::ostringstream text;
    app.exit(asked_for, text, text);
    return PrintResult(text.str()) ? ExitStatus::kDone : ExitStatus::kFailed;
  } catch (const CLI::ParseError& error) {
    PrintError(error.what());
    return ExitStatus::kWrongUsage;
  }
  return RunChosen(commands);
}

// Whatever goes wrong is one line.
ExitStatus Main(int argument_count, char** arguments) noexcept {
  try {
    return ParseAndRun(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    PrintError("out of memory");
  } catch (const std::exception& error) {
    PrintError(error.what());
  }
  return ExitStatus::kFailed;
}

}  // namespace
}  // namespace halfword::tools

int main(int argument_count, char** arguments) {
  halfword::tools::ReturnMemoryEarly();
  // A limit of file sizes (ulimit -f) is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  halfword::tools::RemoveFilesAtSignals();
  return static_cast<int>(halfword::tools::Main(argument_count, arguments));
}
