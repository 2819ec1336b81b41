// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapVector<T>: std::vector for the heap.
//
//   class Element : public halfword::GarbageCollected<Element> {
//    public:
//     void Append(Element* child) { children_.push_back(child); }
//    private:
//     halfword::HeapVector<halfword::Member<Element>> children_;
//     HALFWORD_FIELDS(Element, children_)
//   };
//
// It is used as a std::vector is: contiguous, its iterators are pointers, and
// what makes one of those invalid makes one of these invalid. It takes 8 bytes
// (16 with 64-bit references) and no memory while it is empty; a Member in it
// takes 4. Different from std::vector:
//
// - Where it may be: a field of a managed class, an element of a container, or
//   a local variable, which the conservative scan of the stack finds; elsewhere
//   hold it by a Persistent to an object that has it. It has no destructor. Its
//   memory comes from the heap of the object that it lies in, otherwise from
//   the thread's current heap (halfword/heap_scope.h), and it is moved and
//   swapped only within one heap.
// - What it may hold: Member, WeakMember (set to null when the target dies),
//   Tagged, EphemeronPair, numbers, structs with HALFWORD_FIELDS, containers of
//   the heap, and what else a field may be (halfword/fields.h); with a move
//   constructor that throws and allocates nothing, and initializes Members
//   instead of assigning them, and without a destructor.
//   Elements of bool are bools.
// - Elements that are erased, popped or cleared hold nothing alive any more.
// - operator[], front(), back() and positions are checked in debug builds.
//
// Threads: the heap's own; a marker may read the elements at any time
// (design/collections.md#req.collections.concurrent), so what they hold is
// changed by their own operations, not by std::memcpy().

#ifndef HALFWORD_HEAP_VECTOR_H_
#define HALFWORD_HEAP_VECTOR_H_

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <ranges>
#include <type_traits>
#include <utility>

#include "halfword/fields.h"
#include "halfword/internal/backing_name.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/container_backing.h"
#include "halfword/internal/container_filling.h"
#include "halfword/internal/element_making.h"
#include "halfword/internal/elements.h"
#include "halfword/internal/string_body.h"
#include "halfword/member.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

template <typename T>
class HeapVector;

namespace internal {

// A vector of chars has the buffers that strings have, so that it can take one
// over (halfword/string_to_vector.h): what is a capacity to one is the length
// of the body to the other.
template <>
struct BackingObject<HeapVector<char>> {
  using Type = FlatBody;
};

template <typename T>
inline constexpr bool kIsHeapContainer<HeapVector<T>> = true;

// Makes a vector of a backing, for layers above.
class VectorMaker {
 public:
  template <typename T>
  static HeapVector<T> Make(ContainerBacking<HeapVector<T>>* backing,
                            size_t size) {
    return HeapVector<T>(backing, size);
  }
};

}  // namespace internal

// Invariant: size_ elements are in use; backing_ is null or has room for them.
template <typename T>
class HeapVector {
 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  constexpr HeapVector() noexcept = default;
  explicit HeapVector(size_t count) { resize(count); }
  HeapVector(size_t count, const T& value) { insert(cend(), count, value); }
  template <std::input_iterator Iterator>
  HeapVector(Iterator first, Iterator last) {
    InsertRange(0, std::move(first), std::move(last));
  }
  HeapVector(std::initializer_list<T> elements)
      : HeapVector(elements.begin(), elements.end()) {}
  template <internal::RangeFor<T, HeapVector> Range>
  explicit HeapVector(Range&& range) {
    InsertRange(0, std::ranges::begin(range), std::ranges::end(range));
  }
  HeapVector(const HeapVector& other) { filling().AppendAll(other); }
  // Takes the backing over. Requires: both lie in one heap.
  HeapVector(HeapVector&& other) noexcept
      : backing_(other.backing_.Release()),
        size_(std::exchange(other.size_, 0)) {}
  ~HeapVector() = default;

  HeapVector& operator=(const HeapVector& other) {
    if (this == &other) return *this;
    // The other one may be part of an element.
    [[maybe_unused]] const HeapVector old =
        IsInBacking(&other) ? std::move(*this) : HeapVector();
    clear();
    filling().AppendAll(other);
    return *this;
  }
  // What this one held is given up at once.
  HeapVector& operator=(HeapVector&& other) noexcept {
    if (this == &other) return *this;
    Backing* const old = backing();
    backing_ = other.backing_.Release();
    size_ = std::exchange(other.size_, 0);
    if (old != nullptr) Backing::Free(old);
    return *this;
  }
  HeapVector& operator=(std::initializer_list<T> elements) {
    assign(elements);
    return *this;
  }

