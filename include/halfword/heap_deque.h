// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapDeque<T>: std::deque for the heap, as one ring of elements.
//
// Where it may be, what it may hold and which heap it belongs to are as for
// HeapVector (halfword/heap_vector.h). It takes 12 bytes (16 with 64-bit
// references) and no memory while it is empty. Different from std::deque:
//
// - Elements lie in one array, so that growing moves them: an operation that
//   adds elements makes pointers and references to others invalid. It has
//   capacity() and reserve().
// - Iterators name a place by its number. They are valid as long as the deque
//   has that element, and name the element that is there then.
//
// Cost: constant at both ends (amortised where it grows), and in the middle a
// move of what lies on the shorter side.
// Threads: as HeapVector.

#ifndef HALFWORD_HEAP_DEQUE_H_
#define HALFWORD_HEAP_DEQUE_H_

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
#include "halfword/member.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

template <typename T>
class HeapDeque;

namespace internal {

template <typename T>
inline constexpr bool kIsHeapContainer<HeapDeque<T>> = true;

// A random-access iterator: a container and a number. Deque may be const.
template <typename Deque>
class DequeIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename Deque::value_type;
  using difference_type = ptrdiff_t;
  using reference = decltype(std::declval<Deque&>()[0]);
  using pointer = std::remove_reference_t<reference>*;

  DequeIterator() = default;
  DequeIterator(Deque* deque, size_t index) : deque_(deque), index_(index) {}
  // NOLINTNEXTLINE(google-explicit-constructor): as a pointer to const
  operator DequeIterator<const Deque>() const { return {deque_, index_}; }

  size_t index() const { return index_; }
  const void* container() const { return deque_; }

  reference operator*() const { return (*deque_)[index_]; }
  pointer operator->() const { return &(*deque_)[index_]; }
  reference operator[](difference_type distance) const {
    return *(*this + distance);
  }
  DequeIterator& operator++() { return *this += 1; }
  DequeIterator& operator--() { return *this -= 1; }
  DequeIterator operator++(int) {
    const DequeIterator old = *this;
    ++*this;
    return old;
  }
  DequeIterator operator--(int) {
    const DequeIterator old = *this;
    --*this;
    return old;
  }
  DequeIterator& operator+=(difference_type distance) {
    index_ += static_cast<size_t>(distance);
    return *this;
  }
  DequeIterator& operator-=(difference_type distance) {
    index_ -= static_cast<size_t>(distance);
    return *this;
  }
  friend DequeIterator operator+(DequeIterator a, difference_type distance) {
    return a += distance;
  }
  friend DequeIterator operator+(difference_type distance, DequeIterator a) {
    return a += distance;
  }
  friend DequeIterator operator-(DequeIterator a, difference_type distance) {
    return a -= distance;
  }
  friend difference_type operator-(const DequeIterator& a,
                                   const DequeIterator& b) {
    return static_cast<difference_type>(a.index_ - b.index_);
  }
  friend bool operator==(const DequeIterator& a, const DequeIterator& b) {
    return a.index_ == b.index_;
  }
  friend std::strong_ordering operator<=>(const DequeIterator& a,
                                          const DequeIterator& b) {
    return a.index_ <=> b.index_;
  }

 private:
  Deque* deque_ = nullptr;
  size_t index_ = 0;
};

template <typename Deque>
inline constexpr bool kIsReadQuietly<DequeIterator<Deque>> = true;

}  // namespace internal

// Invariant: backing_ is null, or element i is in its place head_ + i, counted
// round the ring, for each i below size_; all other places are unused. head_
// lies below the capacity, or is 0.
template <typename T>
class HeapDeque {
 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = internal::DequeIterator<HeapDeque>;
  using const_iterator = internal::DequeIterator<const HeapDeque>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  constexpr HeapDeque() noexcept = default;
  explicit HeapDeque(size_t count) { resize(count); }
  HeapDeque(size_t count, const T& value) { insert(cend(), count, value); }
  template <std::input_iterator Iterator>
  HeapDeque(Iterator first, Iterator last) {
    InsertRange(0, std::move(first), std::move(last));
  }
  HeapDeque(std::initializer_list<T> elements)
      : HeapDeque(elements.begin(), elements.end()) {}
  template <internal::RangeFor<T, HeapDeque> Range>
  explicit HeapDeque(Range&& range) {
    InsertRange(0, std::ranges::begin(range), std::ranges::end(range));
  }
  HeapDeque(const HeapDeque& other) { filling().AppendAll(other); }
  // Takes the backing over. Requires: both lie in one heap.
  HeapDeque(HeapDeque&& other) noexcept
      : backing_(other.backing_.Release()),
        head_(std::exchange(other.head_, 0)),
        size_(std::exchange(other.size_, 0)) {}
  ~HeapDeque() = default;

