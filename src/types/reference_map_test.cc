// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// That a map tells of every reference once, in the form that is cheapest to
// follow.

#include "types/reference_map.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/ephemeron_pair.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/internal/word.h"
#include "halfword/member.h"
#include "halfword/tagged.h"

namespace halfword::internal {
namespace {

constexpr uint32_t kWord = sizeof(Word);

class Listener : public GarbageCollectedMixin {
 public:
  Member<Listener> next_listener_;
  HALFWORD_FIELDS(Listener, next_listener_)
};

class Leaf : public GarbageCollected<Leaf> {
  int value_ = 0;
  HALFWORD_FIELDS(Leaf, value_)
};

std::vector<uint32_t> Offsets(const TypeInfo& type) {
  return {type.strong_offsets, type.strong_offsets + type.strong_offset_count};
}

// All words that a map tells of, one by one, with their kinds.
std::vector<std::pair<uint32_t, FieldKind>> Words(
    std::span<const ReferenceRange> ranges) {
  std::vector<std::pair<uint32_t, FieldKind>> words;
  for (const ReferenceRange& range : ranges) {
    for (uint32_t i = 0; i < range.count; ++i) {
      words.emplace_back(range.offset + i * range.stride, range.kind);
    }
  }
  std::sort(words.begin(), words.end());
  return words;
}

TEST(ReferenceMapTest, ALeafHasNone) {
  const TypeInfo& type = TypeInfoOf<Leaf>();

  EXPECT_EQ(type.trace_mode, TraceMode::kLeaf);
  EXPECT_EQ(type.strong_offset_count, 0u);
  EXPECT_TRUE(type.ranges.empty());
}

class Node : public GarbageCollected<Node> {
 public:
  int first_ = 0;
  Member<Node> next_;
  Tagged<Node> value_;
  UntracedMember<Node> untraced_;
  Member<Leaf> leaves_[3];
  HALFWORD_FIELDS(Node, first_, next_, value_, untraced_, leaves_)
};

TEST(ReferenceMapTest, StrongReferencesAreOffsetsInOrder) {
  const TypeInfo& type = TypeInfoOf<Node>();
  const uint32_t leaves = offsetof(Node, leaves_);

  EXPECT_EQ(type.trace_mode,
            kCompressed ? TraceMode::kLanes : TraceMode::kOffsets);
  EXPECT_EQ(Offsets(type), (std::vector<uint32_t>{
                               static_cast<uint32_t>(offsetof(Node, next_)),
                               static_cast<uint32_t>(offsetof(Node, value_)),
                               leaves, leaves + kWord, leaves + 2 * kWord}));
}

class Link : public GarbageCollected<Link> {
 public:
  Member<Leaf> leaf_;
  HALFWORD_FIELDS(Link, leaf_)
};

// Lanes are worth it for many objects at once, not for each alone.
TEST(ReferenceMapTest, OneReferenceIsAFewLanes) {
  const TypeInfo& type = TypeInfoOf<Link>();

  EXPECT_EQ(type.trace_mode,
            kCompressed ? TraceMode::kFewLanes : TraceMode::kOffsets);
  EXPECT_EQ(type.strong_lanes, kCompressed ? 1 : 0);
}

class Element : public Node, public Listener {
 public:
  Member<Listener> listener_;
  WeakMember<Node> weak_;
  HALFWORD_FIELDS(Element, listener_, weak_)
  HALFWORD_BASES(Element, Node, Listener)
};

TEST(ReferenceMapTest, HasTheReferencesOfBasesAndMixins) {
  const TypeInfo& type = TypeInfoOf<Element>();
  Element* const element = reinterpret_cast<Element*>(0x1000);
  const auto place = [](const void* slot) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(slot) - 0x1000);
  };