  // `value` may be an element.
  void assign(size_t count, const T& value) {
    const T copy = internal::MakeElement<T>(this, value);
    clear();
    filling().InsertCopies(Filling::kAtEnd, count, copy);
  }
  template <std::input_iterator Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    InsertRange(0, std::move(first), std::move(last));
  }
  void assign(std::initializer_list<T> elements) {
    assign(elements.begin(), elements.end());
  }
  template <internal::RangeOf<T> Range>
  void assign_range(Range&& range) {
    filling().CheckIsOther(range);
    clear();
    append_range(std::forward<Range>(range));
  }

  T* data() noexcept { return Backing::ElementsOf(backing()); }
  const T* data() const noexcept { return Backing::ElementsOf(backing()); }
  T& operator[](size_t index) {
    HALFWORD_DCHECK(index < size_, "a HeapVector has no such element");
    return data()[index];
  }
  const T& operator[](size_t index) const {
    HALFWORD_DCHECK(index < size_, "a HeapVector has no such element");
    return data()[index];
  }
  // Throws std::out_of_range.
  T& at(size_t index) {
    if (index >= size_) internal::FailOutOfRange(index, size_);
    return data()[index];
  }
  const T& at(size_t index) const {
    if (index >= size_) internal::FailOutOfRange(index, size_);
    return data()[index];
  }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - size_t{1}]; }
  const T& back() const { return (*this)[size_ - size_t{1}]; }

  iterator begin() noexcept { return data(); }
  const_iterator begin() const noexcept { return data(); }
  const_iterator cbegin() const noexcept { return data(); }
  iterator end() noexcept { return data() + size_; }
  const_iterator end() const noexcept { return data() + size_; }
  const_iterator cend() const noexcept { return data() + size_; }
  reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
  const_reverse_iterator rbegin() const noexcept {
    return const_reverse_iterator(end());
  }
  const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator rend() const noexcept {
    return const_reverse_iterator(begin());
  }
  const_reverse_iterator crend() const noexcept { return rend(); }

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  size_t size() const noexcept { return size_; }
  static constexpr size_t max_size() noexcept {
    return std::numeric_limits<uint32_t>::max();
  }
  size_t capacity() const noexcept {
    const Backing* const backing = this->backing();
    return backing != nullptr ? backing->capacity() : 0;
  }
  // Throws std::length_error for more than max_size(), as all that grows does.
  void reserve(size_t count) {
    if (count > capacity()) Reallocate(count);
  }
  // Gives memory back: pages of a large vector in place, otherwise by moving to
  // a smaller slot where there is one. While a marker runs, or where the heap's
  // limit leaves no room for both, nothing happens.
  void shrink_to_fit();

  // Keeps the capacity.
  void clear() noexcept { Truncate(0); }
  // New elements are T(), or copies of a value, which may be an element.
  void resize(size_t count) { filling().Resize(count); }
  void resize(size_t count, const T& value) {
    const T copy = internal::MakeElement<T>(this, value);
    filling().Resize(count, copy);
  }

  void push_back(const T& value) { emplace_back(value); }
  void push_back(T&& value) { emplace_back(std::move(value)); }
  template <internal::StoredAs<T> Value>
  void push_back(Value&& value) {
    emplace_back(std::forward<Value>(value));
  }
  template <typename... Args>
  HALFWORD_ALWAYS_INLINE T& emplace_back(Args&&... args) {
    if constexpr (!internal::kIsMadeQuietly<T, Args...>) {
      return AppendMade(
          internal::MakeElement<T>(this, std::forward<Args>(args)...));
    } else {
      const uint32_t size = size_;
      Backing* const backing = this->backing();
      if (__builtin_expect(backing == nullptr || size == backing->capacity(),
                           false)) {
        return GrowAndEmplaceBack(std::forward<Args>(args)...);
      }
      T* const place = Backing::ElementsOf(backing) + size;
      internal::ConstructElement(place, std::forward<Args>(args)...);
      size_ = size + 1;
      return *place;
    }
  }
  template <internal::RangeOf<T> Range>
  void append_range(Range&& range) {
    filling().CheckIsOther(range);
    InsertRange(Filling::kAtEnd, std::ranges::begin(range),
                std::ranges::end(range));
  }
  void pop_back() {
    HALFWORD_DCHECK(size_ != 0, "pop_back() of an empty HeapVector");
    Truncate(size_ - size_t{1});
  }

  // Arguments may refer to an element.
  template <typename... Args>
  iterator emplace(const_iterator position, Args&&... args);
  iterator insert(const_iterator position, const T& value) {
    return emplace(position, value);
  }
  iterator insert(const_iterator position, T&& value) {
    return emplace(position, std::move(value));
  }
  iterator insert(const_iterator position, size_t count, const T& value) {
    const size_t index = InsertionIndexOf(position);
    const T copy = internal::MakeElement<T>(this, value);
    return At(filling().InsertCopies(index, count, copy));
  }
  // Requires: the range is no part of this vector.
  template <std::input_iterator Iterator>
  iterator insert(const_iterator position, Iterator first, Iterator last) {
    const size_t index = InsertionIndexOf(position);
    return InsertRange(index, std::move(first), std::move(last));
  }
  iterator insert(const_iterator position, std::initializer_list<T> elements) {
    return insert(position, elements.begin(), elements.end());
  }
  template <internal::RangeOf<T> Range>
  iterator insert_range(const_iterator position, Range&& range) {
    filling().CheckIsOther(range);
    // What begin() of a view runs may use this container.
    const size_t index = InsertionIndexOf(position);
    return InsertRange(index, std::ranges::begin(range),
                       std::ranges::end(range));
  }

  iterator erase(const_iterator position) {
    return erase(position, position + 1);
  }
  iterator erase(const_iterator first, const_iterator last);

  // Requires: both lie in one heap.
  void swap(HeapVector& other) noexcept {
    BackingObject* const mine = backing_;
    backing_ = other.backing_.get();
    other.backing_ = mine;
    std::swap(size_, other.size_);
  }
  friend void swap(HeapVector& a, HeapVector& b) noexcept { a.swap(b); }

  friend bool operator==(const HeapVector& a, const HeapVector& b)
    requires std::equality_comparable<T>
  {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend auto operator<=>(const HeapVector& a, const HeapVector& b)
    requires std::three_way_comparable<T>
  {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(),
                                                  b.end());
  }

  // For classes that write it by hand.
  void Trace(Visitor* visitor) const { visitor->Trace(backing_); }

 private:
  using Backing = internal::ContainerBacking<HeapVector>;
  using BackingObject = typename internal::BackingObject<HeapVector>::Type;

  friend class internal::VectorMaker;
  // Takes the backing over. Requires: it has room for so many, which are made.
  HeapVector(Backing* backing, size_t size)
      : backing_(Backing::ToObject(backing)),
        size_(static_cast<uint32_t>(size)) {}

  using Filling = internal::ContainerFilling<HeapVector>;
  friend Filling;
  Filling filling() { return Filling(*this); }

  size_t IndexOf(const_iterator position) const {
    const auto index = static_cast<size_t>(position - begin());
    HALFWORD_DCHECK(index <= size_,
                    "this iterator is none of this HeapVector, or no longer "
                    "valid");
    return index;
  }

  iterator At(size_t index) { return begin() + index; }
  // As in HeapDeque, where they may be two rows.
  template <typename Function>
  void ForEachRow(size_t index, size_t count, Function function) {
    function(data() + index, count);
  }

  Backing* MakeBacking(size_t count) const {
    return Backing::Make(internal::HandleFor(this), count);
  }
  // Requires: all elements have been moved out of the present backing.
  void Replace(Backing* backing) {
    Backing* const old = this->backing();
    backing_ = Backing::ToObject(backing);
    if (old != nullptr) Backing::Free(old);
  }
  void Reallocate(size_t count) {
    Backing* const backing = MakeBacking(count);
    if (size_ > backing->capacity()) return Backing::Free(backing);
    internal::MoveToFresh(data(), size_, Backing::ElementsOf(backing));
    Replace(backing);
  }
  bool IsInBacking(const void* part) const {
    const auto distance =
        reinterpret_cast<uintptr_t>(part) - reinterpret_cast<uintptr_t>(data());
    return distance < size_t{size_} * sizeof(T);
  }
  // The element is made first: its arguments may refer to an element here, and
  // a backing that nobody refers to yet is filled in one go
  // (design/collections.md#req.collections.concurrent).
  template <typename... Args>
  HALFWORD_NOINLINE T& GrowAndEmplaceBack(Args&&... args) {
    T element = internal::MakeElement<T>(this, std::forward<Args>(args)...);
    Backing* backing = MakeBacking(filling().GrownCount(1));
    // What the allocation calls may have added some.
    while (size_ >= backing->capacity()) {
      Backing::Free(backing);
      backing = MakeBacking(filling().GrownCount(1));
    }
    T* const elements = Backing::ElementsOf(backing);
    internal::MoveToFresh(data(), size_, elements);
    internal::ConstructElement(elements + size_, std::move(element));
    Replace(backing);
    return elements[size_++];
  }
  // Of an element that was made for this container, on the stack.
  T& AppendMade(T&& element) {
    while (size_ == capacity()) Reallocate(filling().GrownCount(1));
    T* const place = end();
    internal::ConstructElement(place, std::move(element));
    ++size_;
    return *place;
  }

  void Truncate(size_t count) noexcept {
    if (count == size_) return;
    internal::ClearElements(data() + count, size_ - count);
    size_ = static_cast<uint32_t>(count);
  }

  size_t InsertionIndexOf(const_iterator position) const {
    const size_t index = IndexOf(position);
    return index == size_ ? Filling::kAtEnd : index;
  }
  // Returns where the gap is. What fills it must not use the container.
  size_t OpenGap(size_t index, size_t count);
  void CloseGap(size_t index, size_t count);
  template <typename Iterator, typename Sentinel>
  iterator InsertRange(size_t index, Iterator first, Sentinel last) {
    return At(filling().InsertRange(index, std::move(first), std::move(last)));
  }

  HALFWORD_ALWAYS_INLINE Backing* backing() const {
    return Backing::FromObject(backing_);
  }

  Member<BackingObject> backing_;
  uint32_t size_ = 0;
  HALFWORD_FIELDS(HeapVector, backing_, size_)
};

