// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program forks while it has an image open: the file stays that of the
// process that opened it.

#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/disk_file.h"
#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_snapshot.h"
#include "halfword/source_position.h"
#include "halfword/source_table.h"
#include "image/image_heap.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Tally : public GarbageCollected<Tally> {
 public:
  int count_ = 0;
  HALFWORD_FIELDS(Tally, count_)
};

// In memory that processes share.
struct Watch {
  std::atomic<bool> lets_look{false};
  std::atomic<int> seen{-1};
};
static_assert(std::atomic<int>::is_always_lock_free);

// Tells what its count is when its position is written into a snapshot, which
// waits until it is let, or for a minute.
class Watched : public GarbageCollected<Watched> {
 public:
  SourcePosition GetSourcePosition() const {
    const double end_ms = MonotonicMs() + 60'000;
    while (!watch->lets_look && MonotonicMs() < end_ms) sched_yield();
    watch->seen = count_;
    return position;
  }
  static Watch* watch;
  static SourcePosition position;

  int count_ = 0;
  HALFWORD_FIELDS(Watched, count_)
};
Watch* Watched::watch = nullptr;
SourcePosition Watched::position;

namespace {

// A process that runs a function, and ends without anything else of the test.
class Child {
 public:
  // The function's result is true if all went well there.
  explicit Child(const std::function<bool()>& function) : process_(fork()) {
    if (process_ != 0) return;
    // Whoever waits for what does not come must not have the test wait, too.
    alarm(60);
    _exit(function() ? 0 : 1);
  }
  ~Child() { EXPECT_TRUE(has_ended_); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Returns at its end: whether it was of that signal.
  bool WaitForSignal(int signal) {
    int status = -1;
    has_ended_ = waitpid(process_, &status, 0) == process_;
    return WIFSIGNALED(status) && WTERMSIG(status) == signal;
  }
  // Returns at its end: whether all went well.
  bool Wait() {
    int status = -1;
    has_ended_ = waitpid(process_, &status, 0) == process_;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  const pid_t process_;
  bool has_ended_ = false;
};

// Keeps another process waiting until this one opens it.
class Barrier {
 public:
  Barrier() { EXPECT_EQ(pipe(ends_), 0); }
  ~Barrier() {
    close(ends_[0]);
    close(ends_[1]);
  }
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  void Open() { EXPECT_EQ(write(ends_[1], "x", 1), 1); }
  bool Wait() {
    char byte;
    return TEMP_FAILURE_RETRY(read(ends_[0], &byte, 1)) == 1;
  }

 private:
  int ends_[2] = {-1, -1};
};

class ImageForkTest : public ImageTest {
 protected:
  // An image with a record in its log.
  std::unique_ptr<Heap> Make() const {
    auto heap = Open<Tally>();
    heap->SetRoot("tally",
                  MakeGarbageCollected<Tally>(heap->GetAllocationHandle()));
    Save(heap.get());
    SaveCount(heap.get(), 1);
    return heap;
  }
  static int& Count(Heap* heap) {
    return heap->GetRoot<Tally>("tally")->count_;
  }
  static void SaveCount(Heap* heap, int count) {
    Count(heap) = count;
    Save(heap);
  }
  // What the file holds now, as after a crash.
  int CountInCopy() const {
    std::filesystem::copy_file(
        Path(), Path("copy.image"),
        std::filesystem::copy_options::overwrite_existing);
    ImageStatus status;
    const auto heap = Heap::Open(Path("copy.image"),
                                 {.types = ImageTypes::Of<Tally>()}, &status);
    EXPECT_NE(heap, nullptr) << status.message();
    return heap == nullptr ? -1 : Count(heap.get());
  }
};

TEST_F(ImageForkTest, AChildThatEndsItsHeapLeavesLaterSavesAlone) {
  auto heap = Make();
  Barrier is_saved;
  Child child([&] {
    const bool has_waited = is_saved.Wait();
    heap.reset();
    return has_waited;
  });
  for (int count = 2; count < 6; ++count) SaveCount(heap.get(), count);
  is_saved.Open();
  EXPECT_TRUE(child.Wait());

  EXPECT_EQ(CountInCopy(), 5);
  SaveCount(heap.get(), 6);
  EXPECT_EQ(CountInCopy(), 6);
  EXPECT_TRUE(heap->Close().ok());
  heap.reset();
  EXPECT_EQ(Count(Open<Tally>().get()), 6);
}

TEST_F(ImageForkTest, AChildThatClosesGivesNoLockAway) {
  const auto heap = Make();
  Child child([&] {
    const bool is_ok = heap->Close().ok();
    return is_ok && heap->Save().error() == ImageError::kNotImage &&
           Count(heap.get()) == 1;
  });
  EXPECT_TRUE(child.Wait());

  EXPECT_EQ(OpenFailing<Tally>().error(), ImageError::kBusy);
  DiskFile other;
  ASSERT_TRUE(other.Open(Path(), DiskFile::Access::kWrite));
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kReadersOut)) << other.error();
}

TEST_F(ImageForkTest, AChildDoesNotSave) {
  const auto heap = Make();
  const std::string line =
      Path() +
      ": it is open for writing in the process that this one was forked from: "
      "save it there";
  Child child([&] {
    Count(heap.get()) = 7;
    const ImageStatus status = heap->Save();
    return status.error() == ImageError::kBusy && status.message() == line &&
           Count(heap.get()) == 7;
  });
  EXPECT_TRUE(child.Wait());

  EXPECT_EQ(CountInCopy(), 1);
  SaveCount(heap.get(), 2);
  EXPECT_EQ(CountInCopy(), 2);
}

std::atomic<bool> lets_read{true};

// The check of the pages waits in its first read.
ssize_t WaitingRead(int file, void* into, size_t bytes, off_t at) {
  while (!lets_read) std::this_thread::yield();
  return kSystemDiskFile.read(file, into, bytes, at);
}

TEST_F(ImageForkTest, AChildDoesNotWaitForACheckThatIsNotItsOwn) {
  Make().reset();
  constexpr DiskFileHooks kWaiting = {.read = WaitingRead};
  SetDiskFileHooksForTesting(&kWaiting);
  // Opening reads the header and more, and must not wait.
  auto heap = Open<Tally>({.check = ImageCheck::kTrust});
  auto& image = *ImageHeap::Of(heap->GetAllocationHandle());
  lets_read = false;
  EXPECT_TRUE(image.StartCheck(nullptr).ok());
  Child child([&] {
    const ImageStatus status = heap->FinishCheck();
    heap.reset();
    return status.error() == ImageError::kBusy;
  });
  EXPECT_TRUE(child.Wait());

  lets_read = true;
  EXPECT_TRUE(heap->FinishCheck().ok());
  SetDiskFileHooksForTesting(nullptr);
}

class ImageForkSnapshotTest : public ImageTest {
 protected:
  ImageForkSnapshotTest() {
    void* const memory = mmap(nullptr, sizeof(Watch), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(memory, MAP_FAILED);
    Watched::watch = new (memory) Watch;
    Watched::position = {sources_.Add("name", "text"), 1};
    const auto heap = Open<Watched>();
    heap->SetRoot("watched",
                  MakeGarbageCollected<Watched>(heap->GetAllocationHandle()));
    Count(heap.get()) = 1;
    Save(heap.get());
  }
  ~ImageForkSnapshotTest() override {
    munmap(Watched::watch, sizeof(Watch));
    Watched::watch = nullptr;
  }

  static int& Count(Heap* heap) {
    return heap->GetRoot<Watched>("watched")->count_;
  }
  // By another process, which waits until it is let.
  SnapshotReport Write(Heap* heap) {
    return WriteHeapSnapshot(*heap, Path("now.heapsnapshot"),
                             {.stack = StackState::kNoHeapPointers,
                              .sources = &sources_,
                              .pause_ms_max = 1e-9});
  }
  // What that process sees now. Returns at its end.
  int LetItLook() const {
    Watched::watch->lets_look = true;
    DiskFile file;
    EXPECT_TRUE(file.Open(Path(), DiskFile::Access::kWrite));
    EXPECT_TRUE(file.WaitForLock(DiskFile::Lock::kReadersOut));
    return Watched::watch->seen;
  }

 private:
  SourceTable sources_;
};

TEST_F(ImageForkSnapshotTest, AnotherProcessWritesTheImageAsItWas) {
  auto heap = Open<Watched>();
  SnapshotReport report = Write(heap.get());
  ASSERT_TRUE(report.is_pending()) << report.error;

  Count(heap.get()) = 2;
  Save(heap.get());
  EXPECT_TRUE(heap->Close().ok());
  heap.reset();

  EXPECT_EQ(LetItLook(), 1);
  report.Wait();
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(Count(Open<Watched>().get()), 2);
}

// The lock of a program ends with it, and not with what it has started.
TEST_F(ImageForkSnapshotTest, AKilledProgramLeavesTheImageToTheNext) {
  Child program([&] {
    const auto heap = Open<Watched>();
    const SnapshotReport report = Write(heap.get());
    if (report.is_pending()) raise(SIGKILL);
    return true;
  });
  EXPECT_TRUE(program.WaitForSignal(SIGKILL));

  auto heap = Open<Watched>();
  ASSERT_NE(heap, nullptr);
  Count(heap.get()) = 2;
  Save(heap.get());
  EXPECT_TRUE(heap->Close().ok());
  heap.reset();

  EXPECT_EQ(LetItLook(), 1);
  EXPECT_EQ(Count(Open<Watched>().get()), 2);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
