// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FindingList: what the parts of the verifier write their lines into. A damaged
// heap may have millions; the first ones are kept, the rest counted.

#ifndef HALFWORD_GC_VERIFY_FINDING_LIST_H_
#define HALFWORD_GC_VERIFY_FINDING_LIST_H_

#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include "halfword/heap.h"

namespace halfword::inline HALFWORD_ABI::internal {

class FindingList {
 public:
  explicit FindingList(VerifyReport* report) : report_(report) {}
  FindingList(const FindingList&) = delete;
  FindingList& operator=(const FindingList&) = delete;

  [[gnu::format(printf, 2, 3)]] void Add(const char* format, ...) {
    ++count_;
    if (count_ > VerifyReport::kFindingCountMax) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    report_->findings.emplace_back(text);
  }

  // Of all that were added, kept or not.
  size_t count() const { return count_; }

 private:
  VerifyReport* const report_;
  size_t count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFY_FINDING_LIST_H_
