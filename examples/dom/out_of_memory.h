// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the programs end when memory runs out: like any other failure, with one
// line and status 1. A program that is linked with this ends so as well when
// `new` finds no memory, even in a library that no exception may pass through,
// and before main.

#ifndef EXAMPLES_DOM_OUT_OF_MEMORY_H_
#define EXAMPLES_DOM_OUT_OF_MEMORY_H_

namespace dom {

// Says so and ends the program. Never allocates, and runs no destructors.
[[noreturn]] void EndOutOfMemory();

}  // namespace dom

#endif  // EXAMPLES_DOM_OUT_OF_MEMORY_H_
