// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A folder for the images of a test, and an image in it; and damage that no
// checksum tells of.

#ifndef HALFWORD_IMAGE_IMAGE_TESTING_H_
#define HALFWORD_IMAGE_IMAGE_TESTING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/image.h"
#include "image/file/image_hash.h"
#include "image/image_file.h"
#include "image/image_view.h"

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

  // A number of the image, at a byte that is counted from its first page.
  template <typename Number>
  Number NumberAt(uint64_t offset) const {
    ImageView view(Path());
    EXPECT_TRUE(view.Open().ok());
    Number number;
    std::memcpy(&number, view.BytesAt(0) + offset, sizeof(number));
    return number;
  }

  // The first page of such a use. Requires: there is one.
  ImagePage FirstOf(PageUse use) const {
    ImageView view(Path());
    EXPECT_TRUE(view.Open().ok() && view.ReadTables().ok());
    ImagePage page = 0;
    while (view.UseOf(page) != use) ++page;
    return page;
  }

  // Writes over bytes of the image, counted from its first page, and makes
  // checksums fit again. Requires: no heap has it open.
  void Plant(uint64_t offset, std::string_view bytes) const {
    while (!bytes.empty()) {
      const size_t count =
          std::min<size_t>(bytes.size(), kPageBytes - offset % kPageBytes);
      PlantInPage(offset, bytes.substr(0, count));
      offset += count;
      bytes.remove_prefix(count);
    }
  }

  template <typename Number>
  void PlantNumber(uint64_t offset, Number number) const {
    Plant(offset, {reinterpret_cast<const char*>(&number), sizeof(number)});
  }

  // The same of its catalog, which keeps its length. change: what is changed.
  template <typename Change>
  void PlantInCatalog(Change change) const {
    ImageView view(Path());
    ASSERT_TRUE(view.Open().ok() && view.ReadTables().ok());
    Catalog catalog = view.catalog();
    change(&catalog);
    const std::string bytes = WriteCatalog(catalog);
    ASSERT_EQ(bytes.size(), view.state().heap.catalog_bytes);
    Plant(view.state().heap.catalog_offset, bytes);
  }

 private:
  void PlantInPage(uint64_t offset, std::string_view bytes) const {
    ImageFile file(Path());
    ASSERT_TRUE(file.OpenToWrite(PageCheck::kAll).ok());
    ASSERT_TRUE(file.units().empty() ||
                file.store()->Checkpoint() == StoreResult::kDone);
    const auto number = static_cast<uint32_t>(offset / kPageBytes);
    std::vector<std::byte> page(kPageBytes);
    ASSERT_TRUE(ReadPage(&file.disk(), file.state(), file.store()->units(),
                         number, page.data()));
    std::memcpy(page.data() + offset % kPageBytes, bytes.data(), bytes.size());
    const PageChange planted = {number, 15, HashPage(page.data(), number),
                                page.data()};
    ASSERT_EQ(file.store()->Save({&planted, 1}, file.state().heap,
                                 Durability::kStrict),
              StoreResult::kDone);
    ASSERT_TRUE(file.Close().ok());
  }

  std::string folder_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_TESTING_H_
