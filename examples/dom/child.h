// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A child process that is run to its end, with files in memory in the place of
// its standard streams. Pipes would have to be filled and emptied in turn, or
// they block, and one whose reader has ended kills the writer.

#ifndef EXAMPLES_DOM_CHILD_H_
#define EXAMPLES_DOM_CHILD_H_

#include <string>
#include <string_view>
#include <vector>

namespace dom {

// What a child has left behind.
struct ChildResult {
  int wait_status = 0;  // as from waitpid()
  std::string output;   // what it wrote to standard output
  std::string errors;   // and to standard error
};

// Runs arguments[0], a path, with the arguments and the standard input given,
// and waits for its end. Throws std::system_error if it cannot be started.
ChildResult RunChild(std::vector<std::string> arguments,
                     std::string_view input);

}  // namespace dom

#endif  // EXAMPLES_DOM_CHILD_H_
