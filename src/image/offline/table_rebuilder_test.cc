// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tables of all kinds find their keys where these have moved to; which they do
// when an image is packed.

#include "image/offline/table_rebuilder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "halfword/halfword.h"
#include "halfword/heap_linked_hash_set.h"
#include "image/image_testing.h"
#include "image/offline/image_rewriter.h"
#include "image/offline/offline_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class KeyNode : public GarbageCollected<KeyNode> {
 public:
  uint32_t number_ = 0;
  HALFWORD_FIELDS(KeyNode, number_)
};

// A key without references, with a hash of its own.
struct KeyPoint {
  int32_t x = 0;
  int32_t y = 0;
  HALFWORD_FIELDS(KeyPoint, x, y)
};

// A key with a field that is called as keys of entries are.
struct KeyWithNode {
  int32_t key = 0;
  Member<KeyNode> node;
  HALFWORD_FIELDS(KeyWithNode, key, node)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

template <>
struct halfword::HashTraits<halfword::internal::KeyWithNode> {
  using Key = halfword::internal::KeyWithNode;
  static uint64_t Hash(const Key& key, uint64_t seed) {
    using Node = halfword::Member<halfword::internal::KeyNode>;
    return halfword::HashTraits<Node>::Hash(key.node, seed);
  }
  static bool Equal(const Key& a, const Key& b) { return a.node == b.node; }
};

template <>
struct halfword::HashTraits<halfword::internal::KeyPoint> {
  using Point = halfword::internal::KeyPoint;
  static uint64_t Hash(const Point& point, uint64_t seed) {
    return halfword::HashBytes(&point, sizeof(point), seed);
  }
  static bool Equal(const Point& a, const Point& b) {
    return a.x == b.x && a.y == b.y;
  }
};

namespace halfword::inline HALFWORD_ABI::internal {

class KeyTables : public GarbageCollected<KeyTables> {
 public:
  HeapVector<Member<KeyNode>> nodes_;
  HeapHashMap<Member<KeyNode>, uint32_t> numbers_;
  HeapHashSet<WeakMember<KeyNode>> weak_;
  HeapLinkedHashSet<WeakMember<KeyNode>> linked_;
  HeapHashMap<KeyPoint, Member<KeyNode>> points_;
  HALFWORD_FIELDS(KeyTables, nodes_, numbers_, weak_, linked_, points_)
};

class KeySets : public GarbageCollected<KeySets> {
 public:
  HeapHashSet<KeyPoint> points_;
  HeapHashSet<KeyWithNode> with_nodes_;
  HALFWORD_FIELDS(KeySets, points_, with_nodes_)
};

namespace {

class TableRebuilderTest : public ImageTest,
                           public testing::WithParamInterface<int> {
 protected:
  std::unique_ptr<Heap> OpenTables() {
    return Open<KeyTables, KeyNode>({.heap = {.growth_bytes_min = SIZE_MAX}});
  }

  void MakeImage(int count) {
    const auto heap = OpenTables();
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const tables = MakeGarbageCollected<KeyTables>(handle);
    heap->SetRoot("tables", tables);
    for (int i = 0; i < count; ++i) {
      auto* const node = MakeGarbageCollected<KeyNode>(handle);
      node->number_ = static_cast<uint32_t>(i);
      tables->nodes_.push_back(node);
      tables->numbers_.insert({node, node->number_});
      tables->weak_.insert(node);
      tables->linked_.insert(node);
      tables->points_.insert({KeyPoint{i, -i}, node});
      // And some that die.
      auto* const dead = MakeGarbageCollected<KeyNode>(handle);
      tables->weak_.insert(dead);
      tables->linked_.insert(dead);
    }
    Save(heap.get());
  }

  void Check(int count) {
    const auto heap = OpenTables();
    auto* const tables = heap->GetRoot<KeyTables>("tables");
    const auto size = static_cast<size_t>(count);
    EXPECT_EQ(tables->weak_.size(), size);
    EXPECT_EQ(tables->linked_.size(), size);
    auto in_order = tables->linked_.begin();
    for (int i = 0; i < count; ++i) {
      KeyNode* const node = tables->nodes_[static_cast<size_t>(i)];
      ASSERT_EQ(tables->numbers_.at(node), static_cast<uint32_t>(i));
      ASSERT_TRUE(tables->weak_.contains(node));
      ASSERT_EQ(*in_order++, node);
      ASSERT_TRUE(tables->linked_.contains(node));
      ASSERT_EQ(tables->points_.at(KeyPoint{i, -i}), node);
    }
    // Tables that are full are built anew.
    for (int i = 0; i < count; ++i) {
      auto* const node =
          MakeGarbageCollected<KeyNode>(heap->GetAllocationHandle());
      tables->numbers_.insert({node, 1});
      tables->linked_.insert(node);
    }
    EXPECT_EQ(tables->numbers_.size(), 2 * size);
    EXPECT_EQ(tables->linked_.size(), 2 * size);
  }
};

TEST_P(TableRebuilderTest, FindsAllKeysAndNoDeadOnes) {
  MakeImage(GetParam());
  {
    ImageView view(Path());
    ASSERT_TRUE(OpenChecked(&view).ok());
    RewriteReport report;
    const ImageStatus status = RewriteImage(view, Path("packed"), {}, &report);
    ASSERT_TRUE(status.ok()) << status.message();
  }
  std::filesystem::rename(Path("packed"), Path());
  Check(GetParam());
}

// Which no fingerprint tells of.
TEST_P(TableRebuilderTest, AnIndexThatIsSaidToBeAnArrayIsRefused) {
  MakeImage(500);
  PlantInCatalog([](Catalog* catalog) {
    for (TypeDescription& type : catalog->types) {
      if (type.backing == BackingKind::kLinkedIndex) {
        type.backing = BackingKind::kArray;
      }
    }
  });
  ImageView view(Path());
  ASSERT_TRUE(OpenChecked(&view).ok());

  RewriteReport report;
  const ImageStatus status = RewriteImage(view, Path("packed"), {}, &report);

  EXPECT_EQ(status.error(), ImageError::kOtherTypes);
  EXPECT_NE(status.message().find("it is no table"), std::string::npos)
      << status.message();
}

// One group; some; groups in pages of their own.
INSTANTIATE_TEST_SUITE_P(Sizes, TableRebuilderTest,
                         testing::Values(3, 15, 16, 500, 30'000));

// Tables whose hash is the program's own, and classes of another program.
class CustomTableTest : public ImageTest {
 protected:
  // fill(sets): what is in it.
  template <typename Fill>
  void MakeImage(Fill fill) {
    const auto heap = Open<KeySets>();
    const HeapScope scope(*heap);
    auto* const sets =
        MakeGarbageCollected<KeySets>(heap->GetAllocationHandle());
    heap->SetRoot("sets", sets);
    fill(sets);
    Save(heap.get());
  }

  // change(key): of the set of points, in the program for which the image is
  // rewritten.
  template <typename Change>
  ImageStatus RewriteFor(Change change) {
    ImageView view(Path());
    ImageStatus status = OpenChecked(&view);
    if (!status.ok()) return status;
    ChangedTypes changes = {.types = view.catalog().types, .names = {}};
    for (ImageTypeIndex i = 0; i < changes.types.size(); ++i) {
      TypeDescription& type = changes.types[i];
      changes.names.push_back({type.name, i});
      if (type.key_hash == KeyHash::kCustom) change(&*type.trailing);
    }
    RewriteReport report;
    return RewriteImage(view, Path("out"), {.changes = &changes}, &report);
  }

  static void AddPoints(KeySets* sets) {
    for (int i = 0; i < 100; ++i) sets->points_.insert(KeyPoint{i, -i});
  }
};

TEST_F(CustomTableTest, KeysThatAreAsTheyWereAreFound) {
  MakeImage(AddPoints);
  const ImageStatus status = RewriteFor([](FieldDescription* key) {
    std::swap(key->nested[0], key->nested[1]);  // another order of the list
  });
  ASSERT_TRUE(status.ok()) << status.message();
  std::filesystem::rename(Path("out"), Path());
  const auto heap = Open<KeySets>();
  auto* const sets = heap->GetRoot<KeySets>("sets");
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(sets->points_.contains(KeyPoint{i, -i}));
  }
}

TEST_F(CustomTableTest, KeysThatAreLaidOutInAnotherWayAreRefused) {
  MakeImage(AddPoints);
  const ImageStatus status = RewriteFor([](FieldDescription* key) {
    std::swap(key->nested[0].offset, key->nested[1].offset);
  });
  EXPECT_EQ(status.error(), ImageError::kOtherTypes);
  const std::string& line = status.message();
  EXPECT_NE(line.find("KeyPoint"), std::string::npos) << line;
  EXPECT_NE(line.find("laid out in another way"), std::string::npos) << line;
  EXPECT_FALSE(std::filesystem::exists(Path("out")));
}

TEST_F(CustomTableTest, AKeyIsAllOfAStructWithAFieldOfThatName) {
  MakeImage([](KeySets* sets) { sets->with_nodes_.insert(KeyWithNode{}); });
  const ImageStatus status = RewriteFor([](FieldDescription*) {});
  EXPECT_EQ(status.error(), ImageError::kOtherTypes);
  const std::string& line = status.message();
  EXPECT_NE(line.find("where its keys lie"), std::string::npos) << line;
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
