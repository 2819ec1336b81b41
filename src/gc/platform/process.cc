// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What belongs to the process and to no heap: whether it is initialised, how
// many heaps there are, what they hold together.

#include "gc/platform/process.h"

#include <atomic>

#include "cage/cage.h"
#include "halfword/internal/checks.h"
#include "halfword/platform.h"
#include "halfword/process_heap_statistics.h"

namespace halfword::inline HALFWORD_ABI {

namespace {

constinit std::atomic<bool> is_initialized{false};
constinit std::atomic<size_t> heap_count{0};
constinit std::atomic<size_t> total_object_bytes{0};
constinit std::atomic<size_t> total_page_bytes{0};

// Unsigned numbers wrap around, so that adding a difference may subtract.
void Add(std::atomic<size_t>* total, size_t difference) {
  total->fetch_add(difference, std::memory_order_relaxed);
}

}  // namespace

namespace internal {

HeapShare::HeapShare() { heap_count.fetch_add(1); }

HeapShare::~HeapShare() {
  Set(0, 0);
  heap_count.fetch_sub(1);
}

void HeapShare::Set(size_t object_bytes, size_t page_bytes) {
  Add(&total_object_bytes, object_bytes - object_bytes_);
  Add(&total_page_bytes, page_bytes - page_bytes_);
  object_bytes_ = object_bytes;
  page_bytes_ = page_bytes;
}

}  // namespace internal

size_t ProcessHeapStatistics::TotalAllocatedObjectSize() {
  return total_object_bytes.load(std::memory_order_relaxed);
}

size_t ProcessHeapStatistics::TotalAllocatedSpace() {
  return total_page_bytes.load(std::memory_order_relaxed);
}

void InitializeProcess(PageAllocator*, size_t) {
  internal::Cage::Get();
  is_initialized = true;
}

void ShutdownProcess() {
  HALFWORD_CHECK(is_initialized, "call InitializeProcess() first");
  HALFWORD_DCHECK(heap_count == 0,
                  "destroy every heap before ShutdownProcess()");
  is_initialized = false;
}

bool IsInitialized() { return is_initialized; }

}  // namespace halfword::inline HALFWORD_ABI
