// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapLinkedHashSet<K>: a hash set in the heap whose elements are in the order
// in which they were inserted, or in another one that the program gives them.
// Keys, weak ones too, memory and threads are as with HeapHashSet
// (halfword/heap_hash_set.h).
//
//   HeapLinkedHashSet<Member<Page>> recent;
//   recent.PrependOrMoveToFirst(page);
//   if (recent.size() > 100) recent.pop_back();
//
// Iterators go both ways. They stay valid until something new is inserted, or
// the set reserves, is assigned or cleared; erasing invalidates iterators to
// what is erased alone, and moving an element invalidates none. Those to an
// element of a weak set that vanished still go on, both ways. A reverse
// iterator stands on the element that it gave last: while it is used, the one
// that it gives should be held.
//
// Cost: constant time on average for every operation on one element; 12 bytes
// an element of 4 bytes, and 4 to 10 for the index. A loop goes through memory
// in order, but for elements that were moved or took the place of erased ones.

#ifndef HALFWORD_HEAP_LINKED_HASH_SET_H_
#define HALFWORD_HEAP_LINKED_HASH_SET_H_

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include "halfword/fields.h"
#include "halfword/hash_traits.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/element_making.h"
#include "halfword/internal/hash_slot.h"
#include "halfword/internal/linked_table.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

template <typename K, typename HashTraitsOfK = HashTraits<K>>
class HeapLinkedHashSet {
 public:
  using Table = internal::LinkedTable<HeapLinkedHashSet, K, HashTraitsOfK>;
  using Entry = typename Table::Entry;
  using key_type = K;
  using value_type = K;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = const K&;
  using const_reference = const K&;

  class const_iterator {
   public:
    using iterator_category = std::bidirectional_iterator_tag;
    using value_type = K;
    using difference_type = ptrdiff_t;
    using reference = const K&;
    using pointer = const K*;

    const_iterator() = default;
    reference operator*() const { return Table::Expose(backing_, number_); }
    pointer operator->() const { return &**this; }
    const_iterator& operator++() {
      number_ = Table::Forward(backing_, backing_->entry(number_).next);
      return *this;
    }
    const_iterator& operator--() {
      // What vanished only knows the next one.
      const auto next = Table::Forward(backing_, number_);
      const auto previous = next == internal::kNoEntry
                                ? backing_->last()
                                : backing_->entry(next).previous;
      number_ = Table::Backward(backing_, previous);
      return *this;
    }
    const_iterator operator++(int) {
      const const_iterator old = *this;
      ++*this;
      return old;
    }
    const_iterator operator--(int) {
      const const_iterator old = *this;
      --*this;
      return old;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b) {
      return a.number_ == b.number_;
    }

   private:
    friend class HeapLinkedHashSet;
    const_iterator(typename Table::Backing* backing,
                   internal::EntryNumber number)
        : backing_(backing), number_(number) {}
    typename Table::Backing* backing_ = nullptr;
    internal::EntryNumber number_ = internal::kNoEntry;
  };
  using iterator = const_iterator;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = reverse_iterator;

  HeapLinkedHashSet() = default;
  HeapLinkedHashSet(std::initializer_list<K> keys) { insert(keys); }
  template <std::input_iterator Iterator>
  HeapLinkedHashSet(Iterator first, Iterator last) {
    insert(first, last);
  }
  HeapLinkedHashSet(const HeapLinkedHashSet& other) { Copy(other); }
  HeapLinkedHashSet(HeapLinkedHashSet&& other) noexcept = default;
  HeapLinkedHashSet& operator=(const HeapLinkedHashSet& other) {
    if (this == &other) return *this;
    // The other one may be part of an entry.
    HeapLinkedHashSet old;
    swap(old);
    Copy(other);
    old.clear();
    return *this;
  }
  HeapLinkedHashSet& operator=(HeapLinkedHashSet&& other) noexcept = default;
  HeapLinkedHashSet& operator=(std::initializer_list<K> keys) {
    clear();
    insert(keys);
    return *this;
  }

  const_iterator begin() const {
    auto* const backing = table_.backing();
    if (backing == nullptr) return end();
    return {backing, Table::Forward(backing, backing->first())};
  }
  const_iterator end() const { return At(internal::kNoEntry); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }

  size_t size() const { return table_.Count(); }
  bool empty() const { return size() == 0; }
  size_t capacity() const { return table_.Capacity(); }

  // Requires: !empty().
  const K& front() const {
    HALFWORD_DCHECK(!empty(), "an empty set has no first element");
    return *begin();
  }
  const K& back() const {
    HALFWORD_DCHECK(!empty(), "an empty set has no last element");
    return *--end();
  }
  void pop_front() {
    HALFWORD_DCHECK(!empty(), "an empty set has no first element");
    erase(begin());
  }
  void pop_back() {
    HALFWORD_DCHECK(!empty(), "an empty set has no last element");
    erase(--end());
  }

  template <typename Q>
  const_iterator find(const Q& key) const {
    return At(FindNumber(key));
  }
  template <typename Q>
  bool contains(const Q& key) const {
    return FindNumber(key) != internal::kNoEntry;
  }
  template <typename Q>
  size_t count(const Q& key) const {
    return contains(key) ? 1 : 0;
  }