  HeapDeque& operator=(const HeapDeque& other) {
    if (this == &other) return *this;
    // The other one may be part of an element.
    [[maybe_unused]] const HeapDeque old =
        IsInBacking(&other) ? std::move(*this) : HeapDeque();
    clear();
    filling().AppendAll(other);
    return *this;
  }
  // What this one held is given up at once.
  HeapDeque& operator=(HeapDeque&& other) noexcept {
    if (this == &other) return *this;
    // The other one may be part of an element of this one.
    const uint32_t head = std::exchange(other.head_, 0);
    size_ = std::exchange(other.size_, 0);
    Replace(other.backing_.Release());
    head_ = head;
    return *this;
  }
  HeapDeque& operator=(std::initializer_list<T> elements) {
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

  T& operator[](size_t index) {
    HALFWORD_DCHECK(index < size_, "a HeapDeque has no such element");
    return *PlaceOf(index);
  }
  const T& operator[](size_t index) const {
    HALFWORD_DCHECK(index < size_, "a HeapDeque has no such element");
    return *PlaceOf(index);
  }
  // Throws std::out_of_range.
  T& at(size_t index) {
    if (index >= size_) internal::FailOutOfRange(index, size_);
    return *PlaceOf(index);
  }
  const T& at(size_t index) const {
    if (index >= size_) internal::FailOutOfRange(index, size_);
    return *PlaceOf(index);
  }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - size_t{1}]; }
  const T& back() const { return (*this)[size_ - size_t{1}]; }

  iterator begin() noexcept { return {this, 0}; }
  const_iterator begin() const noexcept { return {this, 0}; }
  const_iterator cbegin() const noexcept { return {this, 0}; }
  iterator end() noexcept { return {this, size_}; }
  const_iterator end() const noexcept { return {this, size_}; }
  const_iterator cend() const noexcept { return {this, size_}; }
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
    const Backing* const backing = backing_;
    return backing != nullptr ? backing->capacity() : 0;
  }
  // Throws std::length_error for more than max_size(), as all that grows does.
  void reserve(size_t count) {
    if (count > capacity()) Reallocate(count);
  }
  // Moves to a smaller slot where there is one. While a marker runs, or where
  // the heap's limit leaves no room for both, nothing happens.
  void shrink_to_fit() {
    if (internal::write_barrier_is_on || capacity() == 0) return;
    if (size_ == 0) {
      Replace(nullptr);
    } else if (Backing::RoundUpCount(size_) < capacity() &&
               Backing::HasRoom(internal::HandleFor(this), size_)) {
      Reallocate(size_);
    }
  }

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
  void push_front(const T& value) { emplace_front(value); }
  void push_front(T&& value) { emplace_front(std::move(value)); }
  template <internal::StoredAs<T> Value>
  void push_front(Value&& value) {
    emplace_front(std::forward<Value>(value));
  }
  // Arguments may refer to an element.
  template <typename... Args>
  T& emplace_back(Args&&... args) {
    if constexpr (!internal::kIsMadeQuietly<T, Args...>) {
      return *EmplaceAt(Filling::kAtEnd, std::forward<Args>(args)...);
    } else {
      const uint32_t size = size_;
      const Backing* const backing = backing_;
      if (__builtin_expect(backing == nullptr || size == backing->capacity(),
                           false)) {
        return *EmplaceAt(Filling::kAtEnd, std::forward<Args>(args)...);
      }
      T* const place = PlaceIn(backing, size);
      internal::ConstructElement(place, std::forward<Args>(args)...);
      size_ = size + 1;
      return *place;
    }
  }
  template <typename... Args>
  T& emplace_front(Args&&... args) {
    if (!internal::kIsMadeQuietly<T, Args...> || size_ == capacity()) {
      return *EmplaceAt(0, std::forward<Args>(args)...);
    }
    const uint32_t head = HeadBefore(1);
    T* const place = Backing::ElementsOf(backing_) + head;
    internal::ConstructElement(place, std::forward<Args>(args)...);
    head_ = head;
    ++size_;
    return *place;
  }
  void pop_back() {
    HALFWORD_DCHECK(size_ != 0, "pop_back() of an empty HeapDeque");
    internal::ClearElements(PlaceOf(--size_), 1);
  }
  void pop_front() {
    HALFWORD_DCHECK(size_ != 0, "pop_front() of an empty HeapDeque");
    const Backing* const backing = backing_;
    const uint32_t next = head_ + 1;
    internal::ClearElements(Backing::ElementsOf(backing) + head_, 1);
    head_ = next == backing->capacity() ? 0 : next;
    --size_;
  }
  template <internal::RangeOf<T> Range>
  void append_range(Range&& range) {
    insert_range(cend(), std::forward<Range>(range));
  }
  template <internal::RangeOf<T> Range>
  void prepend_range(Range&& range) {
    insert_range(cbegin(), std::forward<Range>(range));
  }

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
    return {this, filling().InsertCopies(index, count, copy)};
  }
  // Requires: the range is no part of this deque.
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
  void swap(HeapDeque& other) noexcept {
    Backing* const mine = backing_;
    backing_ = other.backing_.get();
    other.backing_ = mine;
    std::swap(head_, other.head_);
    std::swap(size_, other.size_);
  }
  friend void swap(HeapDeque& a, HeapDeque& b) noexcept { a.swap(b); }

  friend bool operator==(const HeapDeque& a, const HeapDeque& b)
    requires std::equality_comparable<T>
  {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend auto operator<=>(const HeapDeque& a, const HeapDeque& b)
    requires std::three_way_comparable<T>
  {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(),
                                                  b.end());
  }

  // For classes that write it by hand.
  void Trace(Visitor* visitor) const { visitor->Trace(backing_); }

 private:
  using Backing = internal::ContainerBacking<HeapDeque>;
  using Filling = internal::ContainerFilling<HeapDeque>;
  friend Filling;
  Filling filling() { return Filling(*this); }

  size_t IndexOf(const_iterator position) const {
    HALFWORD_DCHECK(
        position.container() == this && position.index() <= size_,
        "this iterator is none of this HeapDeque, or no longer valid");
    return position.index();
  }

  // Of an element, or of a place behind or before all. Requires: index <
  // capacity().
  T* PlaceOf(size_t index) const { return PlaceIn(backing_, index); }
  HALFWORD_ALWAYS_INLINE T* PlaceIn(const Backing* backing,
                                    size_t index) const {
    const size_t capacity = backing->capacity();
    const size_t place = size_t{head_} + index;
    return Backing::ElementsOf(backing) +
           (place < capacity ? place : place - capacity);
  }
  // Where the ring would begin with so many elements more in front.
  // Requires: count <= capacity().
  uint32_t HeadBefore(size_t count) const {
    return static_cast<uint32_t>(head_ >= count ? head_ - count
                                                : head_ + capacity() - count);
  }

  // Calls function(T* first, size_t count) for the one or two rows that these
  // places are.
  template <typename Function>
  void ForEachRow(size_t index, size_t count, Function function) const {
    if (count == 0) return;
    if (backing_ == nullptr) __builtin_unreachable();  // spares a warning
    T* const first = PlaceOf(index);
    T* const end = Backing::ElementsOf(backing_) + capacity();
    const size_t in_first = std::min(count, static_cast<size_t>(end - first));
    function(first, in_first);
    if (in_first < count) {
      function(PlaceOf(index + in_first), count - in_first);
    }
  }
  void Clear(size_t index, size_t count) {
    ForEachRow(index, count, [](T* first, size_t row) {
      internal::ClearElements(first, row);
    });
  }
  void MoveTo(T* target, size_t index, size_t count) {
    ForEachRow(index, count, [&](T* first, size_t row) {
      internal::MoveToFresh(first, row, target);
      target += row;
    });
  }
  // Moves inside the ring, in the order that keeps what is still to move.
  void MoveInside(size_t from, size_t count, size_t to) {
    if (to < from) {
      for (size_t i = 0; i < count; ++i) {
        internal::MoveElement(PlaceOf(from + i), PlaceOf(to + i));
      }
    } else {
      for (size_t i = count; i-- > 0;) {
        internal::MoveElement(PlaceOf(from + i), PlaceOf(to + i));
      }
    }
    ForEachRow(to, count,
               [](T* first, size_t row) { internal::NoteMoved(first, row); });
  }

  Backing* MakeBacking(size_t count) const {
    return Backing::Make(internal::HandleFor(this), count);
  }
  // Requires: all elements have been moved out of the present backing.
  void Replace(Backing* backing) {
    Backing* const old = backing_;
    backing_ = backing;
    head_ = 0;
    if (old != nullptr) Backing::Free(old);
  }
  void Reallocate(size_t count) {
    Backing* const backing = MakeBacking(count);
    if (size_ > backing->capacity()) return Backing::Free(backing);
    MoveTo(Backing::ElementsOf(backing), 0, size_);
    Replace(backing);
  }

  bool IsInBacking(const void* part) const {
    if (size_ == 0) return false;
    const auto distance =
        reinterpret_cast<uintptr_t>(part) -
        reinterpret_cast<uintptr_t>(Backing::ElementsOf(backing_));
    return distance < capacity() * sizeof(T);
  }

  void Truncate(size_t count) noexcept {
    if (count == size_) return;
    Clear(count, size_ - count);
    size_ = static_cast<uint32_t>(count);
  }
  void DropFront(size_t count) {
    Clear(0, count);
    const size_t head = head_ + count;
    head_ = static_cast<uint32_t>(head < capacity() ? head : head - capacity());
    size_ -= static_cast<uint32_t>(count);
  }

  size_t InsertionIndexOf(const_iterator position) const {
    const size_t index = IndexOf(position);
    return index == size_ ? Filling::kAtEnd : index;
  }
  // Returns where the gap is. What fills it must not use the container.
  size_t OpenGap(size_t index, size_t count);
  void CloseGap(size_t index, size_t count);
  template <typename... Args>
  iterator EmplaceAt(size_t index, Args&&... args);
  template <typename Iterator, typename Sentinel>
  iterator InsertRange(size_t index, Iterator first, Sentinel last) {
    return {this,
            filling().InsertRange(index, std::move(first), std::move(last))};
  }

  Member<Backing> backing_;
  uint32_t head_ = 0;
  uint32_t size_ = 0;
  HALFWORD_FIELDS(HeapDeque, backing_, head_, size_)
};

