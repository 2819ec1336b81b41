// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the containers need that is not worth being inlined, or that the public
// headers cannot see.

#include "halfword/internal/container_backing.h"

#include <stdexcept>
#include <string>

#include "base/error_line.h"
#include "gc/collector.h"
#include "halfword/explicit_management.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

void FailOutOfRange(size_t index, size_t size) {
#if __cpp_exceptions
  throw std::out_of_range("halfword: element " + std::to_string(index) +
                          " of a container of " + std::to_string(size));
#else
  FatalLine("element %zu of a container of %zu", index, size);
#endif
}

void FailLength(size_t size) {
#if __cpp_exceptions
  throw std::length_error("halfword: a container cannot have " +
                          std::to_string(size) + " elements");
#else
  FatalLine("a container cannot have %zu elements", size);
#endif
}

size_t BytesToEndOf(const void* address) {
  const auto at = reinterpret_cast<uintptr_t>(address);
  const uintptr_t object = SlotBegin(at);
  const PageRecord& record = RecordAt(PageIndexOf(object));
  return object + UsableBytes(record) - at;
}

bool ResizeBacking(void* object, size_t bytes) {
  // A marker may be reading the pages that would go, or who has allocated.
  if (write_barrier_is_on ||
      static_cast<Collector&>(HandleOfObject(object)).LeavesBackings()) {
    return false;
  }
  return RecordOf(object).kind == PageKind::kLarge &&
         ResizeObject(object, bytes);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