template <std::input_iterator Iterator>
HeapVector(Iterator, Iterator) -> HeapVector<std::iter_value_t<Iterator>>;

template <typename T>
size_t HeapVector<T>::OpenGap(size_t index, size_t count) {
  while (count > capacity() - size_) {
    Backing* const backing = MakeBacking(filling().GrownCount(count));
    if (size_ + count > backing->capacity()) {
      Backing::Free(backing);
      continue;
    }
    index = std::min<size_t>(index, size_);
    T* const elements = Backing::ElementsOf(backing);
    internal::MoveToFresh(data(), index, elements);
    internal::MoveToFresh(data() + index, size_ - index,
                          elements + index + count);
    Replace(backing);
    return index;
  }
  index = std::min<size_t>(index, size_);
  const size_t behind = size_ - index;
  if (count == 0) return index;
  T* const gap = data() + index;
  internal::MoveUp(gap, behind, gap + count);
  internal::ClearElements(gap, std::min(behind, count));
  return index;
}

template <typename T>
void HeapVector<T>::CloseGap(size_t index, size_t count) {
  if (count == 0) return;
  T* const gap = data() + index;
  internal::MoveDown(gap + count, size_ - index, gap);
  internal::ClearElements(data() + size_, count);
}

template <typename T>
void HeapVector<T>::shrink_to_fit() {
  Backing* const backing = this->backing();
  if (backing == nullptr || internal::write_barrier_is_on) return;
  if (size_ == 0) {
    Replace(nullptr);
  } else if (Backing::RoundUpCount(size_) < backing->capacity() &&
             !backing->Shrink(size_) &&
             Backing::HasRoom(internal::HandleFor(this), size_)) {
    Reallocate(size_);
  }
}

