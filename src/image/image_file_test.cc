// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who may open the file, and what is wrong with files that are none.

#include "image/image_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Counter : public GarbageCollected<Counter> {
 public:
  int count_ = 0;
  HALFWORD_FIELDS(Counter, count_)
};

class Many : public GarbageCollected<Many> {
 public:
  HeapVector<uint64_t> numbers_;
  HALFWORD_FIELDS(Many, numbers_)
};

namespace {

class ImageFileTest : public ImageTest {
 protected:
  static ImageOptions Reading() {
    ImageOptions options;
    options.access = ImageAccess::kReadOnly;
    return options;
  }
  std::unique_ptr<Heap> Make() const {
    auto heap = Open<Counter>();
    heap->SetRoot("counter",
                  MakeGarbageCollected<Counter>(heap->GetAllocationHandle()));
    Save(heap.get());
    return heap;
  }
  static int& Count(Heap* heap) {
    return heap->GetRoot<Counter>("counter")->count_;
  }
  void WriteFile(const std::string& bytes) const {
    std::ofstream(Path(), std::ios::binary) << bytes;
  }
};

TEST_F(ImageFileTest, ThereIsOneWriter) {
  const auto heap = Make();
  const ImageStatus status = OpenFailing<Counter>();
  EXPECT_EQ(status.error(), ImageError::kBusy);
  EXPECT_EQ(status.message(),
            Path() + ": another process has it open for writing");
}

TEST_F(ImageFileTest, AReaderCannotSaveAndSeesItsOwnChanges) {
  Make().reset();
  {
    const auto reader = Open<Counter>(Reading());
    Count(reader.get()) = 5;
    EXPECT_EQ(reader->Save().error(), ImageError::kReadOnly);
    EXPECT_EQ(Count(reader.get()), 5);
  }
  EXPECT_EQ(Count(Open<Counter>(Reading()).get()), 0);
}

TEST_F(ImageFileTest, WhatShouldNotExistIsNotOpened) {
  Make().reset();
  ImageOptions options;
  options.error_if_exists = true;
  EXPECT_EQ(OpenFailing<Counter>(std::move(options)).error(),
            ImageError::kExists);
}

TEST_F(ImageFileTest, WhatIsNotThereIsNotMadeUnasked) {
  ImageOptions options;
  options.create_if_missing = false;
  const ImageStatus status = OpenFailing<Counter>(std::move(options));
  EXPECT_EQ(status.error(), ImageError::kNotFound);
  EXPECT_EQ(status.message(), Path() + ": open: No such file or directory");
  EXPECT_EQ(OpenFailing<Counter>(Reading()).error(), ImageError::kNotFound);
}

TEST_F(ImageFileTest, OtherFilesAreNoImages) {
  WriteFile("");
  EXPECT_EQ(OpenFailing<Counter>().error(), ImageError::kNotImage);
  WriteFile(std::string(1 << 20, 'x'));
  EXPECT_EQ(OpenFailing<Counter>().error(), ImageError::kNotImage);
  EXPECT_EQ(OpenFailing<Counter>(Reading()).error(), ImageError::kNotImage);
  std::filesystem::remove(Path());
  std::filesystem::create_directory(Path());
  EXPECT_EQ(OpenFailing<Counter>().message(),
            Path() + ": open: Is a directory");
}

TEST_F(ImageFileTest, AFolderThatIsNotThereIsAnError) {
  ImageStatus status;
  EXPECT_EQ(Heap::Open(Path("none/test.image"), {}, &status), nullptr);
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.message().find("No such file"), std::string::npos);
}

