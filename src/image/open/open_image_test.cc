// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Heaps that are saved, closed and opened again.

#include <sys/stat.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "halfword/image.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/string.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI {
namespace {

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Leaf, value_)
};

class SecondLeaf : public Leaf {
 public:
  SecondLeaf() : Leaf(2) {}
  HALFWORD_FIELDS(SecondLeaf)
  HALFWORD_BASES(SecondLeaf, Leaf)
};

class Tree : public GarbageCollected<Tree> {
 public:
  Member<Tree> left_;
  Member<Tree> right_;
  Member<Leaf> leaf_;
  String name_;
  HeapVector<Member<Leaf>> leaves_;
  HALFWORD_FIELDS(Tree, left_, right_, leaf_, name_, leaves_)
};

class Block : public GarbageCollected<Block> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Block, number_)
};

class OpenImageTest : public internal::ImageTest {
 protected:
  std::unique_ptr<Heap> Open(ImageOptions options = {}) {
    return internal::ImageTest::Open<Tree>(std::move(options));
  }

  static Tree* MakeTree(Heap* heap, int depth, int* next) {
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const tree = MakeGarbageCollected<Tree>(handle);
    tree->leaf_ = MakeGarbageCollected<Leaf>(handle, (*next)++);
    tree->name_ = String(handle, "tree number " + std::to_string(*next));
    for (int i = 0; i < *next % 5; ++i) {
      tree->leaves_.push_back(MakeGarbageCollected<Leaf>(handle, i));
    }
    if (depth > 0) {
      tree->left_ = MakeTree(heap, depth - 1, next);
      tree->right_ = MakeTree(heap, depth - 1, next);
    }
    return tree;
  }

  // From one to the leaves of another.
  static size_t SpanOf(const Tree& from, Tree& to) {
    return reinterpret_cast<uintptr_t>(to.leaves_.data()) -
           reinterpret_cast<uintptr_t>(&from);
  }

  static void CheckTree(const Tree* tree, int depth, int* next) {
    ASSERT_NE(tree, nullptr);
    EXPECT_EQ(tree->leaf_->value_, (*next)++);
    EXPECT_EQ(tree->name_.view(), "tree number " + std::to_string(*next));
    ASSERT_EQ(tree->leaves_.size(), static_cast<size_t>(*next % 5));
    for (int i = 0; i < *next % 5; ++i) {
      EXPECT_EQ(tree->leaves_[static_cast<size_t>(i)]->value_, i);
    }
    if (depth > 0) {
      CheckTree(tree->left_, depth - 1, next);
      CheckTree(tree->right_, depth - 1, next);
    }
  }
};

constexpr int kDepth = 12;

TEST_F(OpenImageTest, AnEmptyImageIsOne) {
  auto heap = Open();
  ASSERT_NE(heap, nullptr);
  EXPECT_TRUE(heap->RootNames().empty());
  heap.reset();
  heap = Open();
  ASSERT_NE(heap, nullptr);
  EXPECT_EQ(heap->GetRoot<Tree>("tree"), nullptr);
}

TEST_F(OpenImageTest, WhatIsSavedIsOpened) {
  {
    auto heap = Open();
    int next = 0;
    heap->SetRoot("tree", MakeTree(heap.get(), kDepth, &next));
    const ImageStatus status = heap->Save({.verifies_all = true});
    ASSERT_TRUE(status.ok()) << status.message();
  }
  auto heap = Open();
  ASSERT_NE(heap, nullptr);
  const VerifyReport report = heap->Verify();
  EXPECT_TRUE(report.ok()) << report.findings.front();
  int next = 0;
  CheckTree(heap->GetRoot<Tree>("tree"), kDepth, &next);
  heap->Collect();
  next = 0;
  CheckTree(heap->GetRoot<Tree>("tree"), kDepth, &next);
}

TEST_F(OpenImageTest, WhatIsNotSavedIsNotThere) {
  {
    auto heap = Open();
    heap->SetRoot("leaf",
                  MakeGarbageCollected<Leaf>(heap->GetAllocationHandle(), 1));
    ASSERT_TRUE(heap->Save().ok());
    heap->GetRoot<Leaf>("leaf")->value_ = 2;
  }
  auto heap = Open();
  EXPECT_EQ(heap->GetRoot<Leaf>("leaf")->value_, 1);
}

