// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword-nouns: Urbit's nouns in a heap with references of half a word. What
// it can do stands in its subcommands; the heart of the example is noun.h.

#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "examples/nouns/command.h"
#include "examples/nouns/messages.h"

namespace nouns {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  halfword-nouns cue kernel.jam --image kernel.image\n"
    "  halfword-nouns info kernel.image\n"
    "  halfword-nouns jam kernel.image again.jam\n"
    "  halfword-nouns info kernel.jam --json\n"
    "\n"
    "Exit status: 0 done, 1 a file is bad or memory ran out, 2 wrong usage.";

std::vector<std::unique_ptr<Command>> AddCommands(CLI::App* app) {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(MakeCue(app));
  commands.push_back(MakeJam(app));
  commands.push_back(MakeInfo(app));
  return commands;
}

ExitStatus RunChosen(const std::vector<std::unique_ptr<Command>>& commands) {
  for (const auto& command : commands) {
    if (command->is_chosen()) return command->Run();
  }
  return ExitStatus::kWrongUsage;
}

ExitStatus Main(int argument_count, char** arguments) {
  try {
    CLI::App app("Urbit's nouns in a garbage-collected heap.",
                 "halfword-nouns");
    app.set_version_flag("--version", "halfword-nouns " HALFWORD_VERSION);
    app.require_subcommand(1);
    app.footer(kFooter);
    const auto commands = AddCommands(&app);
    try {
      app.parse(argument_count, arguments);
    } catch (const CLI::CallForVersion& version) {
      PrintResult(std::string(version.what()) + '\n');
      return ExitStatus::kDone;
    } catch (const CLI::Success&) {
      PrintResult(app.help());
      return ExitStatus::kDone;
    } catch (const CLI::ParseError& error) {
      PrintError(std::string(error.what()) + " (see halfword-nouns --help)");
      return ExitStatus::kWrongUsage;
    }
    return RunChosen(commands);
  } catch (const std::bad_alloc&) {
    PrintError("out of memory");
  } catch (const std::exception& error) {
    PrintError(error.what());
  }
  return ExitStatus::kFailed;
}

}  // namespace
}  // namespace nouns

int main(int argument_count, char** arguments) {
  return static_cast<int>(nouns::Main(argument_count, arguments));
}
