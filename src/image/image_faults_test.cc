// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each call to the system fails in turn, of opening, saving, checkpointing,
// writing anew and closing: the status says so in one line, the heap goes on,
// the file holds the state that was acknowledged last, or the one that was
// being saved, and a later save works unless the image is broken, which it then
// stays until it is opened again.

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/disk_file.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "halfword/member.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Numbers : public GarbageCollected<Numbers> {
 public:
  int state_ = 0;
  HeapVector<uint64_t> numbers_;
  HeapVector<uint64_t> more_;
  HALFWORD_FIELDS(Numbers, state_, numbers_, more_)
};

namespace {

// Which call fails, and how; what is asked before each.
struct Fault {
  enum class Kind {
    kOnce,      // this call, with EIO
    kFull,      // this and all later ones that need room, with ENOSPC
    kOnceTorn,  // this call, with EIO; half of it is done if it writes
  };
  Kind kind = Kind::kOnce;
  int call = 0;  // from 1
};

Fault fault;
int calls = 0;
bool has_failed = false;

bool Fails(bool needs_room) {
  ++calls;
  const bool is_full = fault.kind == Fault::Kind::kFull;
  if (is_full ? calls < fault.call || !needs_room : calls != fault.call) {
    return false;
  }
  has_failed = true;
  errno = is_full ? ENOSPC : EIO;
  return true;
}

// Nobody cuts the power here, so that nothing has to wait for the disk.
int FailingSync(int) { return Fails(false) ? -1 : 0; }
int QuickSync(int) { return 0; }

ssize_t FailingWrite(int file, const void* data, size_t bytes, off_t at) {
  if (!Fails(true)) return kSystemDiskFile.write(file, data, bytes, at);
  const int error = errno;
  if (fault.kind == Fault::Kind::kOnceTorn) {
    EXPECT_GT(kSystemDiskFile.write(file, data, bytes / 2, at), 0);
  }
  errno = error;
  return -1;
}

constexpr DiskFileHooks kFailing = {
    .open =
        [](const char* path, int flags, mode_t mode) {
          return Fails(false) ? -1 : kSystemDiskFile.open(path, flags, mode);
        },
    .read =
        [](int file, void* into, size_t bytes, off_t at) {
          return Fails(false) ? ssize_t{-1}
                              : kSystemDiskFile.read(file, into, bytes, at);
        },
    .write = FailingWrite,
    .allocate =
        [](int file, off_t offset, off_t bytes) {
          return Fails(true) ? -1
                             : kSystemDiskFile.allocate(file, offset, bytes);
        },
    .sync = FailingSync,
    .rename =
        [](const char* from, const char* to, unsigned flags) {
          return Fails(false) ? -1 : kSystemDiskFile.rename(from, to, flags);
        },
    .sync_folder = FailingSync,
    .lock =
        [](int file, int command, struct flock* range) {
          return Fails(false) ? -1 : kSystemDiskFile.lock(file, command, range);
        },
};

constexpr DiskFileHooks kQuick = {.sync = QuickSync, .sync_folder = QuickSync};

class Faulty {
 public:
  Faulty(Fault::Kind kind, int call) {
    fault = {kind, call};
    calls = 0;
    has_failed = false;
    SetDiskFileHooksForTesting(&kFailing);
  }
  ~Faulty() { SetDiskFileHooksForTesting(&kQuick); }
};

// There are some 700 calls. HALFWORD_IMAGE_FAULTS=all: each fails, and not only
// some, which are others in each run.
uint32_t LongestStep() {
  return std::getenv("HALFWORD_IMAGE_FAULTS") == nullptr ? 40 : 1;
}

class ImageFaultsTest : public ImageTest {
 protected:
  ImageFaultsTest() { SetDiskFileHooksForTesting(&kQuick); }
  ~ImageFaultsTest() override { SetDiskFileHooksForTesting(nullptr); }

