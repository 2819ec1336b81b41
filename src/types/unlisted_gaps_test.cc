// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// That forgotten fields are found in padding, and nothing else is suspected.

#include "types/unlisted_gaps.h"

#include <cstdint>
#include <ostream>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"
#include "halfword/name_provider.h"

namespace halfword::internal {

static bool operator==(const ByteRange& a, const ByteRange& b) {
  return a.offset == b.offset && a.bytes == b.bytes;
}
static void PrintTo(const ByteRange& range, std::ostream* out) {
  *out << range.offset << '+' << range.bytes;
}

namespace {

std::vector<ByteRange> Gaps(const TypeInfo& type) {
  std::vector<ByteRange> gaps(64);
  gaps.resize(UnlistedGaps(type, gaps));
  return gaps;
}

class Full : public GarbageCollected<Full> {
  int32_t a_ = 0;
  int32_t b_ = 0;
  HALFWORD_FIELDS(Full, a_, b_)
};

class Padded : public GarbageCollected<Padded> {
  int32_t a_ = 0;
  int64_t b_ = 0;
  char c_ = 0;
  HALFWORD_FIELDS(Padded, a_, b_, c_)
};

class Derived : public Padded {
  char d_ = 0;
  HALFWORD_FIELDS(Derived, d_)
  HALFWORD_BASES(Derived, Padded)
};

TEST(UnlistedGapsTest, FindsPadding) {
  EXPECT_TRUE(Gaps(TypeInfoOf<Full>()).empty());
  EXPECT_EQ(Gaps(TypeInfoOf<Padded>()),
            (std::vector<ByteRange>{{4, 4}, {17, 7}}));
  EXPECT_EQ(Gaps(TypeInfoOf<Derived>()),
            (std::vector<ByteRange>{{4, 4}, {18, 6}}));
}

#if HALFWORD_REFERENCES == 32

// The mistake that this is for: the compiler takes hidden_ for padding.
class Forgetful : public GarbageCollected<Forgetful> {
 public:
  int32_t a_ = 0;
  Member<Full> hidden_;
  alignas(8) int64_t b_ = 0;
  HALFWORD_FIELDS(Forgetful, a_, b_)
};

TEST(UnlistedGapsTest, FindsAFieldThatPaddingHides) {
  EXPECT_EQ(Gaps(TypeInfoOf<Forgetful>()),
            (std::vector<ByteRange>{
                {static_cast<uint32_t>(offsetof(Forgetful, hidden_)), 4}}));
}

#endif

struct Number {
  int32_t a = 0;
  int64_t b = 0;
  HALFWORD_FIELDS(Number, a, b)
};
struct Reference {
  Member<Full> a;
  long double b = 0;  // aligned to 16 bytes
  HALFWORD_FIELDS(Reference, a, b)
};

class alignas(16) HoldsStructs : public GarbageCollected<HoldsStructs> {
 public:
  Number number_;
  Reference references_[2];
  HALFWORD_FIELDS(HoldsStructs, number_, references_)
};

// Bytes that are copied as bytes may hold anything.
TEST(UnlistedGapsTest, LooksIntoStructsThatMayHoldReferences) {
  const uint32_t first = offsetof(HoldsStructs, references_) + sizeof(Word);
  const uint32_t bytes = 16 - sizeof(Word);

  EXPECT_EQ(Gaps(TypeInfoOf<HoldsStructs>()),
            (std::vector<ByteRange>{
                {first, bytes},
                {first + static_cast<uint32_t>(sizeof(Reference)), bytes}}));
}

// Between an object of four bytes and its elements, which begin at sixteen.
class Trailed : public GarbageCollected<Trailed> {
  int32_t a_ = 0;
  HALFWORD_FIELDS(Trailed, a_)
  HALFWORD_TRAILING(Trailed, Reference)
};
class Followed : public GarbageCollected<Followed> {
  int32_t a_ = 0;
  HALFWORD_FIELDS(Followed, a_)
  HALFWORD_TRAILING(Followed, char)
};

std::vector<ByteRange> ElementGaps(const TypeInfo& type) {
  std::vector<ByteRange> gaps(64);
  gaps.resize(UnlistedElementGaps(*type.trailing, gaps));
  return gaps;
}

TEST(UnlistedGapsTest, FindsWhatLiesBeforeATrailingArray) {
  EXPECT_EQ(Gaps(TypeInfoOf<Trailed>()), (std::vector<ByteRange>{{4, 12}}));
  EXPECT_TRUE(Gaps(TypeInfoOf<Followed>()).empty());
}

TEST(UnlistedGapsTest, LooksIntoTheElementsOfATrailingArray) {
  const uint32_t word_bytes = sizeof(Word);

  EXPECT_EQ(ElementGaps(TypeInfoOf<Trailed>()),
            (std::vector<ByteRange>{{word_bytes, 16 - word_bytes}}));
  EXPECT_TRUE(ElementGaps(TypeInfoOf<Followed>()).empty());
}

class Polymorphic : public GarbageCollected<Polymorphic> {
 public:
  virtual ~Polymorphic() = default;

 private:
  int64_t a_ = 0;
  HALFWORD_FIELDS(Polymorphic, a_)
};
class Named : public Polymorphic, public NameProvider {
 public:
  const char* GetHumanReadableName() const override { return "name"; }

 private:
  int64_t b_ = 0;
  HALFWORD_FIELDS(Named, b_)
  HALFWORD_BASES(Named, Polymorphic, NameProvider)
};

TEST(UnlistedGapsTest, VtablePointersAreNoGaps) {
  EXPECT_TRUE(Gaps(TypeInfoOf<Polymorphic>()).empty());
  EXPECT_TRUE(Gaps(TypeInfoOf<Named>()).empty());
}

class Unlisted : public GarbageCollected<Unlisted> {
 public:
  void Trace(Visitor*) const {}
  int64_t a_ = 0;
};
class Opaque : public Unlisted {
 public:
  void Trace(Visitor* visitor) const { Unlisted::Trace(visitor); }

 private:
  void* host_[3] = {};
  HALFWORD_FIELDS(Opaque, host_)
  HALFWORD_BASES(Opaque, Unlisted)
};

TEST(UnlistedGapsTest, WhatOnlyTraceKnowsIsNoGap) {
  EXPECT_TRUE(Gaps(TypeInfoOf<Unlisted>()).empty());
  EXPECT_TRUE(Gaps(TypeInfoOf<Opaque>()).empty());
}

TEST(UnlistedGapsTest, CountsGapsThatDoNotFit) {
  ByteRange one[1] = {};

  EXPECT_EQ(UnlistedGaps(TypeInfoOf<Padded>(), one), 2u);
  EXPECT_EQ(one[0], (ByteRange{4, 4}));
}

}  // namespace
}  // namespace halfword::internal