TEST_F(OpenImageTest, SavesFollowEachOther) {
  for (int round = 0; round < 20; ++round) {
    auto heap = Open();
    ASSERT_NE(heap, nullptr) << round;
    for (int i = 0; i < round; ++i) {
      auto* const tree = heap->GetRoot<Tree>("tree " + std::to_string(i));
      int next = i;
      CheckTree(tree, i % 8, &next);
    }
    int next = round;
    heap->SetRoot("tree " + std::to_string(round),
                  MakeTree(heap.get(), round % 8, &next));
    ASSERT_TRUE(heap->Save().ok());
    if (round % 3 == 0) {
      heap->Collect();
      ASSERT_TRUE(heap->Save({.verifies_all = true}).ok());
    }
  }
}

#if !HALFWORD_HAS_TSAN  // its shadow of so much does not fit into memory
// A part of the cage that is written to here and there.
TEST_F(OpenImageTest, ASparseImageSpansMoreThanEightGibibytes) {
  constexpr size_t kBlockBytes = size_t{1} << 30;
  constexpr int kBlocks = 9;
  {
    const auto heap = Open({.room_bytes = 11 * kBlockBytes});
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const tree = MakeGarbageCollected<Tree>(handle);
    heap->SetRoot("tree", tree);
    {
      std::vector<Persistent<Block>> blocks;
      for (int i = 0; i < kBlocks; ++i) {
        blocks.emplace_back(MakeGarbageCollected<Block>(
            handle, AdditionalBytes(kBlockBytes - kBlockBytes / 16)));
        tree->leaves_.push_back(MakeGarbageCollected<Leaf>(handle, i));
      }
      // Until there is no room left between them.
      std::vector<Persistent<Tree>> fillers;
      do {
        fillers.emplace_back(MakeGarbageCollected<Tree>(handle));
        fillers.back()->leaves_.reserve(size_t{1} << 20);
      } while (SpanOf(*tree, *fillers.back()) < 8 * kBlockBytes);
      tree->right_ = fillers.back().Get();
    }
    heap->Collect({.stack = StackState::kNoHeapPointers});
    Save(heap.get(), {.verifies_all = true});
    tree->leaves_[kBlocks - 1]->value_ = 100;
    Save(heap.get());
  }
  const auto heap = Open();
  Tree* const tree = heap->GetRoot<Tree>("tree");
  EXPECT_GT(SpanOf(*tree, *tree->right_), 8 * kBlockBytes);
  EXPECT_EQ(tree->leaves_[kBlocks - 2]->value_, kBlocks - 2);
  EXPECT_EQ(tree->leaves_[kBlocks - 1]->value_, 100);
  EXPECT_TRUE(heap->Verify().ok());
  struct stat file = {};
  ASSERT_EQ(stat(Path().c_str(), &file), 0);
  EXPECT_GT(static_cast<size_t>(file.st_size), 8 * kBlockBytes);
  EXPECT_LT(static_cast<size_t>(file.st_blocks) * 512, kBlockBytes);
}
#endif

TEST_F(OpenImageTest, RootsCanBeAskedForTheirClass) {
  const auto heap = Open();
  AllocationHandle& handle = heap->GetAllocationHandle();
  heap->SetRoot("tree", MakeGarbageCollected<Tree>(handle));
  heap->SetRoot("second", MakeGarbageCollected<SecondLeaf>(handle));
  EXPECT_TRUE(heap->HasRoot<Tree>("tree"));
  EXPECT_FALSE(heap->HasRoot<Leaf>("tree"));
  EXPECT_FALSE(heap->HasRoot<Tree>("bush"));
  EXPECT_TRUE(heap->HasRoot<SecondLeaf>("second"));
  EXPECT_TRUE(heap->HasRoot<Leaf>("second"));
  heap->SetRoot<Tree>("tree", nullptr);
  EXPECT_FALSE(heap->HasRoot<Tree>("tree"));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI
