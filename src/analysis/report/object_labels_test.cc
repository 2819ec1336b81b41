// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names as DevTools' grid has them.

#include "analysis/report/object_labels.h"

#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(ObjectLabelsTest, TellWhatAnObjectIs) {
  EXPECT_EQ(LabelOf(NodeKind::kString, "a"), "\"a\"");
  EXPECT_EQ(LabelOf(NodeKind::kConcatenatedString, "a"), "\"a\"");
  EXPECT_EQ(LabelOf(NodeKind::kArray, "a"), "a[]");
  EXPECT_EQ(LabelOf(NodeKind::kArray, ""), "(internal array)[]");
  EXPECT_EQ(LabelOf(NodeKind::kClosure, "f"), "f()");
  EXPECT_EQ(LabelOf(NodeKind::kRegExp, "a+"), "/a+/");
  EXPECT_EQ(LabelOf(NodeKind::kSynthetic, ""), "(root)");
  EXPECT_EQ(LabelOf(NodeKind::kSynthetic, "(GC roots)"), "(GC roots)");
  EXPECT_EQ(LabelOf(NodeKind::kObject, "Foo"), "Foo");
  EXPECT_EQ(LabelOf(NodeKind::kHidden, ""), "(no name)");
}

TEST(ObjectLabelsTest, GroupsGoByKindThenByName) {
  EXPECT_EQ(GroupOf(NodeKind::kObject, KnownName::kNone), ObjectGroup::kObject);
  EXPECT_EQ(GroupOf(NodeKind::kObject, KnownName::kArray), ObjectGroup::kArray);
  EXPECT_EQ(GroupOf(NodeKind::kNative, KnownName::kArrayBufferData),
            ObjectGroup::kTypedArray);
  EXPECT_EQ(GroupOf(NodeKind::kNative, KnownName::kArray),
            ObjectGroup::kNative);
  EXPECT_EQ(GroupOf(NodeKind::kSlicedString, KnownName::kNone),
            ObjectGroup::kString);
}

}  // namespace
}  // namespace halfword::analysis
