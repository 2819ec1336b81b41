// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A part of the program that was written for Oilpan: it opens the namespace and
// uses the headers by Oilpan's names. Linked in, it only has to compile and to
// find its functions.

#include <cppgc/allocation.h>
#include <cppgc/garbage-collected.h>
#include <cppgc/visitor.h>

namespace oilpan {

class Node : public cppgc::GarbageCollected<Node> {
 public:
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(next_); }
  cppgc::Member<Node> next_;
};

int made = 0;

}  // namespace oilpan

namespace cppgc {

template <>
struct PostConstructionCallbackTrait<oilpan::Node> {
  static void Call(oilpan::Node*) { ++oilpan::made; }
};

}  // namespace cppgc

namespace oilpan {

Node* MakeNode(cppgc::AllocationHandle& handle) {
  return cppgc::MakeGarbageCollected<Node>(handle);
}

}  // namespace oilpan
