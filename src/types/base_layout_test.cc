// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// That the offsets of bases known to the compiler are those of the program, in
// every constellation that moves a base.

#include "halfword/internal/base_layout.h"

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/internal/type_name.h"
#include "halfword/member.h"

namespace halfword::internal {
namespace {

class Node : public GarbageCollected<Node> {
  int64_t value_ = 0;
  char tail_ = 0;
  HALFWORD_FIELDS(Node, value_, tail_)
};
class EmptyMixin : public GarbageCollectedMixin {
  HALFWORD_FIELDS(EmptyMixin)
};
class OtherMixin : public GarbageCollectedMixin {
  int value_ = 0;
  HALFWORD_FIELDS(OtherMixin, value_)
};
class VirtualMixin : public GarbageCollectedMixin {
 public:
  virtual ~VirtualMixin() = default;
  HALFWORD_FIELDS(VirtualMixin)
};
struct PlainOldData {
  int first = 0;
  char second = 0;
  HALFWORD_FIELDS(PlainOldData, first, second)
};
class NotSoPlain {
  Member<Node> first_;
  char second_ = 0;
  HALFWORD_FIELDS(NotSoPlain, first_, second_)
};

template <typename Class, typename... Bases>
void ExpectExact(BaseList<Class, Bases...>) {
  const ptrdiff_t exact[] = {BaseOffset<Class, Bases>()...};
  for (size_t i = 0; i < sizeof...(Bases); ++i) {
    EXPECT_EQ(kBaseOffsets<Class>.offsets[i], exact[i]) << kTypeName<Class>;
  }
}

class TailUser : public Node {
  char more_ = 0;
  HALFWORD_FIELDS(TailUser, more_)
  HALFWORD_BASES(TailUser, Node)
};
class WithMixin : public GarbageCollected<WithMixin>, public EmptyMixin {
  Member<Node> member_;
  HALFWORD_FIELDS(WithMixin, member_)
  HALFWORD_BASES(WithMixin, EmptyMixin)
};
class WithTwoMixins : public Node, public EmptyMixin, public OtherMixin {
  char member_ = 0;
  HALFWORD_FIELDS(WithTwoMixins, member_)
  HALFWORD_BASES(WithTwoMixins, Node, EmptyMixin, OtherMixin)
};
class VirtualLast : public GarbageCollected<VirtualLast>,
                    public OtherMixin,
                    public VirtualMixin {
  char member_ = 0;
  HALFWORD_FIELDS(VirtualLast, member_)
  HALFWORD_BASES(VirtualLast, OtherMixin, VirtualMixin)
};
class PrivatePlain : public GarbageCollected<PrivatePlain>,
                     NotSoPlain,
                     PlainOldData {
  char member_ = 0;
  HALFWORD_FIELDS(PrivatePlain, member_)
  HALFWORD_BASES(PrivatePlain, NotSoPlain, PlainOldData)
};
class OwnVtable : public GarbageCollected<OwnVtable>, public NotSoPlain {
 public:
  virtual ~OwnVtable() = default;

 private:
  char member_ = 0;
  HALFWORD_FIELDS(OwnVtable, member_)
  HALFWORD_BASES(OwnVtable, NotSoPlain)
};
class Abstract : public GarbageCollected<Abstract>, public NotSoPlain {
 public:
  virtual void Do() = 0;

 private:
  char member_ = 0;
  HALFWORD_FIELDS(Abstract, member_)
  HALFWORD_BASES(Abstract, NotSoPlain)
};

TEST(BaseLayoutTest, KnowsWhereBasesLie) {
  ExpectExact(FieldAccess::Bases<TailUser>());
  ExpectExact(FieldAccess::Bases<WithMixin>());
  ExpectExact(FieldAccess::Bases<WithTwoMixins>());
  ExpectExact(FieldAccess::Bases<VirtualLast>());
  ExpectExact(FieldAccess::Bases<PrivatePlain>());
  ExpectExact(FieldAccess::Bases<OwnVtable>());
  ExpectExact(FieldAccess::Bases<Abstract>());
}

TEST(BaseLayoutTest, GuessesWhereNothingCollides) {
  uint32_t plain[2] = {};
  uint32_t vtable[1] = {};
  GuessBaseOffsets<PrivatePlain, NotSoPlain, PlainOldData>(plain);
  GuessBaseOffsets<OwnVtable, NotSoPlain>(vtable);

  EXPECT_EQ(plain[0], (BaseOffset<PrivatePlain, NotSoPlain>()));
  EXPECT_EQ(plain[1], (BaseOffset<PrivatePlain, PlainOldData>()));
  EXPECT_EQ(vtable[0], (BaseOffset<OwnVtable, NotSoPlain>()));
}

// An object grows by what derived classes cannot reuse.
TEST(BaseLayoutTest, KnowsWhereTheDataOfABaseEnd) {
  EXPECT_EQ(DataEnd<Node>(), 9u);
  EXPECT_EQ(sizeof(TailUser), sizeof(Node));
  EXPECT_EQ(DataEnd<TailUser>(), 10u);
  EXPECT_EQ(DataEnd<PlainOldData>(), sizeof(PlainOldData));
  EXPECT_EQ(DataEnd<NotSoPlain>(), sizeof(Member<Node>) + 1);
  EXPECT_EQ(DataEnd<EmptyMixin>(), 0u);
}

TEST(BaseLayoutTest, AnEmptyMixinCostsNothing) {
  EXPECT_EQ((BaseOffset<WithMixin, EmptyMixin>()), 0);
  EXPECT_EQ(sizeof(WithMixin), kGranuleBytes);
}

}  // namespace
}  // namespace halfword::internal