  EXPECT_EQ(Offsets(type), Offsets(TypeInfoOf<Node>()));
  ASSERT_EQ(type.ranges.size(), 3u);
  EXPECT_EQ(type.ranges[0].offset, place(&element->next_listener_));
  EXPECT_TRUE(type.ranges[0].to_mixin);
  EXPECT_EQ(type.ranges[1].offset, place(&element->listener_));
  EXPECT_TRUE(type.ranges[1].to_mixin);
  EXPECT_EQ(type.ranges[2].offset, place(&element->weak_));
  EXPECT_EQ(type.ranges[2].kind, FieldKind::kWeakMember);
  EXPECT_FALSE(type.ranges[2].to_mixin);
  EXPECT_EQ(type.trace_mode, TraceMode::kRanges);
}

class Arrays : public GarbageCollected<Arrays> {
 public:
  Member<Leaf> eight_[kInlineArrayMax];
  Member<Leaf> nine_[kInlineArrayMax + 1];
  WeakMember<Leaf> weak_[2];
  HALFWORD_FIELDS(Arrays, eight_, nine_, weak_)
};

TEST(ReferenceMapTest, LongArraysAreRanges) {
  const TypeInfo& type = TypeInfoOf<Arrays>();

  EXPECT_EQ(type.strong_offset_count, kInlineArrayMax);
  ASSERT_EQ(type.ranges.size(), 2u);
  EXPECT_EQ(type.ranges[0].offset, offsetof(Arrays, nine_));
  EXPECT_EQ(type.ranges[0].stride, kWord);
  EXPECT_EQ(type.ranges[0].count, kInlineArrayMax + 1);
  EXPECT_EQ(type.ranges[0].kind, FieldKind::kMember);
  EXPECT_EQ(type.ranges[1].count, 2u);
}

struct Part {
  int number = 0;
  Member<Leaf> strong[2];
  WeakMember<Leaf> weak;
  EphemeronPair<Leaf, Leaf> pair;
  HALFWORD_FIELDS(Part, number, strong, weak, pair)
};
struct Row {
  Part parts[3];
  HALFWORD_FIELDS(Row, parts)
};
struct Table {
  char name = 0;
  Row rows[5];
  char end = 0;
  HALFWORD_FIELDS(Table, name, rows, end)
};

// Every combination of arrays in structs in arrays, against plain arithmetic.
class Nested : public GarbageCollected<Nested> {
 public:
  Table tables_[4];
  HALFWORD_FIELDS(Nested, tables_)
};

TEST(ReferenceMapTest, FlattensNestedArrays) {
  const TypeInfo& type = TypeInfoOf<Nested>();
  std::vector<std::pair<uint32_t, FieldKind>> expected;
  const Nested* const object = reinterpret_cast<const Nested*>(0x1000);
  const auto expect = [&](const void* slot, FieldKind kind) {
    expected.emplace_back(
        static_cast<uint32_t>(reinterpret_cast<uintptr_t>(slot) - 0x1000),
        kind);
  };
  for (const Table& table : object->tables_) {
    for (const Row& row : table.rows) {
      for (const Part& part : row.parts) {
        expect(&part.strong[0], FieldKind::kMember);
        expect(&part.strong[1], FieldKind::kMember);
        expect(&part.weak, FieldKind::kWeakMember);
        expect(&part.pair.key, FieldKind::kEphemeronKey);
        expect(&part.pair.value, FieldKind::kEphemeronValue);
      }
    }
  }
  std::sort(expected.begin(), expected.end());

  auto found = Words(type.ranges);
  for (const uint32_t offset : Offsets(type)) {
    found.emplace_back(offset, FieldKind::kMember);
  }
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
  EXPECT_LT(type.ranges.size(), expected.size() / 5);
}

TEST(ReferenceMapTest, TheHalvesOfAPairFollowEachOther) {
  const TypeInfo& type = TypeInfoOf<Nested>();
  size_t pair_count = 0;

  for (size_t i = 0; i < type.ranges.size(); ++i) {
    if (type.ranges[i].kind != FieldKind::kEphemeronKey) continue;
    ++pair_count;
    ASSERT_LT(i + 1, type.ranges.size());
    const ReferenceRange& key = type.ranges[i];
    const ReferenceRange& value = type.ranges[i + 1];
    EXPECT_EQ(value.kind, FieldKind::kEphemeronValue);
    EXPECT_EQ(value.offset, key.offset + kWord);
    EXPECT_EQ(value.stride, key.stride);
    EXPECT_EQ(value.count, key.count);
  }
  EXPECT_GT(pair_count, 0u);
}