// More than the log holds: the file is written anew.
void SaveAnew(Heap* heap, int count) {
  auto* const many = MakeGarbageCollected<Many>(heap->GetAllocationHandle());
  many->numbers_.resize(400'000, static_cast<uint64_t>(count));
  heap->SetRoot("many", many);
  heap->GetRoot<Counter>("counter")->count_ = count;
  const ImageStatus status = heap->Save();
  EXPECT_TRUE(status.ok()) << status.message();
}

ino_t InodeOf(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
  return status.st_ino;
}

TEST_F(ImageFileTest, ASymbolicLinkStaysOne) {
  Make().reset();
  std::filesystem::create_directory(Path("other"));
  std::filesystem::rename(Path(), Path("other/real.image"));
  std::filesystem::create_symlink("other/real.image", Path());
  const ino_t before = InodeOf(Path("other/real.image"));
  SaveAnew(Open<Counter, Many>().get(), 5);
  EXPECT_TRUE(std::filesystem::is_symlink(Path()));
  EXPECT_NE(InodeOf(Path("other/real.image")), before);
  EXPECT_EQ(Count(Open<Counter, Many>().get()), 5);
}

TEST_F(ImageFileTest, APathIsThatOfWhenItWasOpened) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(Path(""));
  ImageOptions options;
  options.types = ImageTypes::Of<Counter, Many>();
  ImageStatus status;
  auto heap = Heap::Open("test.image", std::move(options), &status);
  ASSERT_NE(heap, nullptr) << status.message();
  heap->SetRoot("counter",
                MakeGarbageCollected<Counter>(heap->GetAllocationHandle()));
  Save(heap.get());
  std::filesystem::current_path("/");
  SaveAnew(heap.get(), 6);
  heap.reset();
  std::filesystem::current_path(before);
  EXPECT_EQ(Count(Open<Counter, Many>().get()), 6);
}

TEST_F(ImageFileTest, WhoMayReadAnImageStaysTheSame) {
  Make().reset();
  ASSERT_EQ(chmod(Path().c_str(), 0600), 0);
  SaveAnew(Open<Counter, Many>().get(), 7);
  struct stat status = {};
  ASSERT_EQ(stat(Path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
}

TEST_F(ImageFileTest, AFileThatWasRemovedIsWrittenAgain) {
  Make().reset();
  auto heap = Open<Counter, Many>();
  std::filesystem::remove(Path());
  Count(heap.get()) = 1;
  Save(heap.get());
  EXPECT_FALSE(std::filesystem::exists(Path()));
  SaveAnew(heap.get(), 8);
  EXPECT_TRUE(heap->Close().ok());
  heap.reset();
  EXPECT_EQ(Count(Open<Counter, Many>().get()), 8);
}

TEST_F(ImageFileTest, AnotherFileWithTheNameIsLeftAlone) {
  Make().reset();
  auto heap = Open<Counter, Many>();
  std::filesystem::rename(Path(), Path("moved.image"));
  std::ofstream(Path()) << "of somebody else";
  Count(heap.get()) = 1;
  Save(heap.get());
  heap->SetRoot("many",
                MakeGarbageCollected<Many>(heap->GetAllocationHandle()));
  heap->GetRoot<Many>("many")->numbers_.resize(400'000, 1);
  const ImageStatus status = heap->Save();
  EXPECT_EQ(status.error(), ImageError::kExists);
  EXPECT_EQ(status.message(), Path() + ": another file has got its name");
  EXPECT_EQ(std::filesystem::file_size(Path()), 16u);
  EXPECT_FALSE(std::filesystem::exists(Path("test.image.new")));
  heap->SetRoot<Many>("many", nullptr);
  heap->Collect({.stack = StackState::kNoHeapPointers});
  Count(heap.get()) = 2;
  Save(heap.get());
  EXPECT_TRUE(heap->Close().ok());
  heap.reset();
  std::filesystem::rename(Path("moved.image"), Path());
  EXPECT_EQ(Count(Open<Counter, Many>().get()), 2);
}

// A heap that was closed goes on, and looks at the file as readers do.
TEST_F(ImageFileTest, AClosedHeapLetsAnotherWrite) {
  auto heap = Make();
  ASSERT_TRUE(heap->Close().ok());
  DiskFile other;
  ASSERT_TRUE(other.Open(Path(), DiskFile::Access::kWrite));
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kWriter)) << other.error();
  EXPECT_FALSE(other.TryLock(DiskFile::Lock::kReadersOut));
  EXPECT_EQ(Count(heap.get()), 0);
  heap.reset();
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kReadersOut)) << other.error();
}

