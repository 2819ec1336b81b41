// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WalkEdges(): the references of one object, in the same order each time. What
// is written about edges rests on it twice: once they are counted, once they
// are written.
//
// It calls, for each reference that is none or an object's,
//
//   sink.Named(label, target)         a field
//   sink.Element(index, target)       an element, or what Trace() visited
//   sink.WeakElement(index, target)   the same, weakly
//   sink.Pair(key, value)             a value that is held while the key lives;
//                                     the key's own, weak edge comes before it
//   sink.Leaf(label)                  of a concatenation, the part whose bytes
//                                     are in the word, so that it is no object
//
// with the object that the reference leads to or into.

#ifndef HALFWORD_SNAPSHOT_EDGE_WALKER_H_
#define HALFWORD_SNAPSHOT_EDGE_WALKER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/word.h"
#include "halfword/visitor.h"
#include "heap/object_lookup.h"
#include "snapshot/type_plan.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

// How references are read: here those of a heap; those of an image that has no
// heap are read by another class with the same functions (image/snapshot/).
struct HeapReferences {
  using WordType = Word;

  static Word At(uintptr_t address) {
    return *reinterpret_cast<const Word*>(address);
  }
  static bool IsReference(Word word) { return internal::IsReference(word); }
  // The object that a word refers to. Requires: it is a reference.
  static uintptr_t TargetOf(Word word, bool to_mixin) {
    const uintptr_t address = DecompressWord(word);
    return to_mixin ? SlotBegin(address) : address;
  }
  // What an object may fill.
  static size_t UsableBytesAt(uintptr_t object) {
    return UsableBytes(RecordAt(PageIndexOf(object)));
  }
};

inline Word WordAt(uintptr_t address) { return HeapReferences::At(address); }

inline uintptr_t TargetOf(Word word, bool to_mixin) {
  return HeapReferences::TargetOf(word, to_mixin);
}

// What the edges of a slice or a concatenation are called: DevTools puts the
// bytes of a concatenation together along edges of these names.
struct IndirectLabels {
  uint32_t parent;
  uint32_t first;
  uint32_t second;
};

// What a hand-written Trace() visits.
template <typename Sink>
class TracedEdges final : private Visitor {
 public:
  TracedEdges(const TypePlan& plan, uintptr_t object, bool is_weak, Sink* sink)
      : plan_(plan), object_(object), is_weak_(is_weak), sink_(*sink) {}

  void Run() {
    plan_.type->trace(this, reinterpret_cast<const void*>(object_));
  }

 private:
  void VisitStrong(const Word* slot, bool to_mixin) override {
    if (!IsReference(*slot)) return;
    Found(slot, TargetOf(*slot, to_mixin), is_weak_);
  }
  void VisitWeak(const Word* slot, bool to_mixin) override {
    if (!IsReference(*slot)) return;
    Found(slot, TargetOf(*slot, to_mixin), true);
  }
  void VisitObject(const void* object) override {
    Found(nullptr, SlotBegin(reinterpret_cast<uintptr_t>(object)), is_weak_);
  }
  void VisitEphemeron(const Word* key, bool key_to_mixin, const void* value,
                      TraceCallback callback) override {
    if (!IsReference(*key)) return;
    const uintptr_t outer_key = key_;
    key_ = TargetOf(*key, key_to_mixin);
    callback(this, value);
    key_ = outer_key;
  }
  void VisitWeakContainer(const void* object, TraceDescriptor weak_descriptor,
                          WeakCallback, const void*) override {
    // It is held itself, without what is in it.
    Found(nullptr, SlotBegin(reinterpret_cast<uintptr_t>(object)), is_weak_);
    if (weak_descriptor.callback == nullptr) return;
    weak_descriptor.callback(this, weak_descriptor.base_object_payload);
  }
  void RegisterWeakCallback(WeakCallback, const void*) override {}

  void Found(const Word* slot, uintptr_t target, bool is_weak) {
    // A weak reference in a value is held by nobody.
    if (key_ != 0 && !is_weak) {
      sink_.Pair(key_, target);
      return;
    }
    const PlannedEdge* const edge = is_weak_ ? nullptr : EdgeAt(slot);
    // TraceStrongly() holds what the field would not.
    if (edge != nullptr && IsWeak(*edge) == is_weak) {
      sink_.Named(edge->label, target);
    } else if (is_weak) {
      sink_.WeakElement(index_++, target);
    } else {
      sink_.Element(index_++, target);
    }
  }

  static bool IsWeak(const PlannedEdge& edge) {
    return edge.kind == PlannedEdge::Kind::kWeak ||
           edge.kind == PlannedEdge::Kind::kEphemeron;
  }

  // The field that stands there, if it is listed.
  const PlannedEdge* EdgeAt(const Word* slot) const {
    const uintptr_t offset = reinterpret_cast<uintptr_t>(slot) - object_;
    const auto edge =
        std::lower_bound(plan_.edges.begin(), plan_.edges.end(), offset,
                         [](const PlannedEdge& a, uintptr_t wanted) {
                           return a.offset < wanted;
                         });
    if (edge == plan_.edges.end() || edge->offset != offset) return nullptr;
    return &*edge;
  }

  const TypePlan& plan_;
  const uintptr_t object_;
  const bool is_weak_;
  Sink& sink_;
  uintptr_t key_ = 0;   // inside of an ephemeron's value
  uint32_t index_ = 0;  // of the next edge without a name
};

