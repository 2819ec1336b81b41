// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ConcurrentMarkers: markers on other threads while the program runs.
//
// They are one job of the platform. Its threads take references from the
// MarkExchange, mark what these reach, and leave when there are no more; who
// puts some there calls NotifyWork(). What they have noted of weak references
// stays with them until the pause takes it over.
//
// States: posted -> HandOver() | Abandon() -> ended.
// Threads: the heap's own.

#ifndef HALFWORD_GC_MARKING_CONCURRENT_MARKERS_H_
#define HALFWORD_GC_MARKING_CONCURRENT_MARKERS_H_

#include <cstddef>
#include <memory>

#include "gc/marking/mark_exchange.h"
#include "gc/marking/marker.h"
#include "gc/roots/construction_list.h"
#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ConcurrentMarkers {
 public:
  // Posts the job; a platform that throws has no threads. The exchange lives as
  // long as a helper does. Errors: std::bad_alloc.
  ConcurrentMarkers(const PageHeap* heap, const ConstructionList* constructing,
                    std::shared_ptr<MarkExchange> exchange, size_t count,
                    Platform& platform);
  ~ConcurrentMarkers();
  ConcurrentMarkers(const ConcurrentMarkers&) = delete;
  ConcurrentMarkers& operator=(const ConcurrentMarkers&) = delete;

  // Whether the platform has given threads.
  bool has_job() const { return job_ != nullptr; }

  // Something was put into the exchange.
  void NotifyWork() {
    if (job_ != nullptr) job_->NotifyConcurrencyIncrease();
  }

  // Whether no helper was at work just now, and none had reason to be.
  bool IsIdle() const;

  // Stops them and waits until the last has left.
  void Stop();
  // The same; then the marker has all that they found.
  void HandOverTo(Marker* marker);

  // In the child of a fork, where they do not run: forgets them.
  void Abandon();

 private:
  class Helpers;
  class Job;

  std::shared_ptr<Helpers> helpers_;
  std::unique_ptr<JobHandle> job_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_CONCURRENT_MARKERS_H_
