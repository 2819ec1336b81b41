// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The answers of the public type traits, most of them to the compiler itself.

#include "halfword/type_traits.h"

#include "gtest/gtest.h"
#include "halfword/fields.h"

namespace halfword {
namespace {

class Node : public GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};
class Element : public Node {};
class Listener : public GarbageCollectedMixin {};
class Both : public GarbageCollected<Both>, public Listener {
 public:
  void Trace(Visitor*) const {}
};
class Incomplete;
struct Plain {};

static_assert(IsCompleteV<Node>);
static_assert(!IsCompleteV<Incomplete>);

static_assert(IsGarbageCollectedTypeV<Node>);
static_assert(IsGarbageCollectedTypeV<const Node>);
static_assert(IsGarbageCollectedTypeV<Element>);
static_assert(IsGarbageCollectedTypeV<Both>);
static_assert(!IsGarbageCollectedTypeV<Listener>);
static_assert(!IsGarbageCollectedTypeV<Plain>);
static_assert(!IsGarbageCollectedTypeV<int>);

static_assert(IsGarbageCollectedMixinTypeV<Listener>);
static_assert(!IsGarbageCollectedMixinTypeV<Both>);
static_assert(!IsGarbageCollectedMixinTypeV<Node>);

static_assert(IsGarbageCollectedOrMixinTypeV<Node>);
static_assert(IsGarbageCollectedOrMixinTypeV<Listener>);
static_assert(!IsGarbageCollectedOrMixinTypeV<Plain>);

static_assert(IsGarbageCollectedWithMixinTypeV<Both>);
static_assert(!IsGarbageCollectedWithMixinTypeV<Node>);

static_assert(IsMemberTypeV<Member<Incomplete>>);
static_assert(IsMemberTypeV<const Member<Node>>);
static_assert(!IsMemberTypeV<WeakMember<Node>>);
static_assert(!IsMemberTypeV<Node*>);
static_assert(IsWeakMemberTypeV<WeakMember<Node>>);
static_assert(!IsWeakMemberTypeV<Member<Node>>);
static_assert(IsUntracedMemberTypeV<UntracedMember<Node>>);
static_assert(IsMemberOrWeakMemberTypeV<Member<Node>>);
static_assert(IsMemberOrWeakMemberTypeV<WeakMember<Node>>);
static_assert(!IsMemberOrWeakMemberTypeV<UntracedMember<Node>>);
static_assert(IsWeakV<WeakMember<Node>>);
static_assert(!IsWeakV<Member<Node>>);

static_assert(IsTraceableV<Node>);
static_assert(IsTraceableV<Both>);
static_assert(!IsTraceableV<Element>);
static_assert(!IsTraceableV<Plain>);

// The assertions above are the test; this one makes them a case that is
// counted.
TEST(TypeTraitsTest, AnswersWhenTheProgramIsCompiled) {
  EXPECT_TRUE(IsGarbageCollectedTypeV<Node>);
}

}  // namespace
}  // namespace halfword
