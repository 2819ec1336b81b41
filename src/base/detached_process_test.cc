// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What crosses from one process to the other, and what does not.

#include "base/detached_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
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
}

TEST(DetachedProcessTest, SaysTheSameToAllWhoWait) {
  DetachedProcess process;
  ASSERT_TRUE(
      process.Start([](void*) { return std::string("done"); }, nullptr));
  std::string heard[4];

  std::vector<std::thread> threads;
  for (std::string& text : heard) {
    threads.emplace_back([&] { text = process.Wait(); });
  }
  for (std::thread& thread : threads) thread.join();

  for (const std::string& text : heard) EXPECT_EQ(text, "done");
  EXPECT_EQ(process.Wait(), "done");
}

// As a server's connections: the peer waits for the end of the stream.
TEST(DetachedProcessTest, KeepsNoDescriptorOfTheProgram) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  int gate[2];
  ASSERT_EQ(pipe2(gate, O_CLOEXEC), 0);
  DetachedProcess process;
  ASSERT_TRUE(process.Start(
      [](void* context) {
        char byte = 0;
        return std::to_string(read(*static_cast<int*>(context), &byte, 1));
      },
      &gate[0], {gate[0]}));
  close(ends[1]);

  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0) << "it ends while the process works";
  EXPECT_EQ(write(gate[1], "x", 1), 1);
  EXPECT_EQ(process.Wait(), "1") << "what it was told to keep is open";
  for (const int end : {ends[0], gate[0], gate[1]}) close(end);
}

// What is open, by number, and what it is.
std::string OpenDescriptors() {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    char path[64];
    std::snprintf(path, sizeof(path), "/proc/self/fd/%d", i);
    char target[64] = {};
    if (readlink(path, target, sizeof(target) - 1) <= 0) continue;
    const bool is_null = std::string(target) == "/dev/null";
    text += std::to_string(i) + (is_null ? "=null " : " ");
  }
  return text;
}

TEST(DetachedProcessTest, StandardInputAndOutputLeadNowhere) {
  const int kept = dup(STDERR_FILENO);
  const int other = dup(STDERR_FILENO);
  DetachedProcess process;

  ASSERT_TRUE(process.Start([](void*) { return OpenDescriptors(); }, nullptr,
                            {kept, kept, -1}));

  const std::string open_ones = process.Wait();
  EXPECT_TRUE(open_ones.starts_with("0=null 1=null 2")) << open_ones;
  const std::string text = " " + open_ones;
  EXPECT_NE(text.find(" " + std::to_string(kept)), std::string::npos) << text;
  EXPECT_EQ(text.find(" " + std::to_string(other) + " "), std::string::npos)
      << text;
  close(kept);
  close(other);
}

TEST(DetachedProcessTest, ClosesARangeByTheListOfOpenOnes) {
  for (const int number : {500, 510, 520}) {
    ASSERT_EQ(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, number), number);
  }

  CloseListedDescriptors(501, 519);

  EXPECT_EQ(fcntl(510, F_GETFD), -1);
  EXPECT_EQ(close(500), 0);
  EXPECT_EQ(close(520), 0);
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
