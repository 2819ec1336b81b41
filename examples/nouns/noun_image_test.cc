// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nouns that are kept.

#include "examples/nouns/noun_image.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "examples/nouns/cue.h"
#include "examples/nouns/jam.h"
#include "gtest/gtest.h"

namespace nouns {
namespace {

class NounImageTest : public testing::Test {
 protected:
  NounImageTest() : folder_(testing::TempDir() + "noun_image_test.XXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~NounImageTest() override { std::filesystem::remove_all(folder_); }

  std::string Path() const { return folder_ + "/noun.image"; }

  // [a b c ...], with a large atom at each tenth place.
  static Noun MakeList(halfword::AllocationHandle& handle, uint32_t count) {
    Noun list = DirectAtom(0);
    for (uint32_t i = 0; i < count; ++i) {
      const Noun atom =
          i % 10 == 0 ? MakeAtom(handle, uint64_t{1} << 40 | i) : DirectAtom(i);
      list = halfword::MakeGarbageCollected<Cell>(handle, atom, list);
    }
    return list;
  }

 private:
  std::string folder_;
};

TEST_F(NounImageTest, ANounComesBack) {
  std::vector<uint8_t> jam;
  {
    const auto image = OpenNounImage(Path(), ImageUse::kMake);
    auto& handle = image->GetAllocationHandle();
    const Noun noun = MakeList(handle, 100'000);
    jam = Jam(noun);
    SaveNoun(*image, halfword::MakeGarbageCollected<NounRoot>(handle, noun, 3));
  }
  EXPECT_TRUE(IsImage(Path()));
  const auto image = OpenNounImage(Path(), ImageUse::kRead);
  const NounRoot& root = RootOf(*image, Path());
  EXPECT_EQ(root.padding_bytes(), 3u);
  EXPECT_EQ(Jam(root.noun()), jam);
}

TEST_F(NounImageTest, OneThatExistsIsNotMade) {
  OpenNounImage(Path(), ImageUse::kMake);
  EXPECT_THROW(OpenNounImage(Path(), ImageUse::kMake), std::runtime_error);
  const auto image = OpenNounImage(Path(), ImageUse::kReplace);
  EXPECT_THROW(RootOf(*image, Path()), std::runtime_error);
}

TEST_F(NounImageTest, OtherFilesAreNoImages) {
  EXPECT_FALSE(IsImage(Path()));
  std::ofstream(Path()) << "Half";
  EXPECT_FALSE(IsImage(Path()));
  EXPECT_THROW(OpenNounImage(Path(), ImageUse::kRead), std::runtime_error);
}

}  // namespace
}  // namespace nouns
