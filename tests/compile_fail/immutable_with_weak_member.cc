// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A collection clears weak references, so that what has one changes.
// EXPECT: a class with HALFWORD_IMMUTABLE has numbers, Members, Taggeds

#include "halfword/halfword.h"

class Word : public halfword::GarbageCollected<Word> {
 public:
#ifdef CONTROL
  halfword::Member<Word> next_;
#else
  halfword::WeakMember<Word> next_;
#endif
  HALFWORD_FIELDS(Word, next_)
  HALFWORD_IMMUTABLE(Word)
};

void Make(halfword::Heap& heap) {
  halfword::MakeGarbageCollected<Word>(heap.GetAllocationHandle());
}
