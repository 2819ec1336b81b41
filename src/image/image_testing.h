// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A folder for the images of a test, and an image in it.

#ifndef HALFWORD_IMAGE_IMAGE_TESTING_H_
#define HALFWORD_IMAGE_IMAGE_TESTING_H_

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "halfword/image.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ImageTest : public testing::Test {
 protected:
  ImageTest() : folder_(testing::TempDir() + "image_test.XXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~ImageTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name = "test.image") const {
    return folder_ + "/" + name;
  }

  // Opens the image, which must go well.
  template <typename... Types>
  std::unique_ptr<Heap> Open(ImageOptions options = {}) const {
    options.types = ImageTypes::Of<Types...>();
    ImageStatus status;
    auto heap = Heap::Open(Path(), std::move(options), &status);
    EXPECT_TRUE(status.ok()) << status.message();
    return heap;
  }

  // Why it does not open.
  template <typename... Types>
  ImageStatus OpenFailing(ImageOptions options = {}) const {
    options.types = ImageTypes::Of<Types...>();
    ImageStatus status;
    EXPECT_EQ(Heap::Open(Path(), std::move(options), &status), nullptr);
    return status;
  }

  static void Save(Heap* heap, const SaveOptions& options = {}) {
    const ImageStatus status = heap->Save(options);
    ASSERT_TRUE(status.ok()) << status.message();
  }

 private:
  std::string folder_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_TESTING_H_
