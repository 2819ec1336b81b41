// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Parts that note who took them, on platforms that help and that do not.

#include "gc/platform/shared_parts.h"

#include <atomic>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <vector>

#include "gc/half_platform_testing.h"
#include "gtest/gtest.h"
#include "halfword/default_platform.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// How often each part was taken.
std::vector<int> Counts(const Sharing& sharing, size_t part_count) {
  std::vector<std::atomic<int>> counts(part_count);
  ForEachPart(sharing, part_count, [&](size_t part) { ++counts[part]; });
  return {counts.begin(), counts.end()};
}

TEST(SharedPartsTest, EachIsTakenOnce) {
  DefaultPlatform platform(3);
  for (const size_t part_count :
       {size_t{0}, size_t{1}, size_t{2}, size_t{1000}, size_t{100'000}}) {
    const std::vector<int> once(part_count, 1);
    EXPECT_EQ(Counts({}, part_count), once);
    EXPECT_EQ(Counts({&platform, 1}, part_count), once);
    EXPECT_EQ(Counts({&platform, 2}, part_count), once);
    EXPECT_EQ(Counts({&platform, 9}, part_count), once);
  }
}

// Each thread keeps its first part until all have one.
TEST(SharedPartsTest, AsManyThreadsTakePartsAsMay) {
  DefaultPlatform platform(3);
  constexpr size_t kThreads = 3;
  std::atomic<size_t> arrived{0};
  std::mutex mutex;
  std::set<std::thread::id> threads;
  ForEachPart({&platform, kThreads}, 100, [&](size_t) {
    {
      const std::lock_guard lock(mutex);
      if (!threads.insert(std::this_thread::get_id()).second) return;
    }
    ++arrived;
    while (arrived < kThreads) std::this_thread::yield();
  });
  EXPECT_EQ(threads.size(), kThreads);
  EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
}

TEST(SharedPartsTest, NoMemoryInAPartReachesTheCaller) {
  DefaultPlatform platform(2);
  for (const Sharing& sharing : {Sharing{}, Sharing{&platform, 3}}) {
    EXPECT_THROW(ForEachPart(sharing, 1000,
                             [](size_t part) {
                               if (part == 500) throw std::bad_alloc();
                             }),
                 std::bad_alloc);
  }
}

class SilentPlatform : public DefaultPlatform {
 public:
  explicit SilentPlatform(bool throws) : throws_(throws) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask>) override {
    if (throws_) throw std::bad_alloc();
    return nullptr;
  }

 private:
  const bool throws_;
};

TEST(SharedPartsTest, APlatformWithoutThreadsLeavesAllToTheCaller) {
  for (const bool throws : {false, true}) {
    SilentPlatform platform(throws);
    EXPECT_EQ(Counts({&platform, 4}, 50), std::vector<int>(50, 1));
  }
}

TEST(SharedPartsTest, AHelperOfAPlatformThatFailedIsWaitedFor) {
  for (int round = 0; round < 100; ++round) {
    HalfPlatform platform;
    platform.has_memory_ = round % 2 != 0;
    EXPECT_EQ(Counts({&platform, 4}, 500), std::vector<int>(500, 1));
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
