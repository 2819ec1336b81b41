// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Roots of directories.

#include "image/file/page_directory.h"

#include <random>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(PageDirectoryTest, HasTheRootOfWhatItHolds) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  PageDirectory changed;
  for (int i = 0; i < 300; ++i) {
    if (random() % 10 == 0) {
      changed.Resize(static_cast<uint32_t>(random() % 1000));
    } else if (changed.page_count() != 0) {
      changed.Set(static_cast<uint32_t>(random() % changed.page_count()),
                  {random(), random()});
    }
    PageDirectory made;
    made.Resize(changed.page_count());
    for (uint32_t page = 0; page < changed.page_count(); ++page) {
      made.Set(page, changed[page]);
    }
    ASSERT_TRUE(changed.Root() == made.Root()) << i;
  }
}

TEST(PageDirectoryTest, HasAnotherRootForEachChange) {
  PageDirectory directory;
  directory.Resize(300);
  const ImageHash empty = directory.Root();
  directory.Set(299, {1, 0});
  const ImageHash set = directory.Root();
  EXPECT_FALSE(set == empty);
  directory.Resize(301);
  EXPECT_FALSE(directory.Root() == set);
  directory.Resize(300);
  EXPECT_TRUE(directory.Root() == set);
  directory.Resize(299);
  EXPECT_FALSE(directory.Root() == empty);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
