// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory manager of this build: gc_handles.h (Halfword, in either width) or
// malloc_handles.h (std::unique_ptr on mimalloc). dom.h is written once against
// the names that both give:
//
//   Owned<T>   a reference that keeps its target: to a child, to a next sibling
//   Link<T>    one that does not: to a parent, to a previous sibling
//   Weak<T>    one in a table, whose entry goes when its target does
//   Root<T>    a reference from outside the heap that keeps its target
//   Managed<T> the base class of what lives in the heap
//   String     bytes that never change; copying it copies no bytes
//   Atom       a String of which there is one: equal atoms are the same
//   Table<K,V> as std::unordered_map
//   NodeHeap   makes objects, and says what they take
//   SourcePosition  where an element comes from, for tools that look into a
//   heap Is<T>(n)   whether the node is a T; DynamicTo<T>(n) is the T, or null
//
// On a collected heap Owned and Link are one and the same, Member<T>: nobody
// has to decide who frees what. That is the point of the comparison.

#ifndef EXAMPLES_DOM_HANDLES_H_
#define EXAMPLES_DOM_HANDLES_H_

#if defined(DOM_ON_MALLOC)
#include "examples/dom/malloc_handles.h"  // IWYU pragma: export
#else
#include "examples/dom/gc_handles.h"  // IWYU pragma: export
#endif

#endif  // EXAMPLES_DOM_HANDLES_H_
