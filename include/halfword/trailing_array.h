// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The array behind an object whose class says HALFWORD_TRAILING(Class,
// Element).
//
//   class Row : public halfword::GarbageCollected<Row> {
//    public:
//     explicit Row(uint32_t size) : size_(size) {}
//     std::span<halfword::Member<Cell>> cells() {
//       return {halfword::TrailingArray(this), size_};
//     }
//    private:
//     uint32_t size_;
//     HALFWORD_FIELDS(Row, size_)
//     HALFWORD_TRAILING(Row, halfword::Member<Cell>)
//   };
//   Row* row = halfword::MakeGarbageCollected<Row>(
//       heap->GetAllocationHandle(), halfword::TrailingBytes<Row>(n), n);
//
// The first element is not always at this + 1: it lies where elements are
// aligned, and that is where the collector looks for references.

#ifndef HALFWORD_TRAILING_ARRAY_H_
#define HALFWORD_TRAILING_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/allocation.h"
#include "halfword/internal/field_access.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

template <typename Class>
struct TrailingLayout {
  using Element =
      typename decltype(FieldAccess::Trailing<std::remove_cv_t<Class>>())::Type;
  static_assert(!std::is_void_v<Element>,
                "halfword: this class has no trailing array: give it "
                "HALFWORD_TRAILING(Class, Element)");
  static constexpr size_t kOffset = (sizeof(Class) + alignof(Element) - 1) /
                                    alignof(Element) * alignof(Element);
};

}  // namespace internal

// The first element; const where the object is. Elements are zero until
// something is written to them, as a Member that is null.
template <typename Class>
auto* TrailingArray(Class* object) {
  using Layout = internal::TrailingLayout<Class>;
  using Element =
      std::conditional_t<std::is_const_v<Class>, const typename Layout::Element,
                         typename Layout::Element>;
  return reinterpret_cast<Element*>(reinterpret_cast<uintptr_t>(object) +
                                    Layout::kOffset);
}

// What MakeGarbageCollected() needs for so many elements. Counts that no heap
// has room for are answered as any object that is too large.
template <typename Class>
constexpr AdditionalBytes TrailingBytes(size_t count) {
  using Layout = internal::TrailingLayout<Class>;
  constexpr size_t kMax = SIZE_MAX / 2;
  constexpr size_t kPadding = Layout::kOffset - sizeof(Class);
  constexpr size_t kElementBytes = sizeof(typename Layout::Element);
  return AdditionalBytes(
      count < kMax / kElementBytes ? kPadding + count * kElementBytes : kMax);
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TRAILING_ARRAY_H_