  // What an image of the state looks like: some need a record, some more than
  // the log has left, some more than it ever has, some a longer file.
  static void Make(Heap* heap, int state) {
    auto* numbers = heap->GetRoot<Numbers>("numbers");
    if (numbers == nullptr) {
      numbers = MakeGarbageCollected<Numbers>(heap->GetAllocationHandle());
      heap->SetRoot("numbers", numbers);
    }
    numbers->state_ = state;
    const auto value = static_cast<uint64_t>(state);
    if (numbers->numbers_.empty()) numbers->numbers_.resize(60'000);
    if (state >= 2) {
      for (uint64_t& number : numbers->numbers_) number = value;
    }
    if (state == kGrowing) numbers->more_.resize(90'000, value);
    if (state == kAnew) {
      numbers->more_.clear();
      numbers->more_.resize(400'000, value);
    }
  }
  static constexpr int kGrowing = 5;
  static constexpr int kAnew = 7;
  static constexpr int kStates = 9;

  static bool Is(Heap* heap, int state) {
    const auto* const numbers = heap->GetRoot<Numbers>("numbers");
    if (numbers == nullptr || numbers->state_ != state) return false;
    const auto value = static_cast<uint64_t>(state < 2 ? 0 : state);
    for (const uint64_t number : numbers->numbers_) {
      if (number != value) return false;
    }
    const size_t more = state < kGrowing ? 0 : state < kAnew ? 90'000 : 400'000;
    return numbers->more_.size() == more;
  }

  void ExpectLine(const ImageStatus& status) const {
    EXPECT_EQ(status.message().find('\n'), std::string::npos);
    EXPECT_EQ(status.message().rfind(Path() + ": ", 0), 0u) << status.message();
    EXPECT_GT(status.message().size(), Path().size() + 6) << status.message();
    EXPECT_TRUE(status.error() == ImageError::kSystem ||
                status.error() == ImageError::kBroken)
        << status.message();
  }

  std::unique_ptr<Heap> TryOpen(ImageStatus* status) const {
    ImageOptions options;
    options.types = ImageTypes::Of<Numbers>();
    return Heap::Open(Path(), std::move(options), status);
  }

  // After a save to `state` that failed, the acknowledged one being before it.
  void GoOn(std::unique_ptr<Heap> heap, const ImageStatus& failed, int state) {
    ExpectLine(failed);
    EXPECT_TRUE(heap->Verify().ok());
    heap->Collect();
    EXPECT_TRUE(Is(heap.get(), state));
    const bool is_broken = failed.error() == ImageError::kBroken;
    for (const bool is_relaxed : {true, false}) {
      const ImageStatus again = heap->Save({.is_relaxed = is_relaxed});
      EXPECT_EQ(again.error(),
                is_broken ? ImageError::kBroken : ImageError::kNone)
          << failed.message() << ", then " << again.message();
    }
    const ImageStatus closed = heap->Close();
    EXPECT_EQ(closed.ok(), !is_broken) << closed.message();
    heap.reset();
    heap = ImageTest::Open<Numbers>();
    ASSERT_NE(heap, nullptr);
    EXPECT_TRUE(Is(heap.get(), state) ||
                (is_broken && Is(heap.get(), state - 1)))
        << "state " << state << " after " << failed.message();
  }

  // False: the fault did not come to pass any more.
  bool Run(Fault::Kind kind, int call) {
    std::filesystem::copy_file(
        Path("base.image"), Path(),
        std::filesystem::copy_options::overwrite_existing);
    auto faulty = std::make_unique<Faulty>(kind, call);
    ImageStatus status;
    std::unique_ptr<Heap> heap = TryOpen(&status);
    int state = 0;
    if (heap == nullptr) {
      faulty.reset();
      ExpectLine(status);
      heap = ImageTest::Open<Numbers>();
      EXPECT_TRUE(heap != nullptr && Is(heap.get(), state));
      return true;
    }
    while (status.ok() && ++state < kStates) {
      Make(heap.get(), state);
      status = heap->Save({.is_relaxed = state % 3 == 1});
    }
    if (!status.ok()) {
      faulty.reset();
      GoOn(std::move(heap), status, state);
      return true;
    }
    status = heap->Close();
    const bool has_met = has_failed;
    faulty.reset();
    if (!status.ok()) ExpectLine(status);
    heap.reset();
    heap = ImageTest::Open<Numbers>();
    EXPECT_TRUE(heap != nullptr && Is(heap.get(), kStates - 1));
    return has_met || calls >= call;
  }

  void RunAll(Fault::Kind kind) {
    {
      const auto heap = ImageTest::Open<Numbers>();
      Make(heap.get(), 0);
      Save(heap.get());
    }
    std::filesystem::rename(Path(), Path("base.image"));
    const TestSeed seed;
    std::mt19937 random(seed.value());
    const uint32_t longest = LongestStep();
    int call = 1;
    while (Run(kind, call) && !HasFailure()) {
      call += static_cast<int>(1 + random() % longest);
    }
    EXPECT_FALSE(HasFailure()) << "call " << call;
    EXPECT_GT(call, 80);
  }
};

TEST_F(ImageFaultsTest, EachCallFailsOnce) { RunAll(Fault::Kind::kOnce); }

TEST_F(ImageFaultsTest, EachWriteIsTorn) { RunAll(Fault::Kind::kOnceTorn); }

TEST_F(ImageFaultsTest, TheDiskIsFullFromEachCallOn) {
  RunAll(Fault::Kind::kFull);
}

TEST_F(ImageFaultsTest, EachCallOfMakingAnImageFails) {
  for (int call = 1;; ++call) {
    std::filesystem::remove(Path());
    ImageStatus status;
    std::unique_ptr<Heap> heap;
    {
      const Faulty faulty(Fault::Kind::kOnce, call);
      heap = TryOpen(&status);
    }
    if (heap != nullptr) {
      EXPECT_GT(call, 10);
      break;
    }
    ExpectLine(status);
    EXPECT_FALSE(std::filesystem::exists(Path() + ".new"));
    heap = ImageTest::Open<Numbers>();
    ASSERT_NE(heap, nullptr) << "call " << call;
    EXPECT_TRUE(heap->RootNames().empty());
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
