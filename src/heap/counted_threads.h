// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which thread has which CountedHeap.
//
// A thread gets one with its first counted object: one that is parked, or a new
// one. When the thread ends its heap is parked, objects and all, and the next
// thread that needs one goes on with it, so that there are never more heaps
// than threads have been at one time. Heaps are not destroyed: objects may
// outlive their thread, and static RefPtrs everything else.
//
// A slot that comes back to a parked heap is freed by whoever hands it over,
// under the lock, so that the memory does not wait for a thread that may never
// be.

#ifndef HALFWORD_HEAP_COUNTED_THREADS_H_
#define HALFWORD_HEAP_COUNTED_THREADS_H_

#include "heap/counted_heap.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The heap of the calling thread.
CountedHeap& CountedHeapOfThisThread();

// Has that heap, if there is one, give its free pages back to the cage.
void GiveCountedPagesBack();

// Has the function called, on the thread that asks, where the cage has no room
// for a counted object; it gives back to the cage what it can. Threads: any.
using RoomMaker = void (*)();
void SetCountedRoomMaker(RoomMaker make_room);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_COUNTED_THREADS_H_
