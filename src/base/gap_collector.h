// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The reading half of FreeGaps (virtual_memory.h): finds the ranges that are
// free between the mappings that /proc/self/maps lists. It takes the text in
// pieces of any size and keeps a few words of state, so the caller needs
// neither memory nor a large buffer, and a test needs no mappings.

#ifndef HALFWORD_BASE_GAP_COLLECTOR_H_
#define HALFWORD_BASE_GAP_COLLECTOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/virtual_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Lines look like "begin-end rwxp ...", addresses in hexadecimal, and ascend.
// Only the addresses are read. States: in begin -> in end -> in the rest ->
// (newline) in begin.
class GapCollector {
 public:
  // Requires: gaps has room for capacity > 0 ranges and outlives the collector.
  GapCollector(AddressRange within, AddressRange* gaps, size_t capacity);
  GapCollector(const GapCollector&) = delete;
  GapCollector& operator=(const GapCollector&) = delete;

  // Takes the next piece of the text.
  void Feed(std::string_view text);

  // Counts what lies behind the last mapping, and returns the number of gaps,
  // which are in ascending order and the largest ones where capacity is short.
  // Call once, after the whole text.
  size_t Finish();

 private:
  enum class State { kInBegin, kInEnd, kInRest };

  void FeedDigit(char c);
  void TakeMapping();
  void AddGap(AddressRange gap);

  const AddressRange within_;
  AddressRange* const gaps_;
  const size_t capacity_;
  size_t gap_count_ = 0;
  uintptr_t free_from_;  // No mapping seen so far reaches beyond it.
  State state_ = State::kInBegin;
  AddressRange mapping_ = {0, 0};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_GAP_COLLECTOR_H_
