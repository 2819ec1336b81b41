// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Notes that are whole, several, and damaged.

#include "base/elf_identity.h"

#include <cstring>
#include <random>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

std::string Note(uint32_t type, std::string name, std::string contents) {
  const Elf64_Nhdr head = {static_cast<uint32_t>(name.size()),
                           static_cast<uint32_t>(contents.size()), type};
  name.resize((name.size() + 3) & ~size_t{3});
  contents.resize((contents.size() + 3) & ~size_t{3});
  return std::string(reinterpret_cast<const char*>(&head), sizeof(head)) +
         name + contents;
}

std::string IdIn(const std::string& notes) {
  return BuildIdInNotes(notes.data(), notes.size());
}

const std::string kGnu("GNU", 4);  // NOLINT: and its zero

TEST(ElfIdentityTest, FindsTheBuildIdAmongNotes) {
  const std::string id = Note(NT_GNU_BUILD_ID, kGnu, "0123456789");
  EXPECT_EQ(IdIn(id), "0123456789");
  EXPECT_EQ(IdIn(Note(1, kGnu, "version") + Note(3, "stapsdt", "x") + id),
            "0123456789");
  EXPECT_EQ(IdIn(Note(1, kGnu, "version")), "");
  EXPECT_EQ(IdIn(""), "");
}

TEST(ElfIdentityTest, DamagedNotesDoNoHarm) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string whole =
      Note(1, kGnu, "version") + Note(NT_GNU_BUILD_ID, kGnu, "0123456789");
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = whole.substr(0, random() % (whole.size() + 1));
    for (int i = 0; i < 3 && !damaged.empty(); ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    ASSERT_LE(IdIn(damaged).size(), 64u);
  }
}

TEST(ElfIdentityTest, CodeIsKnownByItsBytes) {
  EXPECT_EQ(HashOfCode("abc", 3), HashOfCode("abcd", 3));
  EXPECT_NE(HashOfCode("abc", 3), HashOfCode("abd", 3));
  EXPECT_NE(HashOfCode("", 0), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
