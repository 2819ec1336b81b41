// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Two states of one image, and two images.

#include "image/offline/image_diff.h"

#include <filesystem>

#include "halfword/halfword.h"
#include "image/image_check.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ComparedNode : public GarbageCollected<ComparedNode> {
 public:
  Member<ComparedNode> next_;
  uint64_t number_ = 0;
  HALFWORD_FIELDS(ComparedNode, next_, number_)
};

class ComparedOther : public GarbageCollected<ComparedOther> {
 public:
  uint64_t numbers_[4] = {};
  HALFWORD_FIELDS(ComparedOther, numbers_)
};

namespace {

class ImageDiffTest : public ImageTest {
 protected:
  std::unique_ptr<Heap> OpenHeap() {
    return Open<ComparedNode, ComparedOther>(
        {.heap = {.growth_bytes_min = SIZE_MAX}});
  }

  // A list of nodes, the last first.
  void MakeImage(int count) {
    const auto heap = OpenHeap();
    for (int i = 0; i < count; ++i) Push(heap.get());
    Save(heap.get());
  }
  static void Push(Heap* heap) {
    auto* const node =
        MakeGarbageCollected<ComparedNode>(heap->GetAllocationHandle());
    node->next_ = heap->GetRoot<ComparedNode>("list");
    heap->SetRoot("list", node);
  }
  void Keep() { std::filesystem::copy_file(Path(), Path("before")); }

  ImageDiff Compare() {
    ImageView before(Path("before"));
    ImageView after(Path());
    EXPECT_TRUE(OpenChecked(&before).ok());
    EXPECT_TRUE(OpenChecked(&after).ok());
    return CompareImages(before, after);
  }
};

TEST_F(ImageDiffTest, TheSameStateIsTheSame) {
  MakeImage(10);
  Keep();
  const ImageDiff diff = Compare();
  EXPECT_TRUE(diff.is_by_place);
  EXPECT_TRUE(diff.classes.empty());
  EXPECT_TRUE(diff.roots.empty());
}

TEST_F(ImageDiffTest, ALaterStateHasGainedLostAndChanged) {
  MakeImage(10);
  Keep();
  {
    const auto heap = OpenHeap();
    auto* const list = heap->GetRoot<ComparedNode>("list");
    list->next_->number_ = 5;                    // changed
    list->next_->next_->next_->next_ = nullptr;  // changed; six are lost
    heap->SetRoot("other", MakeGarbageCollected<ComparedOther>(
                               heap->GetAllocationHandle()));
    Push(heap.get());
    Push(heap.get());
    Save(heap.get());
  }
  const ImageDiff diff = Compare();
  ASSERT_EQ(diff.classes.size(), 2u);
  const ImageDiff::Class& nodes = diff.classes[0];
  EXPECT_EQ(nodes.name, TypeInfoOf<ComparedNode>().name);
  EXPECT_EQ(nodes.added_count, 2u);
  EXPECT_EQ(nodes.removed_count, 6u);
  EXPECT_EQ(nodes.changed_count, 2u);
  EXPECT_EQ(nodes.added_bytes * 3, nodes.removed_bytes);
  EXPECT_EQ(diff.classes[1].added_count, 1u);
  EXPECT_EQ(diff.classes[1].changed_count, 0u);
  ASSERT_EQ(diff.roots.size(), 2u);
  EXPECT_EQ(diff.roots[0].name, "list");
  EXPECT_EQ(diff.roots[0].change, ImageDiff::RootChange::kChanged);
  EXPECT_EQ(diff.roots[1].name, "other");
  EXPECT_EQ(diff.roots[1].change, ImageDiff::RootChange::kAdded);
}

TEST_F(ImageDiffTest, AnotherImageIsComparedByClass) {
  MakeImage(10);
  std::filesystem::rename(Path(), Path("before"));
  MakeImage(7);
  const ImageDiff diff = Compare();
  EXPECT_FALSE(diff.is_by_place);
  ASSERT_EQ(diff.classes.size(), 1u);
  EXPECT_EQ(diff.classes[0].added_count, 0u);
  EXPECT_EQ(diff.classes[0].removed_count, 3u);
  EXPECT_EQ(diff.classes[0].changed_count, 0u);
  EXPECT_TRUE(diff.roots.empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
