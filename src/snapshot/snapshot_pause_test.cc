// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Snapshots that a process of their own writes, while the program goes on.

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "base/clock.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/source_table.h"
#include "nlohmann/json.hpp"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Link : public GarbageCollected<Link> {
 public:
  explicit Link(Link* next) : next_(next) {}
  Member<Link> next_;
  HALFWORD_FIELDS(Link, next_)
};

// In memory that processes share; open: true.
using Gate = std::atomic<bool>;
static_assert(Gate::is_always_lock_free);

// Is written once its gate is open, or after a minute.
class Waiting : public GarbageCollected<Waiting> {
 public:
  Waiting(const Gate* gate, SourcePosition position)
      : gate_(gate), position_(position) {}
  SourcePosition GetSourcePosition() const {
    const double end_ms = MonotonicMs() + 60'000;
    while (!gate_->load() && MonotonicMs() < end_ms) sched_yield();
    return position_;
  }

 private:
  const Gate* gate_;
  SourcePosition position_;
  HALFWORD_FIELDS(Waiting, gate_, position_)
};

class SnapshotPauseTest : public ::testing::Test {
 protected:
  ~SnapshotPauseTest() override { std::filesystem::remove(path_); }

  void Make(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      list_ =
          MakeGarbageCollected<Link>(heap_->GetAllocationHandle(), list_.Get());
    }
  }

  size_t LinksInFile() const {
    std::ifstream file(path_);
    const auto snapshot = nlohmann::json::parse(file);
    size_t count = 0;
    for (size_t i = 1; i < snapshot["nodes"].size(); i += 6) {
      const std::string name =
          snapshot["strings"][size_t{snapshot["nodes"][i]}];
      if (name.ends_with("Link")) ++count;
    }
    return count;
  }

  const std::string path_ = ::testing::TempDir() + "snapshot_pause." +
                            std::to_string(getpid()) + ".heapsnapshot";
  // Any snapshot takes longer than that.
  static constexpr double kNoPauseMs = 1e-9;
  std::unique_ptr<Heap> heap_ = Heap::Create();
  Persistent<Link> list_;
};

TEST_F(SnapshotPauseTest, AnotherProcessWritesTheHeapAsItWas) {
  Make(1000);

  SnapshotReport report =
      WriteHeapSnapshot(*heap_, path_, {.pause_ms_max = kNoPauseMs});
  ASSERT_TRUE(report.is_pending()) << report.error;
  Make(500);
  for (Link* link = list_; link != nullptr; link = link->next_) {
    link->next_ = nullptr;
  }
  heap_->Collect();
  report.Wait();

  EXPECT_EQ(report.error, "");
  EXPECT_FALSE(report.is_pending());
  EXPECT_GE(report.node_count, 1000u);
  EXPECT_GT(report.file_bytes, 1000u);
  EXPECT_GT(report.copied_bytes, 0u);
  EXPECT_EQ(LinksInFile(), 1000u);
}

TEST_F(SnapshotPauseTest, IdsAreThoseOfTheProgram) {
  Make(10);
  SnapshotReport report =
      WriteHeapSnapshot(*heap_, path_, {.pause_ms_max = kNoPauseMs});
  report.Wait();
  std::ifstream first_file(path_);
  const auto first = nlohmann::json::parse(first_file);

  ASSERT_TRUE(WriteHeapSnapshot(*heap_, path_).ok());

  std::ifstream second_file(path_);
  const auto second = nlohmann::json::parse(second_file);
  ASSERT_EQ(first["nodes"].size(), second["nodes"].size());
  for (size_t i = 2; i < first["nodes"].size(); i += 6) {
    EXPECT_EQ(first["nodes"][i], second["nodes"][i]);
  }
}

TEST_F(SnapshotPauseTest, ALongBoundIsKeptWithoutAnotherProcess) {
  Make(10);

  const SnapshotReport report =
      WriteHeapSnapshot(*heap_, path_, {.pause_ms_max = 60'000});

  EXPECT_TRUE(report.ok());
  EXPECT_FALSE(report.is_pending());
  EXPECT_EQ(LinksInFile(), 10u);
}

TEST_F(SnapshotPauseTest, WhatTheOtherProcessCannotWriteIsAnError) {
  Make(10);
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  SnapshotReport report =
      WriteHeapSnapshot(*heap_, path_, {.pause_ms_max = kNoPauseMs});
  report.Wait();
  setrlimit(RLIMIT_FSIZE, &before);

  EXPECT_EQ(report.error, "cannot write " + path_ + ".tmp: File too large");
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
}

TEST_F(SnapshotPauseTest, ACopyOfAPendingReportCanWait) {
  Make(10);
  SnapshotReport report =
      WriteHeapSnapshot(*heap_, path_, {.pause_ms_max = kNoPauseMs});
  ASSERT_TRUE(report.is_pending()) << report.error;
  SnapshotReport copy = report;

  report.Wait();
  EXPECT_TRUE(copy.is_pending()) << "the copy has not been told";
  copy.Wait();

  EXPECT_EQ(copy.error, "");
  EXPECT_FALSE(copy.is_pending());
  EXPECT_EQ(copy.node_count, report.node_count);
  EXPECT_EQ(copy.file_bytes, report.file_bytes);
  EXPECT_GT(copy.file_bytes, 0u);
}

// A connection that the program closes must end for its peer, long before the
// other process is done.
TEST_F(SnapshotPauseTest, TheOtherProcessKeepsNoConnectionOpen) {
  void* const memory = mmap(nullptr, sizeof(Gate), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  Gate* const gate = new (memory) Gate(false);
  SourceTable sources;
  const Persistent<Waiting> waiting = MakeGarbageCollected<Waiting>(
      heap_->GetAllocationHandle(), gate,
      SourcePosition{sources.Add("name", "text"), 1});
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);

  SnapshotReport report = WriteHeapSnapshot(
      *heap_, path_, {.sources = &sources, .pause_ms_max = kNoPauseMs});
  ASSERT_TRUE(report.is_pending()) << report.error;
  close(ends[1]);
  pollfd closing = {ends[0], POLLIN, 0};
  EXPECT_EQ(poll(&closing, 1, 20'000), 1) << "the other process has it open";
  gate->store(true);
  report.Wait();

  EXPECT_EQ(closing.revents, POLLHUP);
  EXPECT_EQ(report.error, "");
  close(ends[0]);
  munmap(memory, sizeof(Gate));
}

TEST_F(SnapshotPauseTest, NobodyNeedsToWait) {
  Make(10);

  EXPECT_TRUE(WriteHeapSnapshot(*heap_, path_, {.pause_ms_max = kNoPauseMs})
                  .is_pending());

  // Reading what another process writes at some time.
  while (!std::filesystem::exists(path_)) usleep(1000);
  EXPECT_EQ(LinksInFile(), 10u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
