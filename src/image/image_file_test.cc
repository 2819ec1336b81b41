// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who may open the file, and what is wrong with files that are none.

#include "image/image_file.h"

#include <sys/stat.h>

#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Counter : public GarbageCollected<Counter> {
 public:
  int count_ = 0;
  HALFWORD_FIELDS(Counter, count_)
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

TEST_F(ImageFileTest, WhatACrashLeftBehindIsInNobodysWay) {
  std::ofstream(Path("test.image.new")) << "half of an image";
  Make().reset();
  EXPECT_FALSE(std::filesystem::exists(Path("test.image.new")));
  EXPECT_EQ(Count(Open<Counter>().get()), 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
