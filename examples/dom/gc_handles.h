// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The document object model's memory on Halfword. This is all there is to it;
// compare malloc_handles.h, which has to say how a tree dies, and
// malloc_strings.h, which has to count who holds a string.

#ifndef EXAMPLES_DOM_GC_HANDLES_H_
#define EXAMPLES_DOM_GC_HANDLES_H_

#include <cstddef>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "examples/dom/page_places.h"
#include "halfword/halfword.h"
#include "halfword/source_position.h"

namespace dom {

class Document;
class Node;

template <typename T>
using Owned = halfword::Member<T>;
template <typename T>
using Link = halfword::Member<T>;
template <typename T>
using Weak = halfword::WeakMember<T>;
template <typename T>
using Root = halfword::Persistent<T>;
template <typename T>
using Managed = halfword::GarbageCollected<T>;

template <typename K, typename V>
using Table = halfword::HeapHashMap<K, V>;

using halfword::Atom;
using halfword::DynamicTo;
using halfword::Is;
using halfword::SourcePosition;
using halfword::String;

// The page of a place and the offset in it, while there are PageSources that
// know (page_sources.h).
SourcePosition SourcePositionOf(Place place);

// What tells an Element from a Text: nothing in the object. A page of the heap
// holds one class, or its classes by slot, so the address is enough.
class KindTag {
 public:
  template <typename T>
  static constexpr KindTag Of() {
    return {};
  }
};

// A heap for nodes, and for the strings that are made while it is the youngest.
class NodeHeap {
 public:
  // As in the JSON: "32" or "64".
  static constexpr std::string_view kKind =
      HALFWORD_REFERENCES == 32 ? "32" : "64";
  static constexpr bool kHasSnapshots = true;
  static constexpr bool kHasImages = true;

  NodeHeap() : NodeHeap(MakeHeap()) {}
  // Nodes of a heap that there is: that of an image. Never null.
  explicit NodeHeap(std::unique_ptr<halfword::Heap> heap)
      : heap_(std::move(heap)) {}

  // Where memory runs out, the library would abort the process, with a line of
  // its own.
  static halfword::HeapOptions Options() {
    return {.out_of_memory_handler = [](halfword::Heap&, size_t) {
      throw std::bad_alloc();
    }};
  }

  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    return halfword::MakeGarbageCollected<T>(
        handle_, std::forward<Arguments>(arguments)...);
  }

  // Takes a node that was removed from the document. There is nothing to do:
  // what nobody refers to is gone with the next collection, and so is what weak
  // tables say of it.
  void Discard(Document&, Node*) {}

  // Frees what cannot be reached from a Root, wholly, before it returns.
  // Requires: the callers hold nodes in Roots only.
  void Collect() {
    heap_->Collect({.stack = halfword::StackState::kNoHeapPointers,
                    .reason = "halfword-dom"});
  }

  // What the objects take: the heap's pages in use, and what it keeps beside
  // them (mark and allocation bitmaps, page records, class numbers).
  size_t TotalBytes() const {
    const halfword::HeapStatistics statistics =
        heap_->CollectStatistics(halfword::HeapStatistics::kBrief);
    return statistics.page_bytes + statistics.side_table_bytes;
  }

  // The part of it that the bytes of strings take.
  size_t StringBytes() const;

  // What tools look into, such as heap snapshots.
  halfword::Heap& heap() { return *heap_; }

 private:
  static std::unique_ptr<halfword::Heap> MakeHeap() {
    auto heap = halfword::Heap::TryCreate(Options());
    if (heap == nullptr) throw std::bad_alloc();
    return heap;
  }

  const std::unique_ptr<halfword::Heap> heap_;
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
  const halfword::HeapScope scope_{*heap_};
};

}  // namespace dom

#endif  // EXAMPLES_DOM_GC_HANDLES_H_
