// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program as somebody writes it for Oilpan, from its documentation: it knows
// nothing of Halfword. It is compiled by either way in which Oilpan's headers
// can be had, and returns the number of the first expectation that fails.

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cppgc/allocation.h"
#include "cppgc/common.h"
#include "cppgc/cross-thread-persistent.h"
#include "cppgc/custom-space.h"
#include "cppgc/default-platform.h"
#include "cppgc/ephemeron-pair.h"
#include "cppgc/explicit-management.h"
#include "cppgc/garbage-collected.h"
#include "cppgc/heap-consistency.h"
#include "cppgc/heap-handle.h"
#include "cppgc/heap-state.h"
#include "cppgc/heap-statistics.h"
#include "cppgc/heap.h"
#include "cppgc/liveness-broker.h"
#include "cppgc/macros.h"
#include "cppgc/member.h"
#include "cppgc/name-provider.h"
#include "cppgc/object-size-trait.h"
#include "cppgc/persistent.h"
#include "cppgc/platform.h"
#include "cppgc/prefinalizer.h"
#include "cppgc/process-heap-statistics.h"
#include "cppgc/sentinel-pointer.h"
#include "cppgc/source-location.h"
#include "cppgc/tagged-member.h"
#include "cppgc/testing.h"
#include "cppgc/trace-trait.h"
#include "cppgc/type-traits.h"
#include "cppgc/visitor.h"

namespace {

int expectation_count = 0;
int first_failure = 0;

void Expect(bool is_true, const char* what) {
  ++expectation_count;
  if (is_true || first_failure != 0) return;
  first_failure = expectation_count;
  std::fprintf(stderr, "expectation %d: %s\n", expectation_count, what);
}

#define EXPECT(condition) Expect(condition, #condition)

// An interface that two kinds of nodes have.
class Listener : public cppgc::GarbageCollectedMixin {
 public:
  virtual int Hear() = 0;
  void Trace(cppgc::Visitor* visitor) const override {
    visitor->Trace(source_);
  }
  void set_source(Listener* source) { source_ = source; }
  Listener* source() const { return source_; }

 private:
  cppgc::Member<Listener> source_;
};

// A second one, on another path to the same objects.
class Counter : public cppgc::GarbageCollectedMixin {
 public:
  int count() const { return count_; }

 protected:
  int count_ = 0;
};

class Node : public cppgc::GarbageCollected<Node> {
 public:
  explicit Node(Node* parent) : parent_(parent) {}
  virtual ~Node() { ++destroyed; }
  virtual void Trace(cppgc::Visitor* visitor) const {
    visitor->Trace(parent_);
    visitor->Trace(next_);
    visitor->Trace(seen_);
  }
  void set_next(Node* next) { next_ = next; }
  void set_seen(Node* seen) { seen_ = seen; }
  Node* parent() const { return parent_; }
  Node* next() const { return next_; }
  Node* seen() const { return seen_; }

  static inline int destroyed = 0;

 private:
  cppgc::WeakMember<Node> parent_;
  cppgc::Member<Node> next_;
  cppgc::WeakMember<Node> seen_;
};

// Inherits Trace() from its bases in part, and adds a prefinalizer.
class Element final : public Node, public Listener, public Counter {
  CPPGC_USING_PRE_FINALIZER(Element, Dispose);

 public:
  Element(Node* parent, std::string tag) : Node(parent), tag_(std::move(tag)) {}
  void Trace(cppgc::Visitor* visitor) const override {
    Node::Trace(visitor);
    Listener::Trace(visitor);
    Counter::Trace(visitor);
  }
  int Hear() override { return ++count_; }
  const std::string& tag() const { return tag_; }
  void Dispose() { disposed += tag_; }

  static inline std::string disposed;

 private:
  std::string tag_;
};

// Has no Trace() of its own: it adds nothing to be traced.
class Text : public Node {
 public:
  Text() : Node(nullptr) {}
  char bytes[16] = "text";
};

class Named final : public cppgc::GarbageCollected<Named>,
                    public cppgc::NameProvider {
 public:
  void Trace(cppgc::Visitor*) const {}
  const char* GetHumanReadableName() const final { return "a name"; }
};

// Drops what died by a weak callback.
class Cache final : public cppgc::GarbageCollected<Cache> {
 public:
  void Add(Node* node) { nodes_.push_back(node); }
  size_t size() const { return nodes_.size(); }
  void Trace(cppgc::Visitor* visitor) const {
    visitor->RegisterWeakCallbackMethod<Cache, &Cache::DropDead>(this);
  }
  void DropDead(const cppgc::LivenessBroker& broker) {
    std::erase_if(nodes_, [&](const cppgc::UntracedMember<Node>& node) {
      return !broker.IsHeapObjectAlive(node);
    });
  }

