// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which classes a new image has, and how they are laid out.

#include "image/offline/rewrite_types.h"

#include <algorithm>

#include "halfword/halfword.h"
#include "image/image_testing.h"
#include "image/offline/offline_testing.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

class RewrittenNode : public GarbageCollected<RewrittenNode> {
 public:
  Member<RewrittenNode> next_;
  String name_;
  HALFWORD_FIELDS(RewrittenNode, next_, name_)
};

class RewrittenUnused : public GarbageCollected<RewrittenUnused> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(RewrittenUnused, number_)
};

namespace {

class RewriteTypesTest : public ImageTest {
 protected:
  void SetUp() override {
    const auto heap = Open<RewrittenNode, RewrittenUnused>(
        {.heap = {.growth_bytes_min = SIZE_MAX}});
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const node = MakeGarbageCollected<RewrittenNode>(handle);
    node->name_ = String(handle, "a string of an object");
    heap->SetRoot("node", node);
    MakeGarbageCollected<RewrittenUnused>(handle);
    Save(heap.get());
  }

  static bool Has(const RewriteTypes& types, const std::string& name) {
    return std::any_of(
        types.targets().begin(), types.targets().end(),
        [&](const TypeDescription& type) { return type.name == name; });
  }
};

TEST_F(RewriteTypesTest, ClassesWithoutObjectsAreLeftOut) {
  const OfflineImage image(Path());
  RewriteTypes types;
  std::string error;
  ASSERT_TRUE(
      types.Find(image.objects(), image.live(), kOwnImageAbi, nullptr, &error));
  EXPECT_TRUE(Has(types, TypeInfoOf<RewrittenNode>().name));
  EXPECT_TRUE(Has(types, TypeInfoOf<FlatBody>().name));
  EXPECT_FALSE(Has(types, TypeInfoOf<RewrittenUnused>().name));
  for (ImageTypeIndex i = 0; i < types.targets().size(); ++i) {
    for (const auto& base : types.targets()[i].bases) EXPECT_LT(base.type, i);
  }
}

TEST_F(RewriteTypesTest, TheSameWidthHasTheSameFingerprints) {
  const OfflineImage image(Path());
  RewriteTypes types;
  std::string error;
  ASSERT_TRUE(
      types.Find(image.objects(), image.live(), kOwnImageAbi, nullptr, &error));
  TypeList list;
  EXPECT_EQ(list.Match(types.targets(), &error), TypeList::MatchResult::kSame)
      << error;
  for (const TypeDescription& type : types.targets()) {
    if (type.name == TypeInfoOf<RewrittenNode>().name) {
      EXPECT_EQ(type.fingerprint, TypeInfoOf<RewrittenNode>().fingerprint);
    }
  }
}

TEST_F(RewriteTypesTest, AFieldThatCannotBecomeAnotherIsNamed) {
  const OfflineImage image(Path());
  TypeList list;
  list.Add(TypeInfoOf<RewrittenUnused>());
  ChangedTypes changes = {.types = list.Describe(),
                          .names = {{TypeInfoOf<RewrittenNode>().name, 0}}};
  changes.types[0].fields[0].name = "next_";
  RewriteTypes types;
  std::string error;
  EXPECT_FALSE(types.Find(image.objects(), image.live(), kOwnImageAbi, &changes,
                          &error));
  EXPECT_EQ(error,
            "class halfword::internal::RewrittenNode: field 'next_' is of "
            "another kind there");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
