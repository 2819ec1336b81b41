// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Damage of many kinds: none is opened as other data, none goes unnamed.

#include "image/image_check.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "halfword/member.h"
#include "halfword/string.h"
#include "image/file/image_format.h"
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

  uint64_t RootOffset() const {
    ImageView view(Path());
    EXPECT_TRUE(view.Open().ok() && view.ReadTables().ok());
    return view.catalog().roots.at(0).offset;
  }

  std::string Read() const {
    std::ifstream file(Path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void Write(const std::string& bytes) const {
    std::ofstream(Path(), std::ios::binary | std::ios::trunc) << bytes;
  }

  // Whether nothing is found to be wrong.
  bool IsAccepted() const {
    ImageReport report;
    const ImageStatus status = CheckImage(Path(), &report);
    EXPECT_EQ(status.ok(), status.message().empty());
    for (const ImageFinding& finding : report.findings) {
      EXPECT_FALSE(finding.text.empty());
    }
    return status.ok() && report.ok();
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

// How an image is damaged: `old` is the same file some saves ago.
class Damager {
 public:
  Damager(std::string good, std::string old, unsigned seed)
      : good_(std::move(good)), old_(std::move(old)), random_(seed) {
    old_.resize(good_.size());
  }

  std::string Damaged(int round) {
    std::string bytes = good_;
    const size_t at = Random(bytes.size());
    switch (round % 8) {
      case 0:
      case 1:
      case 2:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << Random(8)));
        break;
      case 3:
        std::memset(bytes.data() + at / 512 * 512, 0, 512);
        break;
      case 4:
        Swap(&bytes, 512);
        break;
      case 5:
        Swap(&bytes, kUnitBytes);
        break;
      case 6:
        MakeStale(&bytes);
        break;
      default:
        bytes.resize(at);
        break;
    }
    return bytes;
  }

 private:
  size_t Random(size_t bound) { return random_() % bound; }

  void Swap(std::string* bytes, size_t block) {
    const size_t count = bytes->size() / block;
    char* const first = bytes->data() + Random(count) * block;
    char* const second = bytes->data() + Random(count) * block;
    if (first != second) std::swap_ranges(first, first + block, second);
  }

  // A block that is another one in the older file, so that it matters.
  void MakeStale(std::string* bytes) {
    const size_t block = size_t{512} << Random(6);
    for (int tries = 0; tries < 1000; ++tries) {
      const size_t at = Random(bytes->size() / block) * block;
      if (std::memcmp(bytes->data() + at, old_.data() + at, block) == 0) {
        continue;
      }
      std::memcpy(bytes->data() + at, old_.data() + at, block);
      return;
    }
  }

  const std::string good_;
  std::string old_;
  std::mt19937_64 random_;
};

// HALFWORD_IMAGE_DAMAGES, where more are wanted.
int DamageCount() {
  const char* const count = std::getenv("HALFWORD_IMAGE_DAMAGES");
  return count == nullptr ? 300 : std::atoi(count);
}

// What is not found is bytes that nobody reads: it opens as what it was. An
// image whose pages are trusted is opened or refused, but never looked at.
TEST_F(ImageCheckTest, NoDamageIsOpenedAsOtherData) {
  MakeImage();
  const std::string old = Read();
  {
    const auto heap = Open<Link>();
    for (Link* link = heap->GetRoot<Link>("list"); link != nullptr;
         link = link->next_) {
      link->number_ += 1;
    }
    Save(heap.get());
  }
  const uint64_t sum = Sum();
  ASSERT_NE(sum, 0u);
  const TestSeed seed;
  Damager damager(Read(), old, seed.value());
  int named = 0;
  for (int round = 0; round < DamageCount() && !HasFailure(); ++round) {
    Write(damager.Damaged(round));
    const bool is_found = !IsAccepted();
    const uint64_t now = Sum();
    EXPECT_TRUE(now == sum || (now == 0 && is_found)) << "round " << round;
    ImageOptions trusting;
    trusting.access = ImageAccess::kReadOnly;
    trusting.check = ImageCheck::kTrust;
    trusting.types = ImageTypes::Of<Link>();
    Heap::Open(Path(), std::move(trusting), nullptr);
    if (now == 0) ++named;
  }
  EXPECT_GT(named, DamageCount() / 10);
}

TEST_F(ImageCheckTest, AReferenceToNothingIsNamed) {
  MakeImage();
  const uint64_t root = RootOffset();
  PlantNumber(root, NumberAt<uint32_t>(root) + 1);

  const ImageReport report = Check();

  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, "reference");
  EXPECT_NE(report.findings[0].text.find("Link at page"), std::string::npos);
  EXPECT_NE(report.findings[0].text.find("next_ leads to no object"),
            std::string::npos);
}

// What Heap::Open() refuses is a finding, and not only where objects stand.
TEST_F(ImageCheckTest, SlotsThatNoHeapMakesAreNamed) {
  MakeImage();
  const ImagePage page = FirstOf(PageUse::kOwn);
  PageEntry entry = NumberAt<PageEntry>(page * sizeof(PageEntry));
  const uint32_t slot_bytes = entry.slot_bytes;
  entry.slot_bytes += kGranuleBytes;

  PlantNumber(page * sizeof(PageEntry), entry);
  const ImageReport report = Check();

  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].kind, "table");
  EXPECT_EQ(report.findings[0].text,
            "page " + std::to_string(page) + ": slots of " +
                std::to_string(entry.slot_bytes) +
                " bytes, which no heap makes for its objects");
  EXPECT_EQ(report.findings[0].expected,
            "slots of " + std::to_string(slot_bytes) + " bytes");
  EXPECT_EQ(Sum(), 0u) << "it is opened";
}

TEST_F(ImageCheckTest, APageInAnotherSpaceThanItsClassIsNamed) {
  MakeImage();
  const ImagePage page = FirstOf(PageUse::kOwn);
  PageEntry entry = NumberAt<PageEntry>(page * sizeof(PageEntry));
  ++entry.space_index;

  PlantNumber(page * sizeof(PageEntry), entry);
  const ImageReport report = Check();

  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(
      report.findings[0].text,
      "page " + std::to_string(page) + ": it lies in space 1, its class in 0");
  EXPECT_EQ(Sum(), 0u) << "it is opened";
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