// The file that was before may have another name: who has that may write it,
// but not what a heap still has before its eyes. That of a moved image does not
// get its pages from the new file.
TEST_F(ImageFileTest, WhatWasBeforeItWasWrittenAnewIsLeftToOthers) {
  const auto at_home = Make();
  std::filesystem::copy(Path(), Path("moved.image"));
  std::filesystem::create_hard_link(Path("moved.image"), Path("other.image"));
  ImageOptions options;
  options.types = ImageTypes::Of<Counter, Many>();
  ImageStatus status;
  auto heap = Heap::Open(Path("moved.image"), std::move(options), &status);
  ASSERT_NE(heap, nullptr) << status.message();
  DiskFile other;
  ASSERT_TRUE(other.Open(Path("other.image"), DiskFile::Access::kWrite));
  EXPECT_FALSE(other.TryLock(DiskFile::Lock::kWriter));
  SaveAnew(heap.get(), 11);
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kWriter)) << other.error();
  EXPECT_FALSE(other.TryLock(DiskFile::Lock::kReadersOut));
  EXPECT_EQ(Count(heap.get()), 11);
  heap.reset();
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kReadersOut)) << other.error();
}

// Then a file is not opened again by its descriptor.
TEST_F(ImageFileTest, LocksAreTheSameWithoutProc) {
  constexpr DiskFileHooks kWithoutProc = {
      .open = [](const char* path, int flags, mode_t mode) {
        if (std::string_view(path).starts_with("/proc/")) {
          errno = ENOENT;
          return -1;
        }
        return kSystemDiskFile.open(path, flags, mode);
      }};
  SetDiskFileHooksForTesting(&kWithoutProc);
  auto heap = Make();
  EXPECT_EQ(OpenFailing<Counter>().error(), ImageError::kBusy);
  Count(heap.get()) = 3;
  ASSERT_TRUE(heap->Close().ok());
  DiskFile other;
  ASSERT_TRUE(other.Open(Path(), DiskFile::Access::kWrite));
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kWriter)) << other.error();
  EXPECT_FALSE(other.TryLock(DiskFile::Lock::kReadersOut));
  heap.reset();
  EXPECT_TRUE(other.TryLock(DiskFile::Lock::kReadersOut)) << other.error();
  SetDiskFileHooksForTesting(nullptr);
}

// A copy is that of the last save, though nobody has closed the image.
TEST_F(ImageFileTest, ACopyOfAnOpenImageIsAnImage) {
  {
    const auto heap = Make();
    Count(heap.get()) = 9;
    Save(heap.get());
    std::filesystem::copy(Path(), Path("copy.image"));
    Count(heap.get()) = 10;
    Save(heap.get());
  }
  EXPECT_EQ(Count(Open<Counter>().get()), 10);
  std::filesystem::rename(Path("copy.image"), Path());
  EXPECT_EQ(Count(Open<Counter>().get()), 9);
}

TEST_F(ImageFileTest, WhatAnotherIsWritingIsLeftAlone) {
  DiskFile other;
  ASSERT_TRUE(other.Open(Path("test.image.new"), DiskFile::Access::kCreate));
  ASSERT_TRUE(other.TryLock(DiskFile::Lock::kWriter));
  EXPECT_EQ(OpenFailing<Counter>().error(), ImageError::kBusy);
  EXPECT_TRUE(other.IsNamed(Path("test.image.new")));
  other.Close();
  Make().reset();
}

TEST_F(ImageFileTest, WhatACrashLeftBehindIsInNobodysWay) {
  std::ofstream(Path("test.image.new")) << "half of an image";
  Make().reset();
  EXPECT_FALSE(std::filesystem::exists(Path("test.image.new")));
  EXPECT_EQ(Count(Open<Counter>().get()), 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
