// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What crosses from one process to the other, and what does not.

#include "base/detached_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(DetachedProcessTest, SeesTheMemoryOfItsBeginning) {
  int number = 1;
  DetachedProcess process;

  ASSERT_TRUE(process.Start(
      [](void* context) { return std::to_string(*static_cast<int*>(context)); },
      &number));
  number = 2;

  EXPECT_EQ(process.Wait(), "1");
}

TEST(DetachedProcessTest, SendsMoreThanAPipeHolds) {
  DetachedProcess process;

  ASSERT_TRUE(
      process.Start([](void*) { return std::string(300'000, 'x'); }, nullptr));

  EXPECT_EQ(process.Wait(), std::string(300'000, 'x'));
  EXPECT_EQ(process.Wait(), "");
}

TEST(DetachedProcessTest, LeavesNoChild) {
  DetachedProcess process;

  ASSERT_TRUE(process.Start([](void*) { return std::string(); }, nullptr));

  EXPECT_EQ(process.Wait(), "");
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

// Nobody can then tell how the process between has ended.
TEST(DetachedProcessTest, StartsWhereTheProgramIgnoresTheEndOfChildren) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  DetachedProcess process;
  const bool has_started =
      process.Start([](void*) { return std::string("done"); }, nullptr);
  std::signal(SIGCHLD, before);

  ASSERT_TRUE(has_started);
  EXPECT_EQ(process.Wait(), "done");
}

TEST(DetachedProcessTest, WhatThrowsSendsNothing) {
  DetachedProcess process;

  ASSERT_TRUE(process.Start(
      [](void*) -> std::string { throw std::runtime_error("no"); }, nullptr));

  EXPECT_EQ(process.Wait(), "");
}

TEST(DetachedProcessTest, NobodyNeedsToWait) {
  const auto process = std::make_unique<DetachedProcess>();

  EXPECT_TRUE(
      process->Start([](void*) { return std::string(300'000, 'x'); }, nullptr));
}

TEST(DetachedProcessTest, CountsMemoryOfItsOwn) {
  const size_t before = OwnMemoryBytes();
  const std::vector<char> more(size_t{8} << 20, 'x');
  // Or the compiler would leave it out.
  asm volatile("" : : "r"(more.data()) : "memory");

  EXPECT_GT(before, 0u);
  EXPECT_GE(OwnMemoryBytes(), before + (size_t{7} << 20));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