template <typename T>
template <typename... Args>
T* HeapVector<T>::emplace(const_iterator position, Args&&... args) {
  const size_t index = IndexOf(position);
  if (index == size_) return &emplace_back(std::forward<Args>(args)...);
  T element = internal::MakeElement<T>(this, std::forward<Args>(args)...);
  const size_t gap = OpenGap(index, 1);
  T* const place = data() + gap;
  internal::ConstructElement(place, std::move(element));
  ++size_;
  return place;
}

template <typename T>
T* HeapVector<T>::erase(const_iterator first, const_iterator last) {
  const size_t index = IndexOf(first);
  const size_t end_index = IndexOf(last);
  HALFWORD_DCHECK(index <= end_index, "erase() takes first and last");
  T* const target = data() + index;
  if (index == end_index) return target;
  internal::MoveDown(data() + end_index, size_ - end_index, target);
  Truncate(size_ - (end_index - index));
  return target;
}

// As std::erase() and std::erase_if(); found by argument lookup.
template <typename T, typename Predicate>
size_t erase_if(HeapVector<T>& vector, Predicate predicate) {
  const auto kept = std::remove_if(vector.begin(), vector.end(), predicate);
  const auto erased = static_cast<size_t>(vector.end() - kept);
  vector.erase(kept, vector.end());
  return erased;
}
template <typename T, typename Value>
size_t erase(HeapVector<T>& vector, const Value& value) {
  return erase_if(vector,
                  [&value](const T& element) { return element == value; });
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_VECTOR_H_
