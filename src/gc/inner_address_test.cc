// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Trace descriptors and sizes, asked of objects and of mixins inside them.

#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Named : public GarbageCollectedMixin {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Named, number_)
};

class Traced : public GarbageCollected<Traced>, public Named {
 public:
  void Trace(Visitor*) const { ++traced; }
  static inline int traced = 0;
  int more_[40] = {};
};

class Listed : public GarbageCollected<Listed>, public Named {
 public:
  Member<Block> block_;
  HALFWORD_FIELDS(Listed, block_)
  HALFWORD_BASES(Listed, Named)
};

// Traced by way of its trait.
class Counted : public GarbageCollected<Counted> {
 public:
  void Trace(Visitor*) const {}
  static inline int traced = 0;
};

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal

namespace halfword {

template <>
struct TraceTrait<internal::Counted>
    : internal::TraceTraitBase<internal::Counted> {
  static void Trace(Visitor* visitor, const void* self) {
    ++internal::Counted::traced;
    TraceTraitBase::Trace(visitor, self);
  }
};

}  // namespace halfword

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class InnerAddressTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(InnerAddressTest);

TEST_P(InnerAddressTest, AMixinIsTracedAsTheObjectThatItIsPartOf) {
  const Persistent<Traced> object = Make<Traced>();
  Named* const mixin = object.Get();
  const TraceDescriptor direct =
      TraceTrait<Traced>::GetTraceDescriptor(object.Get());
  const TraceDescriptor inner = TraceTrait<Named>::GetTraceDescriptor(mixin);
  Traced::traced = 0;

  inner.callback(nullptr, inner.base_object_payload);

  EXPECT_EQ(inner.base_object_payload, object.Get());
  EXPECT_EQ(inner.callback, direct.callback);
  EXPECT_EQ(Traced::traced, 1);
}

TEST_P(InnerAddressTest, AClassWithAListOfFieldsIsTracedByIt) {
  class Holder : public GarbageCollected<Holder> {
   public:
    void Trace(Visitor* visitor) const {
      const TraceDescriptor descriptor =
          TraceTrait<Named>::GetTraceDescriptor(mixin_);
      descriptor.callback(visitor, descriptor.base_object_payload);
    }
    const Named* mixin_ = nullptr;
  };
  const Persistent<Holder> holder = Make<Holder>();
  WeakPersistent<Block> block = Make<Block>();
  Listed* const listed = Make<Listed>();
  listed->block_ = block.Get();
  holder->mixin_ = listed;

  CollectPrecisely(heap());

  EXPECT_NE(block.Get(), nullptr);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(InnerAddressTest, TheMarkerCallsTheTraitOfAClass) {
  const Persistent<Counted> object = Make<Counted>();
  Counted::traced = 0;

  CollectPrecisely(heap());

  EXPECT_GE(Counted::traced, 1);
}

TEST_P(InnerAddressTest, AnObjectHasTheSizeOfItsSlot) {
  Traced* const object = Make<Traced>();
  const Named& mixin = *object;
  Block* const large = MakeGarbageCollected<Block>(heap().GetAllocationHandle(),
                                                   AdditionalBytes(100000));

  EXPECT_GE(subtle::ObjectSizeTrait<Traced>::GetSize(*object), sizeof(Traced));
  EXPECT_EQ(subtle::ObjectSizeTrait<Named>::GetSize(mixin),
            subtle::ObjectSizeTrait<Traced>::GetSize(*object));
  EXPECT_GE(subtle::ObjectSizeTrait<Block>::GetSize(*large),
            sizeof(Block) + 100000);
}

#if HALFWORD_DCHECK_ENABLED
TEST_P(InnerAddressTest, RefusesWhatIsNotManaged) {
  const Block block;
  EXPECT_DEATH(subtle::ObjectSizeTrait<Block>::GetSize(block),
               "only objects made by MakeGarbageCollected");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