template <std::input_iterator Iterator>
HeapDeque(Iterator, Iterator) -> HeapDeque<std::iter_value_t<Iterator>>;

template <typename T>
size_t HeapDeque<T>::OpenGap(size_t index, size_t count) {
  while (count > capacity() - size_) {
    Backing* const backing = MakeBacking(filling().GrownCount(count));
    if (size_ + count > backing->capacity()) {
      Backing::Free(backing);
      continue;
    }
    index = std::min<size_t>(index, size_);
    T* const elements = Backing::ElementsOf(backing);
    MoveTo(elements, 0, index);
    MoveTo(elements + index + count, index, size_ - index);
    Replace(backing);
    return index;
  }
  index = std::min<size_t>(index, size_);
  const size_t behind = size_ - index;
  if (count == 0) return index;
  if (index < behind) {
    head_ = HeadBefore(count);
    MoveInside(count, index, 0);
    Clear(index, count);
  } else {
    MoveInside(index, behind, index + count);
    Clear(index, count);
  }
  return index;
}

template <typename T>
void HeapDeque<T>::CloseGap(size_t index, size_t count) {
  if (count == 0) return;
  MoveInside(index + count, size_ - index, index);
  Clear(size_, count);
}

// The element is made first, as in HeapVector.
template <typename T>
template <typename... Args>
typename HeapDeque<T>::iterator HeapDeque<T>::emplace(const_iterator position,
                                                      Args&&... args) {
  return EmplaceAt(InsertionIndexOf(position), std::forward<Args>(args)...);
}

