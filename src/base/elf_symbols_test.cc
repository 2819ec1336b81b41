// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The symbols of this test itself, of libc, and of files that are damaged.

#include "base/elf_symbols.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "base/loaded_module.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Not exported, and not static: its name is just as it is written.
extern "C" [[gnu::noinline, gnu::visibility("hidden")]] int
halfword_elf_symbols_test_function(int value) {
  asm volatile("" : "+r"(value));
  return value + 1;
}

namespace {

constexpr char kSelf[] = "/proc/self/exe";

struct Loaded {
  uint64_t address;
  ElfIdentity identity;
  std::string path;
  uint64_t code_hash;
};

Loaded Find(const void* function) {
  const auto address = reinterpret_cast<uintptr_t>(function);
  LoadedModule module = {};
  EXPECT_TRUE(FindLoadedModule(address, &module));
  return {address - module.bias, IdentityOf(module), PathOf(module),
          HashOfLoadedCode(module, address)};
}

Loaded OwnFunction() {
  return Find(
      reinterpret_cast<const void*>(&halfword_elf_symbols_test_function));
}

std::string NameAt(const std::string& path, uint64_t address,
                   const ElfIdentity* loaded = nullptr,
                   uint64_t code_hash = 0) {
  std::vector<SymbolQuery> queries = {{address, "", code_hash}};
  FindElfSymbols(path, loaded, &queries);
  return queries.front().name;
}

std::string ReadSelf() {
  std::ifstream file(kSelf, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ElfSymbolsTest : public testing::Test {
 protected:
  ~ElfSymbolsTest() override { std::filesystem::remove(path_); }

  const std::string& Write(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_;
  }

 private:
  const std::string path_ =
      testing::TempDir() + "/elf_symbols_test_" +
      testing::UnitTest::GetInstance()->current_test_info()->name() + '.' +
      std::to_string(getpid());
};

TEST_F(ElfSymbolsTest, FindsAFunctionThatIsNotExported) {
  ASSERT_EQ(halfword_elf_symbols_test_function(1), 2);
  const Loaded own = OwnFunction();

  EXPECT_EQ(NameAt(kSelf, own.address, &own.identity),
            "halfword_elf_symbols_test_function");
  EXPECT_EQ(NameAt(kSelf, own.address + 1, &own.identity),
            "halfword_elf_symbols_test_function");
}

TEST_F(ElfSymbolsTest, FindsAnExportedFunctionOfAStrippedLibrary) {
  const Loaded function = Find(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"));
  EXPECT_EQ(NameAt(function.path, function.address), "gnu_get_libc_version");
}

TEST_F(ElfSymbolsTest, AnswersSomeAndKeepsTheOrder) {
  const Loaded own = OwnFunction();
  std::vector<SymbolQuery> queries = {
      {UINT64_MAX, ""}, {own.address, ""}, {0, ""}, {own.address, ""}};
  FindElfSymbols(kSelf, nullptr, &queries);

  EXPECT_EQ(queries[0].name, "");
  EXPECT_EQ(queries[1].name, "halfword_elf_symbols_test_function");
  EXPECT_EQ(queries[2].name, "");
  EXPECT_EQ(queries[3].name, "halfword_elf_symbols_test_function");
}

TEST_F(ElfSymbolsTest, DoesNotBelieveAFileThatWasReplaced) {
  const Loaded own = OwnFunction();
  ElfIdentity other = own.identity;
  other.header.e_shoff += 8;
  EXPECT_EQ(NameAt(kSelf, own.address, &other), "");
}

// Another version of a library may have the same header.
TEST_F(ElfSymbolsTest, DoesNotBelieveAFileOfAnotherBuildId) {
  const Loaded own = OwnFunction();
  ElfIdentity other = own.identity;
  other.build_id = "another";
  EXPECT_EQ(NameAt(kSelf, own.address, &other), "");
}

TEST_F(ElfSymbolsTest, WithoutABuildIdCodeIsCompared) {
  const Loaded own = OwnFunction();
  ElfIdentity loaded = own.identity;
  loaded.build_id = "";
  ASSERT_NE(own.code_hash, 0u);
  EXPECT_EQ(NameAt(kSelf, own.address, &loaded, own.code_hash),
            "halfword_elf_symbols_test_function");
  EXPECT_EQ(NameAt(kSelf, own.address, &loaded, own.code_hash + 1), "");
  // What a function of no known code would be called is not known either, if
  // another one's is wrong.
  std::vector<SymbolQuery> queries = {{own.address, "", 0},
                                      {own.address, "", own.code_hash + 1}};
  FindElfSymbols(kSelf, &loaded, &queries);
  EXPECT_EQ(queries[0].name, "");
}

TEST_F(ElfSymbolsTest, WhatIsNoElfFileAnswersNothing) {
  EXPECT_EQ(NameAt("/nonexistent", 1), "");
  EXPECT_EQ(NameAt("/", 1), "");
  EXPECT_EQ(NameAt(Write(""), 1), "");
  EXPECT_EQ(NameAt(Write("#!/bin/sh\n"), 1), "");
  EXPECT_EQ(NameAt(Write(std::string(4096, '\xff')), 1), "");
}

TEST_F(ElfSymbolsTest, ACutFileAnswersWhatItHas) {
  const std::string whole = ReadSelf();
  const uint64_t address = OwnFunction().address;
  for (size_t part = 0; part < 16; ++part) {
    const std::string name =
        NameAt(Write(whole.substr(0, whole.size() * part / 16)), address);
    EXPECT_TRUE(name.empty() || name == "halfword_elf_symbols_test_function")
        << name;
  }
}

// The header and the section headers are where wrong numbers do harm.
TEST_F(ElfSymbolsTest, DamagedHeadersDoNoHarm) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  const std::string whole = ReadSelf();
  Elf64_Ehdr header;
  std::memcpy(&header, whole.data(), sizeof(header));
  ASSERT_LT(header.e_shoff, whole.size());
  const size_t headers_bytes = whole.size() - header.e_shoff;
  std::string head = whole.substr(0, 4096) + whole.substr(header.e_shoff);
  header.e_shoff = 4096;
  std::memcpy(head.data(), &header, sizeof(header));

  for (int round = 0; round < 300; ++round) {
    std::string damaged = head;
    for (int i = 0; i < 4; ++i) {
      const size_t at = random() % 2 == 0 ? 40 + random() % 24
                                          : 4096 + random() % headers_bytes;
      damaged[at] = static_cast<char>(random());
    }
    std::vector<SymbolQuery> queries = {{OwnFunction().address, ""}, {0, ""}};
    FindElfSymbols(Write(damaged), nullptr, &queries);
    for (const SymbolQuery& query : queries) {
      ASSERT_LE(query.name.size(), 4096u);
    }
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
