// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program of somebody else: it gets headers and library in one of the ways
// that tests/install tries, and sees whether they are the ones it asked for.
//
// Usage: consumer REFERENCES DECODE_BASED, as numbers.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "halfword/halfword.h"

namespace {

constexpr int kNodeCount = 1000;

class Node : public halfword::GarbageCollected<Node> {
 public:
  Node(Node* next, int number) : next_(next), number_(number) {}
  Node* next() const { return next_.get(); }
  int number() const { return number_; }

 private:
  halfword::Member<Node> next_;
  int number_;
  HALFWORD_FIELDS(Node, next_, number_)
};

// Returns whether a list survives a collection in which nothing else does.
bool ListSurvives() {
  const std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
  halfword::Persistent<Node> first;
  // An unsigned number for an int: a warning only if the headers make it one.
  for (unsigned i = 0; i < unsigned{kNodeCount}; ++i) {
    first = halfword::MakeGarbageCollected<Node>(heap->GetAllocationHandle(),
                                                 first.Get(), i);
  }
  heap->Collect({.stack = halfword::StackState::kNoHeapPointers,
                 .reason = "install test"});
  int count = 0;
  for (Node* node = first.Get(); node != nullptr; node = node->next()) {
    if (node->number() != kNodeCount - ++count) return false;
  }
  return count == kNodeCount;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 || std::atoi(argv[1]) != HALFWORD_REFERENCES ||
      std::atoi(argv[2]) != HALFWORD_DECODE_BASED) {
    std::fprintf(stderr, "compiled for references=%d decode_based=%d\n",
                 HALFWORD_REFERENCES, HALFWORD_DECODE_BASED);
    return 2;
  }
  if (sizeof(halfword::Member<Node>) * 8 != HALFWORD_REFERENCES) return 3;
  if (!ListSurvives()) return 4;
  std::printf("halfword %s: %d-bit references\n", halfword::Version(),
              HALFWORD_REFERENCES);
  return 0;
}