template <typename T>
template <typename... Args>
typename HeapDeque<T>::iterator HeapDeque<T>::EmplaceAt(size_t index,
                                                        Args&&... args) {
  T element = internal::MakeElement<T>(this, std::forward<Args>(args)...);
  index = OpenGap(index, 1);
  internal::ConstructElement(PlaceOf(index), std::move(element));
  ++size_;
  return {this, index};
}

template <typename T>
typename HeapDeque<T>::iterator HeapDeque<T>::erase(const_iterator first,
                                                    const_iterator last) {
  const size_t index = IndexOf(first);
  const size_t end_index = IndexOf(last);
  HALFWORD_DCHECK(index <= end_index, "erase() takes first and last");
  const size_t count = end_index - index;
  if (count == 0) return {this, index};
  if (index < size_ - end_index) {
    MoveInside(0, index, count);
    DropFront(count);
  } else {
    MoveInside(end_index, size_ - end_index, index);
    Truncate(size_ - count);
  }
  return {this, index};
}

// As std::erase() and std::erase_if(); found by argument lookup.
template <typename T, typename Predicate>
size_t erase_if(HeapDeque<T>& deque, Predicate predicate) {
  const auto kept = std::remove_if(deque.begin(), deque.end(), predicate);
  const auto erased = static_cast<size_t>(deque.end() - kept);
  deque.erase(kept, deque.end());
  return erased;
}
template <typename T, typename Value>
size_t erase(HeapDeque<T>& deque, const Value& value) {
  return erase_if(deque,
                  [&value](const T& element) { return element == value; });
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_DEQUE_H_
