// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a collection tells owners of string bodies. The strings themselves are
// a layer above; src/text/string_sharing_test.cc has the rest.

#include "gc/marking/shared_strings.h"

#include <cstring>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/internal/foreign_body.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Holder : public GarbageCollected<Holder> {
 public:
  void Set(StringBody* body, uint64_t link) {
    owner_.set_link(link);
    owner_.set_delta(FlatBody::kDataOffset);
    owner_.length = 20;
    owner_.StoreBody(CompressPointer(body));
  }
  bool is_alone() const { return owner_.link() == StringOwner::kSole; }
  FlatBody* body() const {
    return static_cast<FlatBody*>(DecompressPointer(owner_.body));
  }

  void Trace(Visitor* visitor) const {
    visitor->Trace(reinterpret_cast<const MutableString&>(owner_));
    visitor->Trace(plain_);
  }

  Member<StringBody> plain_;

 private:
  StringOwner owner_;
};

class SharedStringsTest : public ::testing::Test {
 protected:
  Persistent<Holder> MakeHolder(StringBody* body) {
    Persistent<Holder> holder =
        MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
    holder->Set(body, StringOwner::kPerhapsShared);
    return holder;
  }
  FlatBody* MakeBody() {
    FlatBody* const body =
        MakeFlatBody(heap_->GetAllocationHandle(), BodyKind::kBuffer, 43);
    std::memset(body->data(), 'x', 43);
    body->SetHead(BodyKind::kBuffer, 20);
    return body;
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(SharedStringsTest, OneOwnerIsAloneAndGetsItsCapacityBack) {
  const Persistent<Holder> holder = MakeHolder(MakeBody());

  CollectPrecisely(*heap_);

  EXPECT_TRUE(holder->is_alone());
  EXPECT_GE(holder->body()->length_bytes(), 43u);
  EXPECT_EQ(holder->body()->data()[19], 'x');
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(SharedStringsTest, SeveralOwnersAreNot) {
  for (const size_t count : {2u, 3u, 100u}) {
    FlatBody* const body = MakeBody();
    std::vector<Persistent<Holder>> holders;
    for (size_t i = 0; i < count; ++i) holders.push_back(MakeHolder(body));

    CollectPrecisely(*heap_);
    for (const auto& holder : holders) EXPECT_FALSE(holder->is_alone());
    EXPECT_EQ(body->length_bytes(), 20u);
    holders.erase(holders.begin(), holders.end() - 1);
    CollectPrecisely(*heap_);

    EXPECT_TRUE(holders[0]->is_alone());
    EXPECT_EQ(Findings(*heap_), "");
  }
}

TEST_F(SharedStringsTest, AnyOtherReferenceCounts) {
  const Persistent<Holder> holder = MakeHolder(MakeBody());
  Persistent<Holder> other =
      MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  Persistent<FlatBody> root = holder->body();

  other->plain_ = holder->body();
  root.Clear();
  CollectPrecisely(*heap_);
  EXPECT_FALSE(holder->is_alone());
  other->plain_ = nullptr;
  other->Set(holder->body(), StringOwner::kSole);  // it does not know better
  CollectPrecisely(*heap_);
  EXPECT_FALSE(holder->is_alone());
  root = holder->body();
  other.Clear();
  CollectPrecisely(*heap_);
  EXPECT_FALSE(holder->is_alone());
  root.Clear();
  CollectPrecisely(*heap_);
  EXPECT_TRUE(holder->is_alone());
}

TEST_F(SharedStringsTest, AWordOnTheStackCounts) {
  const Persistent<Holder> holder = MakeHolder(MakeBody());
  const volatile uintptr_t word =
      reinterpret_cast<uintptr_t>(holder->body()) + 10;

  CollectConservatively(*heap_);

  EXPECT_FALSE(holder->is_alone());
  EXPECT_NE(word, 0u);
}

TEST_F(SharedStringsTest, BytesThatMayNotBeWrittenStayFlagged) {
  FlatBody* const body = MakeBody();
  body->SetHead(BodyKind::kFlat, 20);
  const Persistent<Holder> holder = MakeHolder(body);

  CollectPrecisely(*heap_);

  EXPECT_FALSE(holder->is_alone());
  EXPECT_EQ(holder->body()->length_bytes(), 20u);
}

TEST_F(SharedStringsTest, ABodyThatABodyKeepsMayHaveOwnersToo) {
  FlatBody* const body = MakeBody();
  const Persistent<Holder> holder = MakeHolder(body);
  const Persistent<Holder> other = MakeHolder(MakeGarbageCollected<ForeignBody>(
      heap_->GetAllocationHandle(), body->view(), body));

  CollectPrecisely(*heap_);

  EXPECT_FALSE(holder->is_alone());
  EXPECT_FALSE(other->is_alone());
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(SharedStringsTest, WhatAnEphemeronBringsLateIsCounted) {
  class Table : public GarbageCollected<Table> {
   public:
    EphemeronPair<StringBody, Holder> pair_{nullptr, nullptr};
    HALFWORD_FIELDS(Table, pair_)
  };
  const Persistent<Holder> holder = MakeHolder(MakeBody());
  const Persistent<Table> table =
      MakeGarbageCollected<Table>(heap_->GetAllocationHandle());
  table->pair_.key = holder->body();
  table->pair_.value =
      MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  table->pair_.value->plain_ = holder->body();

  CollectPrecisely(*heap_);

  ASSERT_NE(table->pair_.value, nullptr);
  EXPECT_FALSE(holder->is_alone());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
