// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Weak references, ephemerons and weak containers that change while a marker
// runs.

#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class MarkingWeakTest : public MarkingStepsTest {};

TEST_P(MarkingWeakTest, AWeakSlotThatWasSetMeanwhileIsCleared) {
  root_->vertex_ = Make<Vertex>(1);
  Begin();
  StepToTheEnd();

  root_->vertex_->weak_ = Make<Vertex>(2);
  Finish();

  EXPECT_EQ(root_->vertex_->weak_.Get(), nullptr);
}

class Paired : public GarbageCollected<Paired> {
 public:
  EphemeronPair<Vertex, Vertex> pair_{nullptr, nullptr};
  WeakMember<Vertex> key_;
  Member<Vertex> value_;
  void Trace(Visitor* visitor) const {
    visitor->Trace(pair_);
    visitor->Trace(key_);
    visitor->TraceEphemeron(key_, &value_);
  }
};

// The barrier notes stores of keys as weak ones.
TEST_P(MarkingWeakTest, AnEphemeronWhoseKeyChangedMeanwhileHoldsItsValue) {
  const Persistent<Paired> paired = Make<Paired>();
  const Persistent<Paired> empty = Make<Paired>();
  root_->vertex_ = Make<Vertex>(1);
  paired->key_ = Make<Vertex>(2);
  paired->value_ = Make<Vertex>(3);
  empty->value_ = Make<Vertex>(4);
  const WeakPersistent<Vertex> watched = paired->value_.Get();
  const WeakPersistent<Vertex> watched_too = empty->value_.Get();
  Begin();
  StepToTheEnd();

  paired->key_ = root_->vertex_.Get();
  empty->key_ = root_->vertex_.Get();
  Finish();

  EXPECT_EQ(watched.Get(), paired->value_.Get());
  EXPECT_EQ(watched_too.Get(), empty->value_.Get());
  EXPECT_NE(watched.Get(), nullptr);
  EXPECT_NE(watched_too.Get(), nullptr);
}

// Entries of a cache, held as long as others hold them.
class Cache : public GarbageCollected<Cache> {
 public:
  class Table : public GarbageCollected<Table> {
   public:
    void Trace(Visitor* visitor) const { visitor->Trace(entry_); }
    Member<Vertex> entry_;
  };
  void Trace(Visitor* visitor) const {
    visitor->TraceWeakContainer(
        table_.Get(),
        [](const LivenessBroker& broker, const void* self) {
          Member<Vertex>& entry =
              static_cast<const Cache*>(self)->table_->entry_;
          if (!broker.IsHeapObjectAlive(entry)) entry = nullptr;
        },
        this);
  }
  Member<Table> table_;
};

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal

namespace halfword::inline HALFWORD_ABI {

// Held weakly, the table holds nothing.
template <>
struct TraceTrait<internal::Cache::Table> {
  using Table = internal::Cache::Table;
  static TraceDescriptor GetTraceDescriptor(const void* self) {
    return {self, Trace};
  }
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {self, nullptr};
  }
  static void Trace(Visitor* visitor, const void* self) {
    static_cast<const Table*>(self)->Trace(visitor);
  }
};

}  // namespace halfword::inline HALFWORD_ABI

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Nobody would clear the dead entries of the table that was there first.
TEST_P(MarkingWeakTest, AReplacedWeakContainerDies) {
  const Persistent<Cache> cache = Make<Cache>();
  cache->table_ = Make<Cache::Table>();
  cache->table_->entry_ = Make<Vertex>(1);
  const WeakPersistent<Cache::Table> first = cache->table_.Get();
  Begin();
  StepToTheEnd();

  auto* const second = Make<Cache::Table>();
  second->entry_ = first->entry_.Get();
  cache->table_ = second;
  StepToTheEnd();
  Finish();

  EXPECT_EQ(cache->table_.Get(), second);
  EXPECT_EQ(first.Get(), nullptr);
  CollectPrecisely(*heap_);
  EXPECT_EQ(second->entry_.Get(), nullptr);
}

// A part that an ephemeron holds has no container, the object has one.
class PairedCache : public GarbageCollected<PairedCache> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(key_);
    visitor->TraceEphemeron(key_, &value_);
    cache_.Trace(visitor);
  }
  WeakMember<Vertex> key_;
  Member<Vertex> value_;
  Cache cache_;
};
class PairedCacheHolder : public GarbageCollected<PairedCacheHolder> {
 public:
  Member<PairedCache> cache_;
  HALFWORD_FIELDS(PairedCacheHolder, cache_)
};

// The key is marked before the cache is traced, which hangs on another object.
TEST_P(MarkingWeakTest, AContainerBesideAnEphemeronLives) {
  const Persistent<PairedCacheHolder> holder = Make<PairedCacheHolder>();
  holder->cache_ = Make<PairedCache>();
  PairedCache* const cache = holder->cache_;
  const Persistent<Vertex> key = Make<Vertex>(1);
  cache->key_ = key.Get();
  cache->value_ = Make<Vertex>(2);
  cache->cache_.table_ = Make<Cache::Table>();
  const WeakPersistent<Cache::Table> table = cache->cache_.table_.Get();
  Begin();
  StepToTheEnd();
  Finish();

  EXPECT_EQ(table.Get(), cache->cache_.table_.Get());
  EXPECT_EQ(cache->value_->number_, 2u);
}

HALFWORD_INSTANTIATE_FOR_STEPS(MarkingWeakTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
