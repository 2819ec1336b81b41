// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Command: a subcommand of the program. It adds its options to the command
// line, and keeps what was chosen until Run().
//
// A new one is a file of its own: derive from Command, declare how it is made
// here, and add it to the list in main.cc.

#ifndef EXAMPLES_NOUNS_COMMAND_H_
#define EXAMPLES_NOUNS_COMMAND_H_

#include <CLI/CLI.hpp>
#include <memory>

namespace nouns {

enum class ExitStatus {
  kDone = 0,
  kFailed = 1,  // a bad file, or no memory for a good one
  kWrongUsage = 2,
};

class Command {
 public:
  virtual ~Command() = default;

  // Whether the command line has chosen this one.
  bool is_chosen() const { return app_->parsed(); }
  // Throws std::exception, whose text is one line for the user.
  virtual ExitStatus Run() = 0;

 protected:
  CLI::App* app_ = nullptr;
};

// Each adds itself to the command line.
std::unique_ptr<Command> MakeCue(CLI::App* parent);
std::unique_ptr<Command> MakeJam(CLI::App* parent);
std::unique_ptr<Command> MakeInfo(CLI::App* parent);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_COMMAND_H_
