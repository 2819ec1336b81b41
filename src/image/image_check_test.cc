// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Damage of many kinds: none is opened as other data, none goes unnamed.

#include "image/image_check.h"

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "halfword/member.h"
#include "halfword/string.h"
#include "image/file/image_hash.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Link : public GarbageCollected<Link> {
 public:
  Member<Link> next_;
  String name_;
  uint64_t number_ = 0;
  HeapVector<Member<Link>> others_;
  HALFWORD_FIELDS(Link, next_, name_, number_, others_)
};

namespace {

constexpr uint64_t kLinks = 3000;

class ImageCheckTest : public ImageTest {
 protected:
  void MakeImage() const {
    const auto heap = Open<Link>();
    AllocationHandle& handle = heap->GetAllocationHandle();
    for (uint64_t i = 0; i < kLinks; ++i) {
      auto* const link = MakeGarbageCollected<Link>(handle);
      link->next_ = heap->GetRoot<Link>("list");
      link->name_ = String(handle, "link " + std::to_string(i));
      link->number_ = i * i;
      if (i % 7 == 0) link->others_.push_back(link);
      heap->SetRoot("list", link);
    }
    Save(heap.get());
    // So that the log holds a part of it.
    heap->GetRoot<Link>("list")->number_ = 1;
    Save(heap.get());
  }

  // A sum of all that can be reached; 0 if it cannot be opened.
  uint64_t Sum() const {
    ImageOptions options;
    options.access = ImageAccess::kReadOnly;
    options.types = ImageTypes::Of<Link>();
    ImageStatus status;
    const auto heap = Heap::Open(Path(), std::move(options), &status);
    if (heap == nullptr) {
      EXPECT_FALSE(status.message().empty());
      return 0;
    }
    uint64_t sum = 1;
    for (const Link* link = heap->GetRoot<Link>("list"); link != nullptr;
         link = link->next_) {
      sum = sum * 31 + link->number_ + link->name_.view().size();
    }
    return sum;
  }

  std::string Read() const {
    std::ifstream file(Path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void Write(const std::string& bytes) const {
    std::ofstream(Path(), std::ios::binary | std::ios::trunc) << bytes;
  }

  ImageReport Check() const {
    ImageReport report;
    const ImageStatus status = CheckImage(Path(), &report);
    EXPECT_TRUE(status.ok() || status.error() == ImageError::kNotImage ||
                status.error() == ImageError::kOtherFormat ||
                status.error() == ImageError::kSystem)
        << status.message();
    return report;
  }
};

TEST_F(ImageCheckTest, AGoodImageHasNoFindings) {
  MakeImage();
  const ImageReport report = Check();
  EXPECT_TRUE(report.ok()) << report.findings[0].text;
  EXPECT_GT(report.object_count, 2 * kLinks);
  EXPECT_GT(report.reference_count, 2 * kLinks);
}

// What is not found is bytes that nobody reads: it opens as what it was.
TEST_F(ImageCheckTest, NoDamageIsOpenedAsOtherData) {
  MakeImage();
  const uint64_t sum = Sum();
  ASSERT_NE(sum, 0u);
  const std::string good = Read();
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  int named = 0;
  for (int round = 0; round < 300; ++round) {
    std::string bytes = good;
    const size_t at = random() % bytes.size();
    const size_t sector = at / 512 * 512;
    switch (round % 5) {
      case 0:
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 2:
        std::memset(bytes.data() + sector, 0, 512);
        break;
      case 3: {
        const size_t other = random() % (bytes.size() / 512) * 512;
        std::swap_ranges(bytes.begin() + static_cast<ptrdiff_t>(sector),
                         bytes.begin() + static_cast<ptrdiff_t>(sector + 512),
                         bytes.begin() + static_cast<ptrdiff_t>(other));
        break;
      }
      default:
        bytes.resize(at);
        break;
    }
    Write(bytes);
    const uint64_t now = Sum();
    EXPECT_TRUE(now == sum || now == 0) << "round " << round << ", byte " << at;
    if (now == 0) ++named;
  }
  EXPECT_GT(named, 60);
}

// Changes the object of the root, and makes checksums fit again.
void PlantInObject(const std::string& path,
                   const std::function<void(std::byte*)>& change) {
  ImageFile file(path);
  ASSERT_TRUE(file.OpenToWrite(PageCheck::kAll).ok());
  std::vector<std::byte> page(kPageBytes);
  const HeapWords& words = file.state().heap;
  ASSERT_TRUE(file.units().empty() ||
              file.store()->Checkpoint() == StoreResult::kDone);
  std::vector<std::byte> catalog(words.catalog_bytes);
  const auto number = static_cast<uint32_t>(words.catalog_offset / kPageBytes);
  ASSERT_TRUE(
      ReadPage(&file.disk(), file.state(), file.units(), number, page.data()));
  std::memcpy(catalog.data(), page.data() + words.catalog_offset % kPageBytes,
              catalog.size());
  Catalog read;
  ASSERT_TRUE(ReadCatalog(
      {reinterpret_cast<const char*>(catalog.data()), catalog.size()}, &read));
  const uint64_t offset = read.roots[0].offset;
  const auto target = static_cast<uint32_t>(offset / kPageBytes);
  ASSERT_TRUE(
      ReadPage(&file.disk(), file.state(), file.units(), target, page.data()));
  change(page.data() + offset % kPageBytes);
  const PageChange planted = {target, 15, HashPage(page.data(), target),
                              page.data()};
  ASSERT_EQ(file.store()->Save({&planted, 1}, words, Durability::kStrict),
            StoreResult::kDone);
  ASSERT_TRUE(file.Close().ok());
}

TEST_F(ImageCheckTest, AReferenceToNothingIsNamed) {
  MakeImage();
  PlantInObject(Path(), [](std::byte* object) {
    uint32_t word = 0;
    std::memcpy(&word, object, sizeof(word));
    word += 1;
    std::memcpy(object, &word, sizeof(word));
  });
  const ImageReport report = Check();
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, "reference");
  EXPECT_NE(report.findings[0].text.find("Link at page"), std::string::npos);
  EXPECT_NE(report.findings[0].text.find("next_ leads to no object"),
            std::string::npos);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
