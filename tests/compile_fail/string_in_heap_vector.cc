// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nobody would destroy the elements of a container in the heap.
// EXPECT: use elements without a destructor, or Members of a managed class

#include <string>

#include "halfword/heap_vector.h"

void Add() {
#ifdef CONTROL
  halfword::HeapVector<char> names;
#else
  halfword::HeapVector<std::string> names;
#endif
  names.resize(1);
}