  // At the end if it is new; otherwise it stays where it is.
  template <typename Q = K>
  std::pair<iterator, bool> insert(const Q& key) {
    return Add(key, [](auto*) { return internal::kNoEntry; });
  }
  // In front of the position if it is new, also where the element there was
  // weak and has died.
  template <typename Q = K>
  std::pair<iterator, bool> InsertBefore(const_iterator position,
                                         const Q& key) {
    // An entry keeps its place among the others when the set is built anew, but
    // not its number.
    CheckPosition(position);
    const internal::EntryNumber number =
        Table::Forward(position.backing_, position.number_);
    if (number == internal::kNoEntry) return insert(key);
    const K before = position.backing_->entry(number).key;
    return Add(key, [&](auto*) { return FindNumber(before); });
  }
  // Moves the element if it is not new.
  template <typename Q = K>
  std::pair<iterator, bool> AppendOrMoveToLast(const Q& key) {
    const auto result = insert(key);
    if (!result.second) {
      table_.MoveBefore(result.first.number_, internal::kNoEntry);
    }
    return result;
  }
  template <typename Q = K>
  std::pair<iterator, bool> PrependOrMoveToFirst(const Q& key) {
    const auto result =
        Add(key, [](auto* backing) { return backing->first(); });
    if (!result.second) {
      table_.MoveBefore(result.first.number_, table_.backing()->first());
    }
    return result;
  }
  template <std::input_iterator Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }
  void insert(std::initializer_list<K> keys) {
    insert(keys.begin(), keys.end());
  }
  template <typename... Args>
  std::pair<iterator, bool> emplace(Args&&... args) {
    return insert(K(std::forward<Args>(args)...));
  }

  // The element behind the one that is erased.
  iterator erase(const_iterator position) {
    CheckPosition(position);
    HALFWORD_DCHECK(position.number_ != internal::kNoEntry,
                    "the end of a HeapLinkedHashSet is no element to erase");
    const const_iterator erased = position++;
    table_.Erase(erased.number_);
    return position;
  }
  template <typename Q>
    requires(!std::is_same_v<Q, const_iterator>)
  size_t erase(const Q& key) {
    if constexpr (HashLookupKey<Q, K, HashTraitsOfK>) {
      return table_.EraseKey(key) ? 1 : 0;
    } else {
      return table_.EraseKey(K(key)) ? 1 : 0;
    }
  }
  template <typename Predicate>
  friend size_t erase_if(HeapLinkedHashSet& set, Predicate predicate) {
    size_t count = 0;
    for (auto it = set.begin(); it != set.end();) {
      if (predicate(*it)) {
        it = set.erase(it);
        ++count;
      } else {
        ++it;
      }
    }
    return count;
  }

  // Gives the memory back at once.
  void clear() { table_.Clear(); }
  // Room for so many elements in all.
  void reserve(size_t count) { table_.Reserve(count); }
  void swap(HeapLinkedHashSet& other) noexcept { table_.Swap(other.table_); }
  friend void swap(HeapLinkedHashSet& a, HeapLinkedHashSet& b) noexcept {
    a.swap(b);
  }

  // The same elements in the same order.
  friend bool operator==(const HeapLinkedHashSet& a,
                         const HeapLinkedHashSet& b) {
    if (a.size() != b.size()) return false;
    auto other = b.begin();
    for (const K& key : a) {
      if (!HashTraitsOfK::Equal(key, *other++)) return false;
    }
    return true;
  }

  void Trace(Visitor* visitor) const { table_.Trace(visitor); }

 private:
  friend struct internal::HashTableTestPeer;

  void CheckPosition([[maybe_unused]] const const_iterator& position) const {
    HALFWORD_DCHECK(position.backing_ == table_.backing(),
                    "an iterator of another set, or from before this one was "
                    "built anew: inserting and reserving invalidate all");
  }
  const_iterator At(internal::EntryNumber number) const {
    return {table_.backing(), number};
  }

  template <typename Q>
  internal::EntryNumber FindNumber(const Q& key) const {
    if constexpr (HashLookupKey<Q, K, HashTraitsOfK>) {
      return table_.Find(key);
    } else {
      return table_.Find(K(key));
    }
  }

  template <typename Q, typename Next>
  std::pair<iterator, bool> Add(const Q& key, Next next) {
    internal::CheckKeyType<K, HashTraitsOfK>();
    if constexpr (!HashLookupKey<Q, K, HashTraitsOfK>) {
      return Add(internal::MakeElement<K>(this, key), next);
    } else {
      if constexpr (std::is_same_v<Q, K>) internal::CheckKey(key);
      const auto [number, is_new] = table_.FindOrAdd(
          key, [&] { return internal::MakeKey<K>(this, key); }, next);
      return {At(number), is_new};
    }
  }

  void Copy(const HeapLinkedHashSet& other) {
    reserve(other.size());
    for (const K& key : other) insert(key);
  }

  Table table_;
  HALFWORD_FIELDS(HeapLinkedHashSet, table_)
};

namespace internal {

template <typename K, typename Traits>
inline constexpr bool kIsTable<HeapLinkedHashSet<K, Traits>> = true;

}  // namespace internal

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_LINKED_HASH_SET_H_
