// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The name of the program comes from the C library, which needs no memory for
// it and knows it before main.

#include "examples/dom/out_of_memory.h"

#include <cerrno>
#include <cstdlib>
#include <new>

#include "examples/dom/options.h"
#include "examples/dom/streams.h"

namespace dom {
namespace {

// The number is the first free one: the initializers of CLI11 allocate.
[[gnu::constructor(101)]] void EndWhenNewFails() {
  std::set_new_handler(EndOutOfMemory);
}

}  // namespace

void EndOutOfMemory() {
  WriteMessage(program_invocation_short_name,
               "out of memory, expected enough for the pages and their trees "
               "(limits: ulimit -v, HALFWORD_OPTIONS=max-heap)");
  std::_Exit(static_cast<int>(ExitStatus::kBadInput));
}

}  // namespace dom
