// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A platform whose threads have other work and never come to a job, so that a
// test decides how far a cycle has got. Only tests include this file.

#ifndef HALFWORD_GC_BUSY_PLATFORM_TESTING_H_
#define HALFWORD_GC_BUSY_PLATFORM_TESTING_H_

#include <memory>

#include "halfword/default_platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

class BusyPlatform : public DefaultPlatform {
 public:
  BusyPlatform() : DefaultPlatform(1) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask>) override {
    class NoThread : public JobHandle {
      void NotifyConcurrencyIncrease() override {}
      void Join() override {}
      void Cancel() override {}
      void CancelAndDetach() override {}
      bool IsActive() override { return true; }
      bool IsValid() override { return true; }
    };
    return std::make_unique<NoThread>();
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_BUSY_PLATFORM_TESTING_H_
