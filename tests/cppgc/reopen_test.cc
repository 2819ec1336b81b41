// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Code from Oilpan that opens its namespace, to specialise traits for classes
// of its own. It is compiled with halfword::cppgc alone: C++ lets no alias be
// opened. Returns the number of the first expectation that fails.

#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "cppgc/allocation.h"
#include "cppgc/custom-space.h"
#include "cppgc/default-platform.h"
#include "cppgc/garbage-collected.h"
#include "cppgc/heap.h"
#include "cppgc/internal/finalizer-trait.h"
#include "cppgc/internal/logging.h"
#include "cppgc/internal/member-storage.h"
#include "cppgc/internal/name-trait.h"
#include "cppgc/internal/pointer-policies.h"
#include "cppgc/persistent.h"
#include "cppgc/visitor.h"

namespace blink {

class NodeSpace : public cppgc::CustomSpace<NodeSpace> {
 public:
  static constexpr cppgc::CustomSpaceIndex kSpaceIndex = 0;
  static constexpr bool kSupportsCompaction = true;
};

class Node : public cppgc::GarbageCollected<Node> {
 public:
  virtual void Trace(cppgc::Visitor*) const {}
};

class Element final : public Node {};

// The storage of a table, which is traced by its trait.
class Backing : public cppgc::GarbageCollected<Backing> {
 public:
  void Trace(cppgc::Visitor*) const {}
};

int constructed = 0;
int made = 0;
int traced = 0;

}  // namespace blink

namespace cppgc {

template <typename T>
struct SpaceTrait<T, std::enable_if_t<std::is_base_of_v<blink::Node, T>>> {
  using Space = blink::NodeSpace;
};

template <>
struct PostConstructionCallbackTrait<blink::Element> {
  static void Call(blink::Element*) { ++blink::constructed; }
};

template <>
struct TraceTrait<blink::Backing> : internal::TraceTraitBase<blink::Backing> {
  static void Trace(Visitor*, const void*) { ++blink::traced; }
};

template <>
class MakeGarbageCollectedTrait<blink::Backing>
    : public MakeGarbageCollectedTraitBase<blink::Backing> {
 public:
  static blink::Backing* Call(AllocationHandle& handle, size_t bytes) {
    void* const memory = Allocate(handle, sizeof(blink::Backing) + bytes);
    auto* const object = ::new (memory) blink::Backing();
    MarkObjectAsFullyConstructed(object);
    ++blink::made;
    return object;
  }
};

namespace internal {

// A handle of the program's own.
template <typename T>
using UnbarredMember = BasicMember<T, StrongMemberTag, NoWriteBarrierPolicy,
                                   DisabledCheckingPolicy, RawPointer>;

}  // namespace internal
}  // namespace cppgc

// What programs take from Oilpan's inner headers.
bool InnerHeadersHoldTheirNames(blink::Node* node) {
  const cppgc::internal::UnbarredMember<blink::Node> member = node;
  CPPGC_CHECK(member.Get() == node);
  CPPGC_DCHECK(member.GetRawStorage() == cppgc::internal::RawPointer(node));
  using Name = cppgc::internal::NameTrait<blink::Node>;
  using cppgc::internal::HeapObjectNameForUnnamedObject;
  return cppgc::internal::FinalizerTrait<blink::Node>::kCallback == nullptr &&
         Name::GetName(node, HeapObjectNameForUnnamedObject::kUseHiddenName)
             .name_was_hidden &&
         Name::GetName(node,
                       HeapObjectNameForUnnamedObject::kUseClassNameIfSupported)
                 .value == std::string_view("blink::Node");
}

int main() {
  cppgc::Heap::HeapOptions options;
  options.custom_spaces.push_back(std::make_unique<blink::NodeSpace>());
  const auto heap = cppgc::Heap::Create(
      std::make_shared<cppgc::DefaultPlatform>(), std::move(options));
  cppgc::AllocationHandle& handle = heap->GetAllocationHandle();

  const cppgc::Persistent<blink::Node> node =
      cppgc::MakeGarbageCollected<blink::Element>(handle);
  const cppgc::Persistent<blink::Backing> backing =
      cppgc::MakeGarbageCollected<blink::Backing>(handle, size_t{64});
  if (blink::constructed != 1) return 1;
  if (blink::made != 1) return 2;
  if (!InnerHeadersHoldTheirNames(node)) return 5;

  heap->ForceGarbageCollectionSlow("reopen_test", "test",
                                   cppgc::Heap::StackState::kNoHeapPointers);
  if (blink::traced == 0) return 3;
  const cppgc::HeapStatistics statistics =
      heap->CollectStatistics(cppgc::HeapStatistics::kDetailed);
  for (const auto& space : statistics.space_stats) {
    if (space.name == "custom 0" && space.object_count == 1) {
      std::printf("traits are found\n");
      return 0;
    }
  }
  return 4;
}