template <typename References, typename Sink>
void WalkEphemeron(const References& references, const PlannedEdge& edge,
                   uintptr_t base, Sink& sink) {
  const auto value = references.At(base + edge.value_offset);
  if (!references.IsReference(value)) return;
  sink.Pair(
      references.TargetOf(references.At(base + edge.offset), edge.to_mixin),
      references.TargetOf(value, edge.value_to_mixin));
}

template <typename References, typename Sink>
void WalkNamed(const References& references,
               const std::vector<PlannedEdge>& edges, uintptr_t base,
               Sink& sink) {
  for (const PlannedEdge& edge : edges) {
    const auto word = references.At(base + edge.offset);
    if (!references.IsReference(word)) continue;
    sink.Named(edge.label, references.TargetOf(word, edge.to_mixin));
    if (edge.kind == PlannedEdge::Kind::kEphemeron) {
      WalkEphemeron(references, edge, base, sink);
    }
  }
}

// Elements of a trailing array, each of them one reference, or a pair.
template <typename References, typename Sink>
void WalkNumbered(const References& references, const PlannedEdge& edge,
                  uintptr_t begin, size_t count, size_t stride, Sink& sink) {
  uintptr_t base = begin;
  for (size_t i = 0; i < count; ++i, base += stride) {
    const auto word = references.At(base + edge.offset);
    if (!references.IsReference(word)) continue;
    const uintptr_t target = references.TargetOf(word, edge.to_mixin);
    const auto index = static_cast<uint32_t>(i);
    if (edge.kind == PlannedEdge::Kind::kStrong ||
        edge.kind == PlannedEdge::Kind::kMutableString) {
      sink.Element(index, target);
    } else {
      sink.WeakElement(index, target);
    }
    if (edge.kind == PlannedEdge::Kind::kEphemeron) {
      WalkEphemeron(references, edge, base, sink);
    }
  }
}

template <typename References, typename Sink>
void WalkTrailing(const References& references, const TypePlan& plan,
                  uintptr_t object, Sink& sink) {
  const TypeInfo& type = *plan.type;
  const size_t room = references.UsableBytesAt(object);
  if (room < type.trailing_offset) return;
  const size_t stride = type.trailing_element_bytes;
  const size_t count = (room - type.trailing_offset) / stride;
  const uintptr_t begin = object + type.trailing_offset;
  if (plan.numbers_elements) {
    WalkNumbered(references, plan.element_edges.front(), begin, count, stride,
                 sink);
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    WalkNamed(references, plan.element_edges, begin + i * stride, sink);
  }
}

// The second word of a slice is a negative number of 31 bits: the offset and
// the least of them (text/indirect_body.h). An inline string never is.
template <typename WordType>
constexpr bool IsSliceWord(WordType word) {
  return (word >> 30) == 1;
}

// Requires: the plan is that of IndirectBody, which has two words.
template <typename References, typename Sink>
void WalkIndirect(const References& references, const TypePlan& plan,
                  const IndirectLabels& labels, uintptr_t object, Sink& sink) {
  const auto first = references.At(object + plan.edges[0].offset);
  const auto second = references.At(object + plan.edges[1].offset);
  if (IsSliceWord(second)) {
    if (references.IsReference(first)) {
      sink.Named(labels.parent, references.TargetOf(first, false));
    }
    return;
  }
  if (references.IsReference(first)) {
    sink.Named(labels.first, references.TargetOf(first, false));
  } else {
    sink.Leaf(labels.first);
  }
  if (references.IsReference(second)) {
    sink.Named(labels.second, references.TargetOf(second, false));
  } else if (references.IsReference(first)) {
    sink.Leaf(labels.second);
  }
}

// Makes all edges weak, and takes their names.
template <typename Sink>
class WeakeningSink {
 public:
  explicit WeakeningSink(Sink* sink) : sink_(*sink) {}

  void Named(uint32_t, uintptr_t target) { Element(0, target); }
  void Element(uint32_t, uintptr_t target) {
    sink_.WeakElement(index_++, target);
  }
  void WeakElement(uint32_t, uintptr_t target) { Element(0, target); }
  void Pair(uintptr_t key, uintptr_t value) { sink_.Pair(key, value); }
  void Leaf(uint32_t label) { sink_.Leaf(label); }

 private:
  Sink& sink_;
  uint32_t index_ = 0;
};

// Of a class without a hand-written Trace.
template <typename References, typename Sink>
void WalkFields(const References& references, const TypePlan& plan,
                const IndirectLabels& labels, uintptr_t object, Sink& sink) {
  if (plan.string_kind == StringKind::kIndirect) {
    WalkIndirect(references, plan, labels, object, sink);
    return;
  }
  WalkNamed(references, plan.edges, object, sink);
  if (!plan.element_edges.empty()) {
    WalkTrailing(references, plan, object, sink);
  }
}

// is_weak: only a weak container's owner holds it, so that it holds nothing.
template <typename Sink>
void WalkEdges(const TypePlan& plan, const IndirectLabels& labels,
               uintptr_t object, bool is_weak, Sink& sink) {
  if (plan.type->trace_mode == TraceMode::kCustom) {
    TracedEdges<Sink>(plan, object, is_weak, &sink).Run();
  } else if (__builtin_expect(is_weak, false)) {
    WeakeningSink<Sink> weakened(&sink);
    WalkFields(HeapReferences(), plan, labels, object, weakened);
  } else {
    WalkFields(HeapReferences(), plan, labels, object, sink);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_EDGE_WALKER_H_