// Fields made by hand, since a class of so many would be long.
std::vector<FieldInfo> ManyMembers(size_t count, uint32_t distance) {
  std::vector<FieldInfo> fields(count);
  for (size_t i = 0; i < count; ++i) {
    fields[i].name = "member_";
    fields[i].offset = static_cast<uint32_t>(i) * distance;
    fields[i].count = 1;
    fields[i].element_bytes = kWord;
    fields[i].kind = FieldKind::kMember;
  }
  return fields;
}

TEST(ReferenceMapTest, TooManyOffsetsBecomeRanges) {
  const std::vector<FieldInfo> fields = ManyMembers(200, 3 * kWord);
  const ReferenceMap map = MapReferences({}, fields);

  EXPECT_EQ(map.strong_offsets.size(), kStrongOffsetCountMax);
  ASSERT_EQ(map.ranges.size(), 1u);
  EXPECT_EQ(map.ranges[0].offset, kStrongOffsetCountMax * 3 * kWord);
  EXPECT_EQ(map.ranges[0].stride, 3 * kWord);
  EXPECT_EQ(map.ranges[0].count, 200 - kStrongOffsetCountMax);
}

TEST(ReferenceMapTest, OneOffsetTooManyIsARangeOfOne) {
  const std::vector<FieldInfo> fields =
      ManyMembers(kStrongOffsetCountMax + 1, kWord);
  const ReferenceMap map = MapReferences({}, fields);

  ASSERT_EQ(map.ranges.size(), 1u);
  EXPECT_EQ(map.ranges[0].offset, kStrongOffsetCountMax * kWord);
  EXPECT_EQ(map.ranges[0].count, 1u);
}

TEST(ReferenceMapTest, AnArrayOfNothingHasNoReferences) {
  std::vector<FieldInfo> fields = ManyMembers(1, kWord);
  fields[0].count = 0;

  EXPECT_TRUE(MapReferences({}, fields).empty());
}

class Trailing : public GarbageCollected<Trailing> {
  unsigned size_ = 0;
  HALFWORD_FIELDS(Trailing, size_)
  HALFWORD_TRAILING(Trailing, Part)
};

TEST(ReferenceMapTest, MapsTheElementOfATrailingArray) {
  const TypeInfo& type = TypeInfoOf<Trailing>();

  EXPECT_TRUE(type.variable_size);
  EXPECT_FALSE(type.trailing_is_leaf);
  EXPECT_EQ(type.trace_mode, TraceMode::kRanges);
  EXPECT_EQ(type.trailing_offset, std::max(alignof(Part), sizeof(unsigned)));
  EXPECT_EQ(type.trailing_element_bytes, sizeof(Part));
  const auto words = Words(type.trailing_ranges);
  ASSERT_EQ(words.size(), 5u);
  EXPECT_EQ(words[0].first, offsetof(Part, strong));
  EXPECT_EQ(words[4].second, FieldKind::kEphemeronValue);
}

TEST(LanesTest, AreTheWordsOfReferencesNearTheBeginning) {
  const auto lanes_of = [](std::vector<uint32_t> offsets) {
    return LanesOf(offsets);
  };
  EXPECT_EQ(lanes_of({0, 8, 28}), kCompressed ? 0b10000101 : 0);
  EXPECT_EQ(lanes_of({0, 4, 8, 12, 16, 20, 24, 28}), kCompressed ? 0xff : 0);
  EXPECT_EQ(lanes_of({0, 4, 32}), 0) << "one is too far";
  EXPECT_EQ(lanes_of({4}), kCompressed ? 0b10 : 0);
  EXPECT_EQ(lanes_of({}), 0);
}

}  // namespace
}  // namespace halfword::internal