 private:
  std::vector<cppgc::UntracedMember<Node>> nodes_;
};

class Association final : public cppgc::GarbageCollected<Association> {
 public:
  Association(Node* key, Node* value) : pair_(key, value) {}
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(pair_); }
  Node* value() const { return pair_.value; }

 private:
  cppgc::EphemeronPair<Node, Node> pair_;
};

struct ParentTag {};
struct HostTag {};

class Shadow final : public cppgc::GarbageCollected<Shadow> {
 public:
  explicit Shadow(Node* host) : up_(HostTag(), host), whole_(host) {}
  void Trace(cppgc::Visitor* visitor) const {
    visitor->Trace(up_);
    visitor->Trace(whole_);
  }
  Node* host() const { return up_.TryGetAs<HostTag>(); }
  Node* parent() const { return up_.TryGetAs<ParentTag>(); }
  void DropWhole() { whole_ = nullptr; }

 private:
  cppgc::subtle::TaggedUncompressedMember<Node, ParentTag, HostTag> up_;
  cppgc::subtle::UncompressedMember<Node> whole_;
};

class Scope {
  CPPGC_STACK_ALLOCATED();

 public:
  int depth = 1;
};

// The test.

class Document {
 public:
  Document() : Document(Options()) {}

  void Run() {
    MembersHoldAndWeakOnesDoNot();
    MixinsReferToTheirObject();
    HandlesOfAllKindsConvert();
    WeakCallbacksAndEphemerons();
    TaggedAndUncompressedMembers();
    MemoryGivenBackByHand();
    ScopesAndStates();
    WhatTestsMayAsk();
    Statistics();
  }

