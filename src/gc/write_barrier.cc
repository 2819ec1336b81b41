// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The slow ends of a store: the barrier's, which buffers, and that of debug
// builds, which names a pointer that no reference may hold.

#include "halfword/internal/write_barrier.h"

#include "base/error_line.h"
#include "base/stack.h"
#include "gc/collector.h"
#include "gc/weak/traced_slot.h"
#include "halfword/internal/checks.h"
#include "heap/object_lookup.h"
#include "types/type_bases.h"

namespace halfword::inline HALFWORD_ABI::internal {

constinit HALFWORD_INITIAL_EXEC thread_local bool write_barrier_is_on = false;

namespace {

// Null: what an address outside of heaps holds is no concern of a collector.
HALFWORD_ALWAYS_INLINE Collector* CollectorAt(const void* address) {
  if (!IsInCage(address)) return nullptr;
  return static_cast<Collector*>(CollectedHeapOf(RecordOf(address)));
}

[[gnu::noinline, gnu::hot]] void NoteObject(const void* object) {
  Collector* const collector = CollectorAt(object);
  if (collector == nullptr) return;
  if (collector->stores().NoteObject(object)) collector->RelieveStores();
}

// A slot outside the cage may belong to a traced object, as an element of a
// vector does, and be gone by the next step: so its target is noted, which then
// lives until the next cycle, also if the slot is weak. The stack is scanned:
// most such slots lie there, and their targets need not be looked at.
[[gnu::noinline, gnu::hot]] void NoteTargetOf(const void* slot) {
  if (CurrentThreadStackBounds().IsScanned(slot, __builtin_frame_address(0))) {
    return;
  }
  const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
  if (!MayBeUnmarked(word)) return;
  const void* const target = DecompressPointer(word);
  const Collector* const collector = CollectorAt(target);
  if (collector == nullptr || !collector->is_on_own_thread() ||
      collector->IsOnStack(slot)) {
    return;
  }
  NoteObject(target);
}

// Null: nothing is to be noted. What the slot holds is not tested here, nor
// whether that is marked: the program would wait for it. A step looks at many
// slots, and fetches the bits of those to come.
HALFWORD_ALWAYS_INLINE Collector* CollectorOfStore(const void* slot) {
  if (__builtin_expect(!IsInCage(slot), false)) {
    NoteTargetOf(slot);
    return nullptr;
  }
  return CollectorAt(slot);
}

[[gnu::noinline, gnu::hot]] void Note(const void* slot) {
  Collector* const collector = CollectorOfStore(slot);
  if (collector == nullptr) return;
  if (collector->stores().NoteSlot(slot)) collector->RelieveStores();
}

// A null is not noted: where there are many weak slots, the targets of all are
// marked.
[[gnu::noinline, gnu::hot]] void NoteWeak(const void* slot) {
  if (!IsReference(LoadSlot(reinterpret_cast<uintptr_t>(slot)))) return;
  Collector* const collector = CollectorOfStore(slot);
  if (collector == nullptr) return;
  if (collector->stores().NoteWeakSlot(slot)) collector->RelieveStores();
}

}  // namespace

// Cold, so that callers keep their calls out of the way. g++ makes cold
// functions small and slow, and these are called for each store of a cycle: so
// each only jumps to one that is hot.
void WriteBarrierSlow(const void* slot) noexcept { Note(slot); }
void TaggedWriteBarrierSlow(const void* slot) noexcept {
  if (IsReference(LoadSlot(reinterpret_cast<uintptr_t>(slot)))) Note(slot);
}
void WeakWriteBarrierSlow(const void* slot) noexcept { NoteWeak(slot); }
void ObjectBarrierSlow(const void* object) noexcept { NoteObject(object); }

void RangeBarrier(const void* first, size_t element_bytes, size_t count,
                  TraceCallback callback) noexcept {
  auto* const collector = static_cast<Collector*>(RecordOf(first).heap);
  const auto begin = reinterpret_cast<uintptr_t>(first);
  bool is_long = false;
  for (size_t i = 0; i < count; ++i) {
    is_long = collector->stores().NotePart(
        {reinterpret_cast<const void*>(begin + i * element_bytes), callback});
  }
  if (is_long) collector->RelieveStores();
}

void RetraceBarrier(const void* object) noexcept {
  Collector* const collector = CollectorAt(object);
  if (collector == nullptr) return;
  if (collector->stores().NoteChanged(object)) collector->RelieveStores();
}

void TailBarrier(const void* first, TraceCallback callback) noexcept {
  auto* const collector = static_cast<Collector*>(RecordOf(first).heap);
  const uintptr_t object = SlotBegin(reinterpret_cast<uintptr_t>(first));
  if (collector->stores().NoteTail({object, {first, callback}})) {
    collector->RelieveStores();
  }
}

namespace {

void CheckClass(const void* pointer, const TypeSlot& declared) {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const uintptr_t object = SlotBegin(address);
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
  const TypeInfo* const wanted = declared.info.load(std::memory_order_acquire);
  if (!KnowsBases(type)) return;
  // Null: no object of it, nor of a class that lists it, was ever made.
  if (wanted != nullptr && HasBaseAt(type, *wanted, address - object)) return;
  FatalLine(
      "a Member of %s must not refer to the address %zu bytes into a %s; "
      "ask DynamicTo before casting",
      wanted != nullptr ? wanted->name : "another class",
      static_cast<size_t>(address - object),
      ObjectText(reinterpret_cast<const void*>(object)).c_str());
}

}  // namespace

void CheckReference(uintptr_t slot, const void* pointer,
                    const TypeSlot& declared) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  if (address <= kSentinelAddress) return;
  HALFWORD_CHECK(IsInCage(address) && address % kGranuleBytes == 0,
                 "a Member refers to objects made by MakeGarbageCollected(); "
                 "this pointer is none");
  const auto* const target =
      static_cast<const Collector*>(CollectedHeapOf(RecordOf(pointer)));
  HALFWORD_CHECK(target != nullptr,
                 "a Member refers to an object of a heap "
                 "that is gone");
  const auto* const source = static_cast<const Collector*>(
      IsInCage(slot) ? CollectedHeapOf(RecordAt(PageIndexOf(slot))) : nullptr);
  HALFWORD_CHECK(
      !IsInCage(slot) || RecordAt(PageIndexOf(slot)).kind != PageKind::kCounted,
      "nothing traces a Member inside a reference-counted object; "
      "use Persistent there");
  if (source != target && source != nullptr) {
    FatalLine(
        "a Member of heap %d must not refer to an object of heap %d; use "
        "CrossThreadPersistent or Persistent between heaps",
        source->id(), target->id());
  }
  if (!target->is_on_own_thread()) {
    HALFWORD_CHECK(source == nullptr,
                   "a Member is written on the thread of its heap");
    return;
  }
  if (!target->IsLive(pointer)) {
    const ObjectText last = ObjectText::LastAt(address);
    FatalLine("a Member refers to objects that live; this one is dead%s%s",
              last.empty() ? "" : ": ", last.c_str());
  }
  CheckClass(pointer, declared);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
