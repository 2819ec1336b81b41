// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Functions of this test, of libc, and code that nobody has written.

#include "base/function_table.h"

#include <dlfcn.h>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

[[gnu::noinline]] int FirstFunction(int value) {
  asm volatile("" : "+r"(value));
  return value * 3;
}

[[gnu::noinline]] int SecondFunction(int value) {
  asm volatile("" : "+r"(value));
  return value * 5;
}

uintptr_t AddressOf(auto* function) {
  return reinterpret_cast<uintptr_t>(function);
}

std::string NameOf(const FunctionTable& table, uint32_t function) {
  return table.DisplayName(function, table.ReadNames()[function]);
}

TEST(FunctionTableTest, AFunctionHasOneNumberWhereverTheAddressIs) {
  FunctionTable table;
  const uint32_t first = table.IndexOf(AddressOf(FirstFunction));
  const uint32_t second = table.IndexOf(AddressOf(SecondFunction));

  EXPECT_NE(first, FunctionTable::kUnknown);
  EXPECT_NE(second, first);
  EXPECT_EQ(table.IndexOf(AddressOf(FirstFunction) + 1), first);
  EXPECT_EQ(table.IndexOf(AddressOf(FirstFunction)), first);
  EXPECT_EQ(table.count(), 3u);
}

TEST(FunctionTableTest, NamesAreThoseOfTheSource) {
  FunctionTable table;
  const uint32_t own = table.IndexOf(AddressOf(FirstFunction));

  EXPECT_NE(NameOf(table, own).find("::FirstFunction(int)"), std::string::npos)
      << NameOf(table, own);
  EXPECT_NE(table.ModuleOf(own).find("base_test"), std::string::npos)
      << table.ModuleOf(own);
}

TEST(FunctionTableTest, KnowsFunctionsOfLibraries) {
  FunctionTable table;
  const uint32_t function = table.IndexOf(
      reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, "gnu_get_libc_version")));

  EXPECT_EQ(NameOf(table, function), "gnu_get_libc_version");
  EXPECT_NE(table.ModuleOf(function).find("libc"), std::string::npos);
}

TEST(FunctionTableTest, WithoutANameAFunctionHasItsPlace) {
  FunctionTable table;
  const uint32_t own = table.IndexOf(AddressOf(FirstFunction));
  EXPECT_NE(table.DisplayName(own, "").find("+0x"), std::string::npos);
}

TEST(FunctionTableTest, CodeOfNoFileIsOneFunction) {
  FunctionTable table;
  int local = 0;
  EXPECT_EQ(table.IndexOf(AddressOf(&local)), FunctionTable::kUnknown);
  EXPECT_EQ(table.IndexOf(16), FunctionTable::kUnknown);
  EXPECT_EQ(NameOf(table, FunctionTable::kUnknown), "(code of no file)");
  EXPECT_EQ(table.ModuleOf(FunctionTable::kUnknown), "");
}

TEST(FunctionTableTest, CountsItsMemory) {
  FunctionTable table;
  const size_t before = table.bytes();
  table.IndexOf(AddressOf(FirstFunction));
  EXPECT_GT(table.bytes(), before);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
