// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HandleList: the handles that one marking has found, each as its object and
// the place in the program that made it. They are asked for later, when the
// program may have made and dropped handles.
//
// There may be one for each object of a heap, and a pair of pointers for each
// would be more than a snapshot may take beside it. So they are kept as they
// come, some thousands at a time, sorted by place and address, as the distances
// from one object to the next: one to three bytes a handle, a tenth of what the
// handle itself takes.
//
//   for each place of a portion:   1 + its number, how many objects, and of
//     each:                        twice the distance in granules, plus one if
//                                  several handles refer to it; then how many
//   behind the last portion:       0
//
// Threads: one.

#ifndef HALFWORD_GC_ROOTS_HANDLE_LIST_H_
#define HALFWORD_GC_ROOTS_HANDLE_LIST_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/number_stream.h"
#include "halfword/source_location.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

class HandleList {
 public:
  // Requires: Close() was not called.
  void Add(uintptr_t object, const SourceLocation& place);
  // After the last one.
  void Close();

  // Calls function(object, place) for each handle, in the same order each time.
  // Requires: Close() was called.
  template <typename Function>
  void ForEach(Function function) const {
    NumberStream::Reader reader(stream_);
    for (uint32_t place = reader.Take(); place != 0; place = reader.Take()) {
      size_t granule = 0;
      for (uint32_t left = reader.Take(); left != 0; --left) {
        const auto distance = reader.Take<uint64_t>();
        granule += distance / 2;
        const uint32_t count = distance % 2 == 0 ? 1 : reader.Take();
        for (uint32_t i = 0; i < count; ++i) {
          function(AddressOfGranule(granule), places_[place - 1]);
        }
      }
    }
  }

  // The places of all handles, each once.
  const std::vector<SourceLocation>& places() const { return places_; }

  size_t bytes() const;

 private:
  // Of a portion, a place above the granule.
  static constexpr int kGranuleBits = 40;
  static constexpr size_t kPortionCount = 8192;

  void PutPortion();

  std::vector<uint64_t> portion_;
  std::vector<SourceLocation> places_;
  std::unordered_map<uintptr_t, uint32_t> place_numbers_;
  NumberStream stream_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_ROOTS_HANDLE_LIST_H_
