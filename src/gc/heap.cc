// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword::Heap: the public face of the collector.

#include "halfword/heap.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/error_line.h"
#include "gc/collector.h"
#include "gc/marking/parallel_marking.h"
#include "halfword/default_platform.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI {

namespace {

// A space's index is its place in the options; types hold it as a constant.
void CheckCustomSpaces(const HeapOptions& options) {
  for (size_t i = 0; i < options.custom_spaces.size(); ++i) {
    if (options.custom_spaces[i] == nullptr) {
      internal::FatalLine(
          "HeapOptions::custom_spaces[%zu] is null; give each "
          "place a space",
          i);
    }
    if (options.custom_spaces[i]->GetCustomSpaceIndex().value != i) {
      internal::FatalLine(
          "HeapOptions::custom_spaces[%zu] has kSpaceIndex %zu; put each space "
          "at the place that its index names",
          i, options.custom_spaces[i]->GetCustomSpaceIndex().value);
    }
  }
}

void CheckThread([[maybe_unused]] const internal::Collector& collector) {
  HALFWORD_DCHECK(collector.is_on_own_thread(),
                  "a heap is used on the thread that created it");
}

}  // namespace

std::unique_ptr<Heap> Heap::Create(HeapOptions options) {
  // Its threads are for collections alone; none is started before one.
  const size_t helper_count =
      std::max(internal::MarkerCountMax(options.marker_count_max), size_t{2}) -
      1;
  return Create(
      std::make_shared<DefaultPlatform>(static_cast<int>(helper_count)),
      std::move(options));
}

std::unique_ptr<Heap> Heap::TryCreate(HeapOptions options) {
  if (!internal::Cage::TryReserve()) return nullptr;
  try {
    return Create(std::move(options));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::unique_ptr<Heap> Heap::Create(std::shared_ptr<Platform> platform,
                                   HeapOptions options) {
  HALFWORD_CHECK(platform != nullptr,
                 "a heap needs a platform; leave the argument out for the "
                 "default one");
  internal::Cage::Get();
  CheckCustomSpaces(options);
  return std::unique_ptr<Heap>(new Heap(std::make_unique<internal::Collector>(
      std::move(platform), std::move(options))));
}

Heap::Heap(std::unique_ptr<internal::Collector> collector)
    : collector_(std::move(collector)) {
  collector_->set_owner(this);
}

Heap::~Heap() = default;

void Heap::Collect(const CollectOptions& options) {
  collector_->Collect(options);
}

void Heap::ForceGarbageCollectionSlow(const char*, const char* reason,
                                      StackState stack_state) {
  collector_->Collect({.stack = stack_state, .reason = reason});
}

bool Heap::DoIdleWork(double time_ms, StackState stack_state) {
  return collector_->DoIdleWork(
             time_ms, stack_state,
             internal::Collector::IdleBegin::kWhenNearlyDue) ==
         internal::Collector::IdleResult::kDone;
}

AllocationHandle& Heap::GetAllocationHandle() { return *collector_; }

HeapHandle& Heap::GetHeapHandle() { return collector_->handle(); }

HeapStatistics Heap::CollectStatistics(HeapStatistics::DetailLevel detail) {
  CheckThread(*collector_);
  return collector_->Statistics(detail);
}

VerifyReport Heap::Verify() {
  CheckThread(*collector_);
  return collector_->Verify();
}

size_t Heap::limit_bytes() const {
  CheckThread(*collector_);
  return collector_->limit_bytes();
}

void Heap::set_limit_bytes(size_t bytes) {
  CheckThread(*collector_);
  collector_->set_limit_bytes(bytes);
}

void Heap::ReleaseFreeMemory() {
  CheckThread(*collector_);
  collector_->FinishSweep();
  collector_->ReleaseUnusedPages();
  collector_->TrimFreePages(0);
  collector_->UpdateShare();
}

int Heap::id() const { return collector_->id(); }

}  // namespace halfword::inline HALFWORD_ABI
