// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The first heap of a process, made and used in one function. The based
// decoder's mask is a constant to the compiler
// (design/references.md#req.word.constant-mask), which may therefore load it
// at the head of the function, when there is no heap yet: this program is wrong
// if the mask is. It is compiled at each level of optimisation, and with the
// whole library by link-time optimisation, which sees through every call.
//
// A static object's constructor makes the first heap, or main() where the
// environment has FIRST_HEAP_IN_MAIN.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "halfword/halfword.h"

namespace {

class Node : public halfword::GarbageCollected<Node> {
 public:
  Node(Node* next, int number) : next_(next), number_(number) {}
  const halfword::Member<Node>& next() const { return next_; }
  int number() const { return number_; }

 private:
  halfword::Member<Node> next_;
  int number_;
  HALFWORD_FIELDS(Node, next_, number_)
};

// Returns how many nodes it made and found again. It decodes before the heap is
// made, so that the mask is wanted early.
int MakeAndFind() {
  halfword::Member<Node> nothing;
  // The compiler knows neither what is decoded here nor where it goes.
  asm volatile("" : "+m"(nothing));
  Node* const end = nothing.get();
  asm volatile("" : : "r"(end));

  const auto heap = halfword::Heap::Create();
  auto& handle = heap->GetAllocationHandle();
  Node* const last = halfword::MakeGarbageCollected<Node>(handle, end, 2);
  Node* const first = halfword::MakeGarbageCollected<Node>(handle, last, 1);
  const halfword::Member<Node> member(first);
  heap->Collect();

  if (member.get() != first || first->next().get() != last) return -1;
  int found = 0;
  for (Node* node = member; node != end; node = node->next()) {
    if (node->number() != ++found) return -2;
  }
  return found;
}

const int found_early =
    std::getenv("FIRST_HEAP_IN_MAIN") != nullptr ? 2 : MakeAndFind();

}  // namespace

int main() {
  const int found = MakeAndFind();
  std::printf("%d early, %d in main\n", found_early, found);
  return found_early == 2 && found == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
