// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Reference-counted objects beside garbage-collected ones: each kind may hold
// the other, and no collector takes one for the other.

#include <memory>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class CountedNode;

class ManagedNode : public GarbageCollected<ManagedNode> {
 public:
  explicit ManagedNode(int value) : value_(value) {}
  int value() const { return value_; }
  RefPtr<CountedNode>& counted() { return counted_; }
  RefPtr<CountedNode> (&more())[2] { return more_; }

 private:
  RefPtr<CountedNode> counted_;
  RefPtr<CountedNode> more_[2];
  int value_;
  HALFWORD_FIELDS(ManagedNode, counted_, more_, value_)
};

class CountedNode : public RefCounted<CountedNode> {
 public:
  explicit CountedNode(int* deaths) : deaths_(deaths) {}
  ~CountedNode() { ++*deaths_; }
  Persistent<ManagedNode>& managed() { return managed_; }

 private:
  int* deaths_;
  Persistent<ManagedNode> managed_;
  HALFWORD_FIELDS(CountedNode, deaths_, managed_)
};

class CountedObjectsTest : public ::testing::Test {
 protected:
  ManagedNode* MakeManaged(int value) {
    return MakeGarbageCollected<ManagedNode>(heap_->GetAllocationHandle(),
                                             value);
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
  int deaths_ = 0;
};

TEST_F(CountedObjectsTest, EndWithTheManagedObjectThatHoldsThem) {
  Persistent<ManagedNode> node = MakeManaged(1);
  node->counted() = MakeRefCounted<CountedNode>(&deaths_);
  node->more()[0] = MakeRefCounted<CountedNode>(&deaths_);
  node->more()[1] = node->counted();
  CollectPrecisely(*heap_);
  EXPECT_EQ(deaths_, 0);
  EXPECT_EQ(Findings(*heap_), "");

  node = nullptr;
  CollectPrecisely(*heap_);

  EXPECT_EQ(deaths_, 2);
}

TEST_F(CountedObjectsTest, EndWithTheHeap) {
  MakeManaged(1)->counted() = MakeRefCounted<CountedNode>(&deaths_);

  const_cast<std::unique_ptr<Heap>&>(heap_).reset();

  EXPECT_EQ(deaths_, 1);
}

TEST_F(CountedObjectsTest, KeepTheirClassOutOfImages) {
  const TypeInfo& type = TypeInfoOf<ManagedNode>();

  EXPECT_EQ(type.fields[0].kind, FieldKind::kOpaque);
  EXPECT_TRUE(type.has_destructor);
  EXPECT_FALSE(type.may_be_in_image);
}

TEST_F(CountedObjectsTest, HoldManagedOnesByPersistent) {
  RefPtr<CountedNode> counted = MakeRefCounted<CountedNode>(&deaths_);
  counted->managed() = MakeManaged(42);

  CollectPrecisely(*heap_);
  EXPECT_EQ(counted->managed()->value(), 42);
  counted.reset();
  CollectPrecisely(*heap_);

  EXPECT_EQ(CollectorOf(*heap_).used_page_bytes(), 0u);
}

// What a conservative scan finds of counted objects, it leaves alone, whatever
// their bytes are.
TEST_F(CountedObjectsTest, AreNothingToAScanOfTheStack) {
  std::vector<RefPtr<CountedNode>> pointers;
  for (int i = 0; i < 1000; ++i) {
    pointers.push_back(MakeRefCounted<CountedNode>(&deaths_));
  }
  Persistent<ManagedNode> kept = MakeManaged(1);
  CountedNode* volatile on_the_stack[] = {pointers[0].get(),
                                          pointers[500].get()};
  // An address inside of it, as of a field.
  const char* volatile inside =
      reinterpret_cast<const char*>(pointers[7].get()) + sizeof(uint32_t);

  CollectConservatively(*heap_);

  EXPECT_EQ(Findings(*heap_), "");
  EXPECT_EQ(on_the_stack[0], pointers[0].get());
  EXPECT_NE(inside, nullptr);
  EXPECT_EQ(deaths_, 0);
  EXPECT_EQ(kept->value(), 1);
}

TEST_F(CountedObjectsTest, ShareTheCageWithHeaps) {
  std::vector<RefPtr<CountedNode>> pointers;
  std::vector<Persistent<ManagedNode>> nodes;

  for (int i = 0; i < 20000; ++i) {
    pointers.push_back(MakeRefCounted<CountedNode>(&deaths_));
    nodes.push_back(MakeManaged(i));
    if (i % 2 == 0) pointers.back()->managed() = nodes.back();
    if (i % 3 == 0) nodes.back()->counted() = pointers.back();
    if (i % 5 == 0) nodes[static_cast<size_t>(i) / 5] = nullptr;
  }
  CollectPrecisely(*heap_);
  pointers.clear();
  CollectPrecisely(*heap_);

  EXPECT_EQ(Findings(*heap_), "");
  nodes.clear();
  CollectPrecisely(*heap_);
  CollectPrecisely(*heap_);
  EXPECT_GT(deaths_, 0);
  EXPECT_EQ(Findings(*heap_), "");
}

#if HALFWORD_REFERENCES == 32 && HALFWORD_DCHECK_ENABLED

// Padding hides the Member from the compiler's check: the number behind it is
// aligned to 8 bytes. One of 8 bytes cannot hide.
class Hiding : public RefCounted<Hiding> {
 public:
  void Store(ManagedNode* node) { member_ = node; }

 private:
  Member<ManagedNode> member_;
  double number_ = 0;
  HALFWORD_FIELDS(Hiding, number_)
};

TEST_F(CountedObjectsTest, NameAMemberThatPaddingHid) {
  const RefPtr<Hiding> hiding = MakeRefCounted<Hiding>();
  ManagedNode* const node = MakeManaged(1);

  EXPECT_DEATH(hiding->Store(node),
               "nothing traces a Member inside a reference-counted object");
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