 private:
  static cppgc::Heap::HeapOptions Options() {
    cppgc::Heap::HeapOptions options = cppgc::Heap::HeapOptions::Default();
    options.stack_support =
        cppgc::Heap::StackSupport::kSupportsConservativeStackScan;
    options.marking_support = cppgc::Heap::MarkingType::kAtomic;
    options.sweeping_support = cppgc::Heap::SweepingType::kAtomic;
    options.resource_constraints.initial_heap_size_bytes = 1 << 20;
    return options;
  }
  explicit Document(cppgc::Heap::HeapOptions options)
      : platform_(std::make_shared<cppgc::DefaultPlatform>()),
        heap_(cppgc::Heap::Create(platform_, std::move(options))) {}

  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return cppgc::MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                          std::forward<Args>(args)...);
  }
  void Collect() {
    heap_->ForceGarbageCollectionSlow(
        "document_test", "test", cppgc::EmbedderStackState::kNoHeapPointers);
  }

  void MembersHoldAndWeakOnesDoNot() {
    cppgc::Persistent<Node> root = Make<Node>(nullptr);
    root->set_next(Make<Text>());
    root->set_seen(Make<Text>());
    Node::destroyed = 0;
    Collect();
    EXPECT(root->next() != nullptr);
    EXPECT(root->seen() == nullptr);
    EXPECT(Node::destroyed == 1);
    root.Clear();
    Collect();
    EXPECT(Node::destroyed == 3);
  }

  void MixinsReferToTheirObject() {
    Element::disposed = "";
    {
      cppgc::Persistent<Listener> listener = Make<Element>(nullptr, "a");
      listener->set_source(Make<Element>(nullptr, "b"));
      cppgc::Persistent<Counter> counter =
          static_cast<Element*>(listener->source());
      Collect();
      EXPECT(listener->Hear() == 1 && listener->source()->Hear() == 1);
      EXPECT(counter->count() == 1);
      EXPECT(static_cast<Element*>(listener.Get())->tag() == "a");
      EXPECT(Element::disposed.empty());
      EXPECT(cppgc::subtle::ObjectSizeTrait<Counter>::GetSize(*counter) >=
             sizeof(Element));
      EXPECT(cppgc::TraceTrait<Listener>::GetTraceDescriptor(listener.Get())
                 .base_object_payload ==
             static_cast<const void*>(static_cast<Element*>(listener.Get())));
    }
    Collect();
    EXPECT(Element::disposed == "ba");
  }

  void HandlesOfAllKindsConvert() {
    cppgc::Member<Text> text = Make<Text>();
    cppgc::Member<Node> node = text;
    cppgc::WeakMember<Node> weak = node;
    cppgc::Persistent<Node> root = weak;
    cppgc::WeakPersistent<Node> weak_root = root;
    cppgc::subtle::CrossThreadPersistent<Node> any = weak_root;
    EXPECT(node == weak && weak == root.Get() && weak_root == root);
    EXPECT(any.Get() == text.Get() && root.To<Text>().Get() == text);
    weak = cppgc::kSentinelPointer;
    EXPECT(weak == cppgc::kSentinelPointer && weak != node);
    node.Swap(weak);
    EXPECT(node == cppgc::kSentinelPointer);
    EXPECT(weak.Release() == text && !weak);
    const cppgc::SourceLocation here = cppgc::SourceLocation::Current();
    const cppgc::Persistent<Node> after = root;
    EXPECT(after.Location().Line() == here.Line() + 1);
    static_assert(cppgc::IsMemberTypeV<cppgc::Member<Node>>);
    static_assert(cppgc::IsWeakV<cppgc::WeakMember<Node>>);
    static_assert(cppgc::IsGarbageCollectedWithMixinTypeV<Element>);
    static_assert(cppgc::IsGarbageCollectedMixinTypeV<Listener>);
  }

  void WeakCallbacksAndEphemerons() {
    cppgc::Persistent<Cache> cache = Make<Cache>();
    cppgc::Persistent<Node> key = Make<Node>(nullptr);
    cppgc::Persistent<Association> held = Make<Association>(key, Make<Text>());
    cppgc::Persistent<Association> dropped =
        Make<Association>(Make<Node>(nullptr), Make<Text>());
    cache->Add(key);
    cache->Add(Make<Text>());
    Collect();
    EXPECT(cache->size() == 1);
    EXPECT(held->value() != nullptr);
    EXPECT(dropped->value() == nullptr);
  }

  void TaggedAndUncompressedMembers() {
    cppgc::WeakPersistent<Node> host = Make<Node>(nullptr);
    cppgc::Persistent<Shadow> shadow = Make<Shadow>(host.Get());
    shadow->DropWhole();
    Collect();
    EXPECT(host && shadow->host() == host && shadow->parent() == nullptr);
    shadow.Clear();
    Collect();
    EXPECT(!host);
  }

  void MemoryGivenBackByHand() {
    Node::destroyed = 0;
    Text* const text = Make<Text>();
    cppgc::subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *text);
    EXPECT(Node::destroyed == 1);
    Named* const named = Make<Named>(cppgc::AdditionalBytes(100));
    EXPECT(cppgc::subtle::Resize(*named, cppgc::AdditionalBytes(50)));
  }

  void ScopesAndStates() {
    using cppgc::subtle::HeapConsistency;
    using cppgc::subtle::HeapState;
    cppgc::HeapHandle& handle = heap_->GetHeapHandle();
    const cppgc::WeakPersistent<Node> weak = Make<Node>(nullptr);
    {
      const cppgc::subtle::NoGarbageCollectionScope scope(handle);
      Collect();
      EXPECT(weak);
    }
    {
      const cppgc::subtle::DisallowGarbageCollectionScope scope(handle);
      EXPECT(!cppgc::subtle::DisallowGarbageCollectionScope::
                 IsGarbageCollectionAllowed(handle));
    }
    Collect();
    EXPECT(!weak);
    EXPECT(!HeapState::IsMarking(handle) && !HeapState::IsSweeping(handle));
    EXPECT(!HeapState::IsSweepingOnOwningThread(handle));
    EXPECT(!HeapState::IsInAtomicPause(handle));
    EXPECT(!HeapState::PreviousGCWasConservative(handle));
    HeapConsistency::WriteBarrierParams params;
    const Node* const node = Make<Node>(nullptr);
    EXPECT(HeapConsistency::GetWriteBarrierType(&node, node, params) ==
           HeapConsistency::WriteBarrierType::kNone);
    EXPECT(Scope().depth == 1);
  }

  void WhatTestsMayAsk() {
    cppgc::testing::StandaloneTestingHeap testing(heap_->GetHeapHandle());
    const cppgc::WeakPersistent<Node> weak = Make<Node>(nullptr);
    testing.StartGarbageCollection();
    testing.PerformMarkingStep(cppgc::EmbedderStackState::kNoHeapPointers);
    testing.FinalizeGarbageCollection(
        cppgc::EmbedderStackState::kNoHeapPointers);
    EXPECT(!weak);
  }

  void Statistics() {
    const cppgc::Persistent<Node> node = Make<Node>(nullptr);
    EXPECT(cppgc::IsInitialized());
    EXPECT(cppgc::ProcessHeapStatistics::TotalAllocatedSpace() > 0);
    const cppgc::HeapStatistics statistics =
        heap_->CollectStatistics(cppgc::HeapStatistics::DetailLevel::kDetailed);
    EXPECT(statistics.detail_level ==
           cppgc::HeapStatistics::DetailLevel::kDetailed);
    EXPECT(statistics.committed_size_bytes >= statistics.used_size_bytes);
    EXPECT(platform_->MonotonicallyIncreasingTime() > 0);
  }

  const std::shared_ptr<cppgc::DefaultPlatform> platform_;
  const std::unique_ptr<cppgc::Heap> heap_;
};

}  // namespace

int main() {
  cppgc::DefaultPlatform platform;
  cppgc::InitializeProcess(platform.GetPageAllocator());
  Document().Run();
  cppgc::ShutdownProcess();
  if (first_failure == 0) std::printf("%d expectations\n", expectation_count);
  return first_failure;
}
