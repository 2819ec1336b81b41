// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// VerifyFilter: which pages a verification looks at closely. One that is made
// before each save of an image must not take longer than the save.

#ifndef HALFWORD_GC_VERIFY_VERIFY_FILTER_H_
#define HALFWORD_GC_VERIFY_VERIFY_FILTER_H_

#include <functional>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The pages whose tables and whose objects are looked at; of the others only
// what lists, runs and counts say about them.
struct VerifyFilter {
  std::function<bool(PageIndex page)> tables;
  // Asked of the first page of each object or row of slots, after all tables
  // were found sound.
  std::function<bool(PageIndex page)> objects;
  // False: marked bits are passed over, which a marker beside the program may
  // be setting, so that its cycle goes on.
  bool looks_at_marks = true;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFY_VERIFY_FILTER_H_
