// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Persistent as a value: how it compares, hashes and swaps, where it may stand,
// and what a debug build refuses. What it holds alive is in roots_test.cc.

#include "halfword/persistent.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <thread>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(int value = 0) : value_(value) {}
  int value_;
  Member<Node> next_;
  HALFWORD_FIELDS(Node, value_, next_)
};

class Derived : public Node {
 public:
  HALFWORD_FIELDS(Derived)
  HALFWORD_BASES(Derived, Node)
};

static_assert(sizeof(Persistent<Node>) == 2 * sizeof(void*));
static_assert(std::is_nothrow_move_constructible_v<Persistent<Node>>);
static_assert(std::is_nothrow_move_assignable_v<WeakPersistent<Node>>);
static_assert(std::is_convertible_v<Persistent<Derived>, Persistent<Node>>);
static_assert(std::is_convertible_v<Persistent<Node>, Persistent<const Node>>);
static_assert(!std::is_convertible_v<Persistent<Node>, Persistent<Derived>>);
static_assert(!std::is_convertible_v<Persistent<const Node>, Persistent<Node>>);

// Constructed before main, destroyed after it, and without a heap both times.
Persistent<Node> static_root;

class PersistentTest : public HeapTest {
 protected:
  size_t StrongCount() {
    return collector()
        .Roots(RootStrength::kStrong, RootThreads::kOwnThread)
        .node_count();
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(PersistentTest);

TEST_P(PersistentTest, MayHaveStaticStorage) {
  static_root = Make<Node>(4);
  static thread_local Persistent<Node> of_thread = static_root;
  of_thread = static_root;
  CollectPrecisely(heap());
  EXPECT_EQ(of_thread->value_, 4);
  EXPECT_EQ(static_root->value_, 4);

  DestroyHeap();
  EXPECT_EQ(static_root, nullptr);
  EXPECT_EQ(of_thread, nullptr);
}

TEST_P(PersistentTest, ComparesWithPointersMembersAndTheSentinel) {
  const Persistent<Node> root = Make<Node>();
  root->next_ = root.Get();
  const WeakPersistent<const Node> weak = root;
  const Persistent<Node> sentinel = kSentinelPointer;

  EXPECT_TRUE(root == weak);
  EXPECT_TRUE(root == root.Get());
  EXPECT_TRUE(root.Get() == root);
  EXPECT_TRUE(root == root->next_);
  EXPECT_TRUE(root->next_ == root);
  EXPECT_TRUE(root == static_cast<const Node*>(root.Get()));
  EXPECT_TRUE(root != nullptr);
  EXPECT_TRUE(root != sentinel);
  EXPECT_TRUE(sentinel == kSentinelPointer);
  EXPECT_TRUE(root != kSentinelPointer);
}

TEST_P(PersistentTest, IsAKeyOfContainers) {
  Node* const first = Make<Node>(1);
  Node* const second = Make<Node>(2);
  std::unordered_map<Persistent<Node>, int> hashed;
  std::map<Persistent<Node>, int> ordered;
  for (Node* const node : {first, second, first}) {
    ++hashed[node];
    ++ordered[node];
  }
  CollectPrecisely(heap());

  EXPECT_EQ(hashed.size(), 2u);
  EXPECT_EQ(hashed[first], 2);
  EXPECT_EQ(ordered.size(), 2u);
  EXPECT_EQ(ordered.begin()->first.Get(), std::min(first, second));
  EXPECT_EQ(first->value_ + second->value_, 3);
}

TEST_P(PersistentTest, Swaps) {
  Persistent<Node> first = Make<Node>(1);
  Persistent<Node> second;

  std::swap(first, second);
  CollectPrecisely(heap());

  EXPECT_EQ(first, nullptr);
  EXPECT_EQ(second->value_, 1);
  EXPECT_EQ(StrongCount(), 1u);
}

TEST_P(PersistentTest, IsMadeOfAReference) {
  const Persistent<Node> root = *Make<Node>(3);
  CollectPrecisely(heap());

  EXPECT_EQ(root->value_, 3);
  EXPECT_EQ(&*root, root.get());
}

TEST_P(PersistentTest, GivesItsRootUpForNullAndTheSentinel) {
  Persistent<Node> root = Make<Node>();
  const Persistent<Node> null;
  root = null;
  EXPECT_EQ(StrongCount(), 0u);

  root = Make<Node>();
  EXPECT_EQ(StrongCount(), 1u);
  root = Persistent<Node>(kSentinelPointer);
  EXPECT_EQ(StrongCount(), 0u);
  EXPECT_EQ(root.Release(), static_cast<Node*>(kSentinelPointer));
  EXPECT_EQ(root, nullptr);
}

TEST_P(PersistentTest, KeepsItsRootWithinOneHeap) {
  Persistent<Node> root = Make<Node>(1);
  const WeakPersistent<Node> first = root;

  root = Make<Node>(2);
  CollectPrecisely(heap());

  EXPECT_EQ(first, nullptr);
  EXPECT_EQ(root->value_, 2);
  EXPECT_EQ(StrongCount(), 1u);
}

#if !HALFWORD_HAS_ASAN && !HALFWORD_HAS_TSAN

void UseUpMemory() {
  rlimit none = {0, 0};
  setrlimit(RLIMIT_AS, &none);
  for (size_t bytes = size_t{1} << 20; bytes >= 16; bytes /= 2) {
    while (void* const piece = std::malloc(bytes)) {
      asm volatile("" : : "r"(piece));
    }
  }
}

// Where there is no memory for its node, it would refer to what no collection
// knows of.
TEST_P(PersistentTest, IsNullIfItHasNoMemory) {
  Node* const node = Make<Node>();
  std::vector<Persistent<Node>> roots(100'000);
  const pid_t child = fork();
  if (child == 0) {
    UseUpMemory();
    size_t count = 0;
    try {
      for (; count < roots.size(); ++count) roots[count] = node;
    } catch (const std::bad_alloc&) {
      _exit(roots[count].Get() == nullptr ? 0 : 1);
    }
    _exit(2);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

#endif  // no sanitizer

#if HALFWORD_DCHECK_ENABLED

using PersistentDeathTest = PersistentTest;
HALFWORD_INSTANTIATE_FOR_PAGES(PersistentDeathTest);

constexpr char kWrongThread[] =
    "a Persistent is used on the thread of its object's heap; use "
    "CrossThreadPersistent on others";

TEST_P(PersistentDeathTest, RefusesAnotherThread) {
  Persistent<Node> root = Make<Node>();
  auto on_heap = std::make_unique<WeakPersistent<Node>>(root);

  EXPECT_DEATH(std::thread([&] { Persistent<Node> copy = root; }).join(),
               kWrongThread);
  EXPECT_DEATH(std::thread([&] { const auto moved = std::move(root); }).join(),
               kWrongThread);
  EXPECT_DEATH(std::thread([&] { root = nullptr; }).join(), kWrongThread);
  EXPECT_DEATH(std::thread([&] { root = root->next_; }).join(), kWrongThread);
  EXPECT_DEATH(std::thread([&] { on_heap.reset(); }).join(), kWrongThread);
}

TEST_P(PersistentDeathTest, RefusesWhatACollectionFreed) {
  Persistent<Node> root = Make<Node>();
  const HiddenPointer dead(Make<Node>());
  CollectPrecisely(heap());
  auto* const pointer = static_cast<Node*>(dead.Reveal());

  EXPECT_DEATH(const Persistent<Node> handle(pointer),
               "refers to objects that live; this one is dead");
  EXPECT_DEATH(root = pointer, "refers to objects that live; this one is dead");
}

#endif  // HALFWORD_DCHECK_ENABLED

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
