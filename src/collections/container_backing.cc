// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the containers need that is not worth being inlined, or that the public
// headers cannot see.

#include "halfword/internal/container_backing.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/error_line.h"
#include "gc/collector.h"
#include "halfword/explicit_management.h"
#include "halfword/visitor.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Adds up how large the targets of strong references are.
class HeldSizes final : public Visitor {
 public:
  size_t bytes() const { return bytes_; }

  void RegisterWeakCallback(WeakCallback, const void*) override {}

 protected:
  void VisitStrong(const Word* slot, bool) override {
    if (IsReference(*slot)) Add(DecompressWord(*slot));
  }
  void VisitWeak(const Word*, bool) override {}
  void VisitHeldWeak(const Word*, bool) override {}
  void VisitObject(const void* object) override {
    Add(reinterpret_cast<uintptr_t>(object));
  }
  void VisitEphemeron(const Word*, bool, const void*, TraceCallback) override {}
  void VisitWeakContainer(const void* object, TraceDescriptor, WeakCallback,
                          const void*) override {
    VisitObject(object);
  }

 private:
  void Add(uintptr_t address) {
    const uintptr_t object = IsInCage(address) ? SlotBegin(address) : 0;
    if (object != 0) bytes_ += UsableBytes(RecordAt(PageIndexOf(object)));
  }

  size_t bytes_ = 0;
};

}  // namespace

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

size_t HeldBytes(const void* element, TraceCallback trace) {
  HeldSizes sizes;
  trace(&sizes, element);
  return sizes.bytes();
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
