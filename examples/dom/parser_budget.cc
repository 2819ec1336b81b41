// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Giving up is a longjmp out of the allocation function, over frames of C only:
// libgumbo crashes when an allocation returns null, and an exception may not
// pass through C. What it was building stays in the arena.

#include "examples/dom/parser_budget.h"

#include "examples/dom/cpu_clock.h"

namespace dom {
namespace {

// Reading the clock costs more than an allocation; between two readings a page
// within the limits of nesting.h takes well under a second.
constexpr size_t kAllocationsBetweenClockReadings = 1024;

}  // namespace

ParserBudget::Outcome ParserBudget::Parse(std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = Allocate;
  options.deallocator = Free;
  options.userdata = this;
  options.max_errors = 0;
  started_ms_ = CpuMilliseconds();
  // Nothing here has a destructor, and no local variable changes after this
  // line, so that jumping back to it is well defined.
  if (setjmp(way_out_) == 0) {
    output_ = gumbo_parse_with_options(&options, html.data(), html.size());
  }
  return outcome_;
}

void* ParserBudget::Allocate(void* budget, size_t bytes) {
  auto* self = static_cast<ParserBudget*>(budget);
  if (++self->allocation_count_ % kAllocationsBetweenClockReadings == 0 &&
      CpuMilliseconds() - self->started_ms_ > self->limits_.cpu_ms) {
    self->GiveUp(Outcome::kTooMuchTime);
  }
  if (bytes > self->limits_.piece_bytes) self->GiveUp(Outcome::kTooLargePiece);
  void* const memory = self->arena_.Allocate(bytes);
  if (memory == nullptr) {
    self->GiveUp(self->arena_.is_system_exhausted() ? Outcome::kOutOfMemory
                                                    : Outcome::kTooMuchMemory);
  }
  return memory;
}

void ParserBudget::Free(void* budget, void* memory) {
  static_cast<ParserBudget*>(budget)->arena_.Free(memory);
}

void ParserBudget::GiveUp(Outcome outcome) {
  outcome_ = outcome;
  std::longjmp(way_out_, 1);
}

}  // namespace dom
