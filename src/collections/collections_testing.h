// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of hash tables share: a managed class to put into them, and a look
// behind them (probe_statistics.h). Only tests include this file.

#ifndef HALFWORD_COLLECTIONS_COLLECTIONS_TESTING_H_
#define HALFWORD_COLLECTIONS_COLLECTIONS_TESTING_H_

#include "collections/probe_statistics.h"
#include "gc/gc_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

// An object that is a key.
class Item : public GarbageCollected<Item> {
 public:
  explicit Item(int number) : number_(number) {}
  int number_;
  Member<Item> other_;
  HALFWORD_FIELDS(Item, number_, other_)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_COLLECTIONS_COLLECTIONS_TESTING_H_
