// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Reading and writing slots through the public interface alone.

#include "tests/stress/slot.h"

#include "tests/stress/thing.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

template <typename T>
constexpr bool kIsTagged = std::is_same_v<T, Tagged<Thing>>;

template <typename Reference>
void SwapReferences(Reference& first, Reference& second) {
  first.Swap(second);
}

// By way of a register, as a program would: no Tagged on the stack.
void SwapReferences(Tagged<Thing>& first, Tagged<Thing>& second) {
  const Content content = ReadSlot(RefTo(first));
  first = second;
  WriteSlot(RefTo(second), content);
}

}  // namespace

Content ReadSlot(SlotRef slot) {
  Content content;
  VisitSlot(slot, [&]<typename Reference>(const Reference& reference) {
    if constexpr (!kIsTagged<Reference>) {
      content.address = reference.get();
    } else if (reference.IsObject()) {
      content.address = reference.object();
    } else {
      content.integer = reference.integer();
    }
  });
  return content;
}

void WriteSlot(SlotRef slot, const Content& content) {
  VisitSlot(slot, [&]<typename Reference>(Reference& reference) {
    using Target = typename Reference::PointeeType;
    auto* const target =
        static_cast<Target*>(const_cast<void*>(content.address));
    if constexpr (kIsTagged<Reference>) {
      if (target == nullptr) {
        reference = content.integer;
      } else {
        reference = target;
      }
    } else if (target == static_cast<Target*>(kSentinelPointer)) {
      reference = kSentinelPointer;
    } else if (target == nullptr) {
      reference = nullptr;
    } else {
      reference = target;
    }
  });
}

bool CanCopy(SlotKind from, SlotKind to) {
  if (from == SlotKind::kTagged || to == SlotKind::kTagged) return from == to;
  return IsToMixin(from) == IsToMixin(to);
}

bool CanSwap(SlotKind a, SlotKind b) { return a == b; }

void CopySlot(SlotRef from, SlotRef to) {
  VisitSlot(from, [&]<typename From>(const From& source) {
    VisitSlot(to, [&]<typename To>(To& target) {
      constexpr bool kSameTarget =
          std::is_same_v<typename From::PointeeType, typename To::PointeeType>;
      if constexpr (kSameTarget && kIsTagged<From> == kIsTagged<To>) {
        target = source;
      }
    });
  });
}

void SwapSlots(SlotRef a, SlotRef b) {
  VisitSlot(a, [&]<typename Reference>(Reference& first) {
    SwapReferences(first, *static_cast<Reference*>(b.place));
  });
}

}  // namespace halfword::inline HALFWORD_ABI::stress
