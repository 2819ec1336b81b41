// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// See gap_collector.h.

#include "base/gap_collector.h"

#include <algorithm>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

GapCollector::GapCollector(AddressRange within, AddressRange* gaps,
                           size_t capacity)
    : within_(within),
      gaps_(gaps),
      capacity_(capacity),
      free_from_(within.begin) {
  HALFWORD_CHECK(within.begin <= within.end, "a range ends behind its begin");
  HALFWORD_CHECK(capacity > 0, "FreeGaps needs room for its answer");
}

void GapCollector::Feed(std::string_view text) {
  for (const char c : text) {
    if (c == '\n') {
      if (state_ != State::kInBegin) TakeMapping();
      state_ = State::kInBegin;
      mapping_ = {0, 0};
    } else if (state_ == State::kInBegin && c == '-') {
      state_ = State::kInEnd;
    } else if (state_ != State::kInRest) {
      FeedDigit(c);
    }
  }
}

void GapCollector::FeedDigit(char c) {
  uintptr_t digit;
  if (c >= '0' && c <= '9') {
    digit = static_cast<uintptr_t>(c - '0');
  } else if (c >= 'a' && c <= 'f') {
    digit = static_cast<uintptr_t>(c - 'a') + 10;
  } else {
    state_ = State::kInRest;
    return;
  }
  uintptr_t& address =
      state_ == State::kInBegin ? mapping_.begin : mapping_.end;
  address = address * 16 + digit;
}

void GapCollector::TakeMapping() {
  const uintptr_t gap_end = std::min(mapping_.begin, within_.end);
  if (gap_end > free_from_) AddGap({free_from_, gap_end});
  free_from_ = std::max(free_from_, mapping_.end);
}

void GapCollector::AddGap(AddressRange gap) {
  if (gap_count_ == capacity_) {
    AddressRange* const last = gaps_ + gap_count_;
    AddressRange* const smallest = std::min_element(
        gaps_, last, [](const AddressRange& a, const AddressRange& b) {
          return a.bytes() < b.bytes();
        });
    if (smallest->bytes() >= gap.bytes()) return;
    std::copy(smallest + 1, last, smallest);
    --gap_count_;
  }
  gaps_[gap_count_++] = gap;
}

size_t GapCollector::Finish() {
  if (within_.end > free_from_) AddGap({free_from_, within_.end});
  return gap_count_;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
