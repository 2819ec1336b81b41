// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// This test, libc, and a library that is loaded by a relative name, and then
// replaced.

#include "base/loaded_module.h"

#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/function_table.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

LoadedModule ModuleOf(const void* address) {
  LoadedModule module = {};
  EXPECT_TRUE(FindLoadedModule(reinterpret_cast<uintptr_t>(address), &module));
  return module;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(LoadedModuleTest, TheProgramIsItsOwnFile) {
  const LoadedModule module =
      ModuleOf(reinterpret_cast<const void*>(&ReadFile));

  EXPECT_STREQ(module.name, "");
  EXPECT_EQ(PathOf(module), "/proc/self/exe");
  EXPECT_NE(HashOfLoadedCode(module, reinterpret_cast<uintptr_t>(&ReadFile)),
            0u);
  EXPECT_EQ(HashOfLoadedCode(module, 16), 0u);
}

TEST(LoadedModuleTest, ALibraryHasAPathAndABuildId) {
  const LoadedModule module =
      ModuleOf(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"));

  EXPECT_EQ(PathOf(module), module.name);
  EXPECT_NE(IdentityOf(module).build_id, "");
}

TEST(LoadedModuleTest, WhatIsNoCodeHasNone) {
  int local = 0;
  LoadedModule module = {};
  EXPECT_FALSE(FindLoadedModule(reinterpret_cast<uintptr_t>(&local), &module));
  EXPECT_FALSE(FindLoadedModule(16, &module));
}

// A copy of libm in a folder of its own.
class LoadedLibraryTest : public testing::Test {
 protected:
  static constexpr char kFunction[] = "fegetround";

  LoadedLibraryTest() {
    std::filesystem::create_directories(folder_);
    const LoadedModule original = ModuleOf(dlsym(RTLD_DEFAULT, kFunction));
    std::filesystem::copy_file(PathOf(original), path_);
  }
  ~LoadedLibraryTest() override {
    if (library_ != nullptr) dlclose(library_);
    std::filesystem::remove_all(folder_);
  }

  const void* Load(const std::string& name) {
    library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library_, nullptr) << dlerror();
    return library_ != nullptr ? dlsym(library_, kFunction) : nullptr;
  }

  const std::string folder_ =
      testing::TempDir() + "/loaded_library." + std::to_string(getpid());
  const std::string path_ = folder_ + "/copy_of_libm.so";

 private:
  void* library_ = nullptr;
};

TEST_F(LoadedLibraryTest, ARelativeNameIsFoundFromAnotherFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  const void* const function = Load("./copy_of_libm.so");
  std::filesystem::current_path(before);
  ASSERT_NE(function, nullptr);
  FunctionTable table;
  const uint32_t index = table.IndexOf(reinterpret_cast<uintptr_t>(function));

  EXPECT_EQ(PathOf(ModuleOf(function)),
            std::filesystem::canonical(path_).string());
  EXPECT_EQ(table.ModuleOf(index), "copy_of_libm.so");
  EXPECT_EQ(table.ReadNames()[index], kFunction);
}

// The new version has the same header, and other functions at other places.
TEST_F(LoadedLibraryTest, ALibraryThatWasReplacedGivesNoNames) {
  const void* const function = Load(path_);
  ASSERT_NE(function, nullptr);
  const std::string id = IdentityOf(ModuleOf(function)).build_id;
  ASSERT_NE(id, "");
  FunctionTable table;
  const uint32_t index = table.IndexOf(reinterpret_cast<uintptr_t>(function));
  ASSERT_EQ(table.ReadNames()[index], kFunction);

  std::string bytes = ReadFile(path_);
  const size_t at = bytes.find(id);
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] + 1);
  std::ofstream(path_ + ".new", std::ios::binary) << bytes;
  std::filesystem::rename(path_ + ".new", path_);

  EXPECT_EQ(table.ReadNames()[index], "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
