// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The job that helpers share, and its beginning and end on the heap's thread.

#include "gc/parallel_marking.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/processor_count.h"
#include "gc/mark_pool.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// More helpers than this wait for memory, and for each other, more than they
// mark; a program that has measured otherwise says how many it wants.
constexpr size_t kUsualMarkerCountMax = 4;
constexpr size_t kHelperCountMax = kMarkerNumberMax - 1;
constexpr MarkerNumber kOwnNumber = 1;  // helpers have those after it

// What helpers and the heap's thread both see. The job keeps it until the last
// thread has left it.
class Helpers {
 public:
  Helpers(const Marker& marker, size_t count)
      : pool_(static_cast<MarkerNumber>(count + 1)) {
    for (size_t i = 0; i < count; ++i) {
      markers_.push_back(std::make_unique<Marker>(marker.heap()));
    }
  }

  MarkPool& pool() { return pool_; }
  size_t count() const { return markers_.size(); }

  // On a helper's thread; returns when all is marked. What a Trace() throws
  // ends the process, as it does on the heap's thread.
  void Help() noexcept {
    const size_t index = begun_count_.fetch_add(1);
    if (index >= markers_.size() || !pool_.Enter()) return;
    try {
      markers_[index]->DrainWith(&pool_, static_cast<MarkerNumber>(index + 2));
    } catch (const std::bad_alloc&) {
      pool_.Fail();
    }
  }

  // Requires: no helper is at work.
  void HandOverTo(Marker* marker) {
    for (const auto& helper : markers_) marker->Absorb(helper.get());
  }

 private:
  MarkPool pool_;
  std::vector<std::unique_ptr<Marker>> markers_;
  std::atomic<size_t> begun_count_{0};
};

class MarkingJob final : public JobTask {
 public:
  explicit MarkingJob(std::shared_ptr<Helpers> helpers)
      : helpers_(std::move(helpers)) {}
  void Run(JobDelegate*) override { helpers_->Help(); }
  size_t GetMaxConcurrency(size_t) const override { return helpers_->count(); }

 private:
  const std::shared_ptr<Helpers> helpers_;
};

// Also where the heap's thread finds no memory.
class PostedHelpers {
 public:
  PostedHelpers(Platform& platform, const std::shared_ptr<Helpers>& helpers)
      : job_(Post(platform, helpers)), pool_(helpers->pool()) {}
  ~PostedHelpers() {
    if (job_ == nullptr) return;
    if (!has_ended_) pool_.Fail();
    job_->Cancel();
  }
  PostedHelpers(const PostedHelpers&) = delete;
  PostedHelpers& operator=(const PostedHelpers&) = delete;

  void NoteEnd() { has_ended_ = true; }

 private:
  // A platform that finds no memory may have started a helper already.
  static std::unique_ptr<JobHandle> Post(
      Platform& platform, const std::shared_ptr<Helpers>& helpers) {
    try {
      return platform.PostJob(TaskPriority::kUserBlocking,
                              std::make_unique<MarkingJob>(helpers));
    } catch (...) {
      helpers->pool().Fail();
      throw;
    }
  }

  const std::unique_ptr<JobHandle> job_;
  MarkPool& pool_;
  bool has_ended_ = false;
};

}  // namespace

size_t MarkerCountMax(size_t wished) {
  if (wished != 0) return wished;
  return std::clamp(ProcessorCount(), size_t{1}, kUsualMarkerCountMax);
}

void MarkWithHelpers(Marker* marker, Platform& platform, size_t helper_count) {
  const auto helpers = std::make_shared<Helpers>(
      *marker, std::min(helper_count, kHelperCountMax));
  helpers->pool().Enter();
  {
    PostedHelpers posted(platform, helpers);
    marker->DrainWith(&helpers->pool(), kOwnNumber);
    posted.NoteEnd();
  }
  if (helpers->pool().has_failed()) throw std::bad_alloc();
  helpers->HandOverTo(marker);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
