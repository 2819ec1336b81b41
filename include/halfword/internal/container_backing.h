// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ContainerBacking<Container>: the managed object that holds the elements of a
// HeapVector or a HeapDeque.
//
//    0  u32 capacity   of elements
//    4  elements       at the first multiple of their alignment
//
// The container refers to it by a Member and has nothing else but counts, so
// that a class with containers needs no destructor, and its reference map is
// a list of offsets. The marker traces as many elements as the slot has room
// for; those that are not in use are zero.

#ifndef HALFWORD_INTERNAL_CONTAINER_BACKING_H_
#define HALFWORD_INTERNAL_CONTAINER_BACKING_H_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ranges>
#include <type_traits>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/elements.h"

namespace halfword::inline HALFWORD_ABI::internal {

// As the standard containers: std::out_of_range and std::length_error; where
// the library is built without exceptions the process ends with one line.
[[noreturn]] HALFWORD_COLD void FailOutOfRange(size_t index, size_t size);
[[noreturn]] HALFWORD_COLD void FailLength(size_t size);

// A range whose elements a container of T can take over.
template <typename Range, typename T>
concept RangeOf =
    std::ranges::input_range<Range> &&
    std::constructible_from<T, std::ranges::range_reference_t<Range>>;
// One that such a container can be made of, other than itself.
template <typename Range, typename T, typename Container>
concept RangeFor =
    !std::same_as<std::remove_cvref_t<Range>, Container> && RangeOf<Range, T>;

// What is stored in a reference as it is: by way of a T on the stack it would
// be stored twice.
template <typename Value, typename T>
concept StoredAs =
    WordField<T>::kIsWord && !std::same_as<std::remove_cvref_t<Value>, T> &&
    std::convertible_to<Value, T>;

template <typename Container>
class ContainerBacking;

// What the heap takes the backing of a container for.
template <typename Container>
struct BackingObject {
  using Type = ContainerBacking<Container>;
};

template <typename Container>
class ContainerBacking final
    : public GarbageCollected<ContainerBacking<Container>> {
 public:
  using Element = typename Container::value_type;
  static_assert(std::is_same_v<Element, std::remove_cv_t<Element>>,
                "halfword: elements of a container are not const");
  static_assert(std::is_trivially_destructible_v<Element>,
                "halfword: nobody destroys the elements of a container in the "
                "heap: use elements without a destructor, or Members of a "
                "managed class that has one");
  static_assert(std::is_nothrow_move_constructible_v<Element>,
                "halfword: containers in the heap move their elements: give "
                "this type a move or copy constructor that is noexcept");

  static constexpr size_t kElementsOffset =
      AlignUp(sizeof(uint32_t), static_cast<uint32_t>(alignof(Element)));
  static constexpr size_t kCountMax =
      std::min<size_t>(std::numeric_limits<uint32_t>::max(),
                       (PTRDIFF_MAX - kElementsOffset) / sizeof(Element));

  explicit ContainerBacking(uint32_t capacity) : capacity_(capacity) {}

  // A backing for at least so many elements, all of them zero or, if they
  // cannot hold references, anything. It uses all of its slot.
  // Requires: 0 < count.
  static ContainerBacking* Make(AllocationHandle& handle, size_t count) {
    if (count > kCountMax) FailLength(count);
    const size_t bytes = UsableBytesFor(count);
    const auto capacity = static_cast<uint32_t>(CountIn(bytes));
    if constexpr (HoldsReferences<Element>()) {
      return MakeGarbageCollected<ContainerBacking>(
          handle, AdditionalBytes(bytes - sizeof(ContainerBacking)), capacity);
    } else {
      void* const memory = Allocator::AllocateUncleared<Object>(handle, bytes);
      // The verifier looks for references between the fields.
      std::memset(memory, 0, kElementsOffset);
      return ::new (memory) ContainerBacking(capacity);
    }
  }

  // A backing at the beginning of memory that something else has used.
  // Requires: no element can hold a reference.
  static ContainerBacking* Adopt(void* memory, size_t usable_bytes) {
    static_assert(!HoldsReferences<Element>());
    return ::new (memory)
        ContainerBacking(static_cast<uint32_t>(CountIn(usable_bytes)));
  }

  // Requires: nothing refers to it any more.
  static void Free(ContainerBacking* backing) {
    if (FreeBacking(backing, kContentOf<Element>) == BackingFate::kToClear) {
      ClearElements(ElementsOf(backing), backing->capacity());
    }
  }

  // From and to what the heap takes it for.
  using Object = typename BackingObject<Container>::Type;
  HALFWORD_ALWAYS_INLINE static ContainerBacking* FromObject(Object* object) {
    return reinterpret_cast<ContainerBacking*>(object);
  }
  HALFWORD_ALWAYS_INLINE static Object* ToObject(ContainerBacking* backing) {
    return reinterpret_cast<Object*>(backing);
  }

  // The count to ask for when `needed` do not fit into `capacity` ones.
  static size_t GrownCount(size_t capacity, size_t needed) {
    const size_t grown = capacity * sizeof(Element) < kDoubledBytesMax
                             ? 2 * capacity
                             : capacity + capacity / 2;
    return std::max({needed, kFirstCount, std::min(grown, kCountMax)});
  }

  // How many elements a backing for so many would have room for.
  static size_t RoundUpCount(size_t count) {
    return CountIn(UsableBytesFor(count));
  }

  uint32_t capacity() const { return capacity_; }

  // The first element of the backing at that address, or for null, where there
  // are none, an address that is not to be followed: so nothing branches.
  HALFWORD_ALWAYS_INLINE static Element* ElementsOf(
      const ContainerBacking* backing) {
    return reinterpret_cast<Element*>(reinterpret_cast<uintptr_t>(backing) +
                                      kElementsOffset);
  }

  // Whether the limit leaves room for one that holds so many elements.
  static bool HasRoom(AllocationHandle& handle, size_t count) {
    return HasRoomFor(handle, UsableBytesFor(count), 1);
  }

  // Gives up what lies behind so many elements, if that frees pages, in place.
  // Requires: those elements are unused; 0 < count.
  bool Shrink(size_t count);

 private:
  // The first slot is the smallest that holds an element, or this.
  static constexpr size_t kFirstSlotBytes = 16;
  static constexpr size_t kFirstCount = std::max<size_t>(
      1, kFirstSlotBytes > kElementsOffset
             ? (kFirstSlotBytes - kElementsOffset) / sizeof(Element)
             : 0);
  // Small backings double, since that takes fewer steps; large ones grow by
  // half, since that wastes less.
  static constexpr size_t kDoubledBytesMax = kPageBytes;

  static size_t UsableBytesFor(size_t count) {
    return RoundUpToUsable(kElementsOffset + count * sizeof(Element));
  }
  static size_t CountIn(size_t bytes) {
    return std::min((bytes - kElementsOffset) / sizeof(Element), kCountMax);
  }

  uint32_t capacity_;
  HALFWORD_FIELDS(ContainerBacking, capacity_)
  HALFWORD_TRAILING(ContainerBacking, typename Container::value_type)
};

template <typename Container>
inline constexpr BackingKind kBackingKind<ContainerBacking<Container>> =
    BackingKind::kArray;

// object: where it begins.
bool ResizeBacking(void* object, size_t bytes);

template <typename Container>
bool ContainerBacking<Container>::Shrink(size_t count) {
  const size_t bytes = UsableBytesFor(count);
  if (bytes <= kSmallBytesMax || !ResizeBacking(this, bytes)) return false;
  capacity_ = static_cast<uint32_t>(CountIn(bytes));
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_CONTAINER_BACKING_H_
