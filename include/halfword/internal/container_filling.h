// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ContainerFilling<Container>: how a HeapVector or a HeapDeque takes in several
// elements, for resize(), insert() and copies of the whole.
//
// Elements that are made quietly (element_making.h) are made in a gap, which is
// opened for all of them. Making others may change the container, so that these
// are appended one by one, and brought to their places when they are there. If
// making one throws, those before it go again.
//
// Threads: the heap's own.

#ifndef HALFWORD_INTERNAL_CONTAINER_FILLING_H_
#define HALFWORD_INTERNAL_CONTAINER_FILLING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "halfword/internal/checks.h"
#include "halfword/internal/container_backing.h"
#include "halfword/internal/element_making.h"
#include "halfword/internal/elements.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The container gives OpenGap(), CloseGap(), Reallocate(), Truncate() and
// ForEachRow(), as a friend.
template <typename Container>
class ContainerFilling {
 public:
  using Element = typename Container::value_type;

  // An index to insert at, which stays the end if it is. What an allocation
  // runs, prefinalizers, may use the container, too, and erase from it.
  static constexpr size_t kAtEnd = SIZE_MAX;

  explicit ContainerFilling(Container& container) : container_(container) {}

  // Of new elements that are Element(), or copies of one on the stack.
  template <typename... Args>
  void Resize(size_t count, const Args&... args) {
    if (count > container_.capacity()) {
      container_.Reallocate(GrownCount(count - container_.size_));
    }
    if (count <= container_.size_) return container_.Truncate(count);
    if constexpr (kIsMadeQuietly<Element, const Args&...>) {
      FillGap(kAtEnd, count - container_.size_, args...);
    } else {
      Tail tail(container_);
      while (container_.size_ < count) tail.Append(args...);
      tail.Keep();
      // What making the last one has called may have added some.
      container_.Truncate(count);
    }
  }

  // Of copies of an element on the stack. Like InsertRange(), returns the index
  // of the first.
  size_t InsertCopies(size_t index, size_t count, const Element& value) {
    if constexpr (kIsMadeQuietly<Element, const Element&>) {
      return FillGap(index, count, value);
    } else {
      Tail tail(container_);
      MakeRoomFor(count);
      for (size_t i = 0; i < count; ++i) tail.Append(value);
      return tail.MoveTo(index);
    }
  }

  template <typename Iterator, typename Sentinel>
  size_t InsertRange(size_t index, Iterator first, Sentinel last) {
    if constexpr (kFillsQuietly<Element, Iterator>) {
      Gap gap(container_, index,
              static_cast<size_t>(std::ranges::distance(first, last)));
      gap.Fill([&first](Element* place) {
        ConstructElement(place, *first);
        ++first;
      });
      return gap.index();
    } else {
      Tail tail(container_);
      if constexpr (std::forward_iterator<Iterator>) {
        MakeRoomFor(static_cast<size_t>(std::ranges::distance(first, last)));
      }
      for (; first != last; ++first) tail.Append(*first);
      return tail.MoveTo(index);
    }
  }

  // Of the other one as it is when there is room for it.
  void AppendAll(const Container& other) {
    while (other.size_ > container_.capacity() - container_.size_) {
      container_.Reallocate(GrownCount(other.size_));
    }
    if constexpr (kIsMadeQuietly<Element, const Element&>) {
      InsertRange(kAtEnd, other.begin(), other.end());
    } else {
      Tail tail(container_);
      for (size_t i = 0; i < other.size(); ++i) tail.Append(other[i]);
      tail.Keep();
    }
  }

  // The capacity to ask for when there is no room for so many more.
  size_t GrownCount(size_t more) const {
    if (more > Container::max_size() - container_.size_) FailLength(more);
    return ContainerBacking<Container>::GrownCount(
        container_.capacity(), size_t{container_.size_} + more);
  }

  template <typename Range>
  void CheckIsOther([[maybe_unused]] const Range& range) const {
    if constexpr (std::is_same_v<Range, Container>) {
      HALFWORD_DCHECK(&range != &container_,
                      "a container does not take a range of its own elements: "
                      "copy them first");
    }
  }

 private:
  // A row of unused places, which count as elements once they are filled;
  // closed again if what was to come into it throws.
  class Gap {
   public:
    Gap(Container& container, size_t index, size_t count)
        : container_(container),
          index_(container.OpenGap(index, count)),
          count_(count) {}
    ~Gap() {
      if (!is_filled_) container_.CloseGap(index_, count_);
    }
    Gap(const Gap&) = delete;
    Gap& operator=(const Gap&) = delete;

    size_t index() const { return index_; }

    // Calls make(place) for each place in turn.
    template <typename Make>
    void Fill(Make make) {
      container_.ForEachRow(index_, count_, [&](Element* first, size_t count) {
        for (size_t i = 0; i < count; ++i) make(first + i);
      });
      container_.size_ += static_cast<uint32_t>(count_);
      is_filled_ = true;
    }

   private:
    Container& container_;
    const size_t index_;
    const size_t count_;
    bool is_filled_ = false;
  };

  // Elements that are appended one by one. Unless they are kept they go again.
  class Tail {
   public:
    explicit Tail(Container& container) : container_(container) {}
    ~Tail() {
      if (!is_kept_) container_.Truncate(begin());
    }
    Tail(const Tail&) = delete;
    Tail& operator=(const Tail&) = delete;

    template <typename... Args>
    void Append(Args&&... args) {
      container_.emplace_back(std::forward<Args>(args)...);
      ++count_;
    }
    void Keep() { is_kept_ = true; }
    // Keeps them, and brings them in front of the element of that index, if
    // there is one. Returns where they are.
    size_t MoveTo(size_t index) {
      is_kept_ = true;
      const size_t from = begin();
      if (index >= from) return from;
      // What is put on the stack meanwhile stays in this heap.
      const ElementScope scope(&container_);
      if constexpr (std::is_move_assignable_v<Element>) {
        const auto first = container_.begin();
        std::rotate(first + static_cast<ptrdiff_t>(index),
                    first + static_cast<ptrdiff_t>(from), container_.end());
      } else {
        for (size_t i = 0; i < count_; ++i) MoveOne(from + i, index + i);
      }
      return index;
    }

   private:
    void MoveOne(size_t from, size_t to) {
      Element element(std::move(container_[from]));
      for (size_t i = from; i > to; --i) {
        MoveElement(&container_[i - 1], &container_[i]);
        NoteMoved(&container_[i], 1);
      }
      ConstructElement(&container_[to], std::move(element));
    }
    // What allocation runs may have erased some.
    size_t begin() const {
      return container_.size_ - std::min<size_t>(count_, container_.size_);
    }

    Container& container_;
    size_t count_ = 0;
    bool is_kept_ = false;
  };

  template <typename... Args>
  size_t FillGap(size_t index, size_t count, const Args&... args) {
    Gap gap(container_, index, count);
    gap.Fill([&](Element* place) { ConstructElement(place, args...); });
    return gap.index();
  }
  void MakeRoomFor(size_t more) {
    if (more > container_.capacity() - container_.size_) {
      container_.Reallocate(GrownCount(more));
    }
  }

  Container& container_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_CONTAINER_FILLING_H_
