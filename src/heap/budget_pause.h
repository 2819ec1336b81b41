// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// BudgetPause: for as long as it lives a heap's budget is ignored, so that no
// allocation collects, and its limit, too, where what is allocated lets the
// program keep all that it has. Pauses nest.
//
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_BUDGET_PAUSE_H_
#define HALFWORD_HEAP_BUDGET_PAUSE_H_

#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

class BudgetPause {
 public:
  enum class Limit { kHolds, kIgnored };

  explicit BudgetPause(HeapCore* heap, Limit limit = Limit::kHolds)
      : heap_(*heap),
        ignored_budget_(heap->ignores_budget()),
        ignored_limit_(heap->ignores_limit()) {
    heap_.IgnoreBudget(true);
    if (limit == Limit::kIgnored) heap_.IgnoreLimit(true);
  }
  ~BudgetPause() {
    heap_.IgnoreBudget(ignored_budget_);
    heap_.IgnoreLimit(ignored_limit_);
  }
  BudgetPause(const BudgetPause&) = delete;
  BudgetPause& operator=(const BudgetPause&) = delete;

 private:
  HeapCore& heap_;
  const bool ignored_budget_;
  const bool ignored_limit_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_BUDGET_PAUSE_H_
