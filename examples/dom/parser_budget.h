// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ParserBudget: runs libgumbo within bounds of memory and time.
//
// Some short texts make an HTML parser work without end: it must open each
// unclosed <b id=1>, <b id=2>, ... again in each paragraph that follows, so
// that 13 KB become 190 MB. libgumbo has no limit of its own; but it asks us
// for every piece of memory, and there this class counts and, if need be, gives
// up.
//
// Next to read: page.h, which sets the bounds.

#ifndef EXAMPLES_DOM_PARSER_BUDGET_H_
#define EXAMPLES_DOM_PARSER_BUDGET_H_

#include <gumbo.h>

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "examples/dom/parser_arena.h"

namespace dom {

class ParserBudget {
 public:
  struct Limits {
    size_t memory_bytes;
    size_t piece_bytes = SIZE_MAX;  // of one allocation, such as a text
    double cpu_ms;
  };
  // kOutOfMemory: the system has less of it than the limit allows.
  enum class Outcome {
    kParsed,
    kTooMuchMemory,
    kTooLargePiece,
    kTooMuchTime,
    kOutOfMemory,
  };

  explicit ParserBudget(Limits limits)
      : limits_(limits), arena_(limits.memory_bytes) {}

  // Parses html, which must outlive this object. Requires: the first call.
  Outcome Parse(std::string_view html);

  // The document node. Requires: Parse() returned kParsed.
  const GumboNode* document() const { return output_->document; }

  const Limits& limits() const { return limits_; }

 private:
  static void* Allocate(void* budget, size_t bytes);
  static void Free(void* budget, void* memory);
  [[noreturn]] void GiveUp(Outcome outcome);

  const Limits limits_;
  ParserArena arena_;
  double started_ms_ = 0;
  size_t allocation_count_ = 0;
  GumboOutput* output_ = nullptr;
  Outcome outcome_ = Outcome::kParsed;
  std::jmp_buf way_out_;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_PARSER_BUDGET_H_
