// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapHashSet<K>: a hash set in the heap, with the interface of
// std::unordered_set.
//
//   class Document : public halfword::GarbageCollected<Document> {
//     halfword::HeapHashSet<halfword::Member<Node>> dirty_nodes_;
//     halfword::HeapHashSet<halfword::WeakMember<Node>> observed_nodes_;
//     HALFWORD_FIELDS(Document, dirty_nodes_, observed_nodes_)
//   };
//
// K is a Member, a WeakMember, a number, an enumeration, or whatever has
// HashTraits (halfword/hash_traits.h) and may be a field of a managed class. A
// null Member is a legal key; the sentinel is refused, and so is null in a weak
// set.
//
// The set itself is one reference to its memory, 4 bytes, and has no
// destructor. It may be a field of a managed class, or stand on the stack; it
// takes its memory from the heap of the object around it, or from the thread's
// current heap.
//
// Elements are in no order, and cannot be changed. Iterators stay valid until
// something is inserted (even if there was room), or the set reserves, shrinks,
// is assigned or cleared; erasing invalidates iterators to what is erased
// alone. Collections invalidate none, so that a loop may allocate.
//
// A set of WeakMember loses the objects that nothing else keeps alive. size()
// is exact; an element that an iterator stands on may become null, and is
// skipped otherwise. So does one that a reference on the stack refers to; what
// lies elsewhere, as in a coroutine's frame or a std::function, must keep an
// iterator or a WeakPersistent instead of a reference, which would show an
// object that is gone. What a collection took is given back when something is
// inserted into a set that it left nearly empty, or by shrink_to_fit().
//
// Cost: about 8 bytes an element of 4 bytes (design/tables.md). Constant time
// on average, whatever the keys are: hashes are mixed with the heap's seed.
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_HASH_SET_H_
#define HALFWORD_HEAP_HASH_SET_H_

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include "halfword/fields.h"
#include "halfword/hash_traits.h"
#include "halfword/internal/element_making.h"
#include "halfword/internal/hash_slot.h"
#include "halfword/internal/hash_table.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

template <typename K, typename HashTraitsOfK = HashTraits<K>>
class HeapHashSet {
  using Backing = internal::HashBacking<HeapHashSet>;

 public:
  using Slots = internal::SetEntries<K, HashTraitsOfK>;
  using Cursor = internal::HashCursor<Slots, Backing>;
  using key_type = K;
  using value_type = K;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = const K&;
  using const_reference = const K&;

  class const_iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = K;
    using difference_type = ptrdiff_t;
    using reference = const K&;
    using pointer = const K*;

    const_iterator() = default;
    reference operator*() const {
      return Slots::KeyOf(
          std::as_const(*Slots::Expose(cursor_.place().slot())));
    }
    pointer operator->() const { return &**this; }
    const_iterator& operator++() {
      cursor_.Advance();
      return *this;
    }
    const_iterator operator++(int) {
      const const_iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b) {
      return a.cursor_ == b.cursor_;
    }

   private:
    friend class HeapHashSet;
    explicit const_iterator(const Cursor& cursor) : cursor_(cursor) {}
    Cursor cursor_;
  };
  using iterator = const_iterator;

  HeapHashSet() = default;
  HeapHashSet(std::initializer_list<K> keys) { insert(keys); }
  template <std::input_iterator Iterator>
  HeapHashSet(Iterator first, Iterator last) {
    insert(first, last);
  }
  HeapHashSet(const HeapHashSet& other) { Copy(other); }
  HeapHashSet(HeapHashSet&& other) noexcept = default;
  HeapHashSet& operator=(const HeapHashSet& other) {
    if (this == &other) return *this;
    // The other one may be part of an entry.
    HeapHashSet old;
    swap(old);
    Copy(other);
    old.clear();
    return *this;
  }
  HeapHashSet& operator=(HeapHashSet&& other) noexcept = default;
  HeapHashSet& operator=(std::initializer_list<K> keys) {
    clear();
    insert(keys);
    return *this;
  }

  const_iterator begin() const { return const_iterator(table_.First()); }
  const_iterator end() const { return const_iterator(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  size_t size() const { return table_.Count(); }
  bool empty() const { return size() == 0; }
  // How many there may be before the set takes more memory.
  size_t capacity() const { return table_.Capacity(); }

  const_iterator find(const K& key) const { return Iterator(table_.Find(key)); }
  template <HashLookupKey<K, HashTraitsOfK> Q>
  const_iterator find(const Q& key) const {
    return Iterator(table_.Find(key));
  }
  bool contains(const K& key) const {
    return static_cast<bool>(table_.Find(key));
  }
  template <HashLookupKey<K, HashTraitsOfK> Q>
  bool contains(const Q& key) const {
    return static_cast<bool>(table_.Find(key));
  }
  template <typename Q>
  size_t count(const Q& key) const {
    return contains(key) ? 1 : 0;
  }

  // The element, and whether it is new. What the set can be asked for makes a K
  // only if it is new.
  std::pair<iterator, bool> insert(const K& key) { return Add(key); }
  std::pair<iterator, bool> insert(K&& key) { return Add(std::move(key)); }
  template <HashLookupKey<K, HashTraitsOfK> Q>
    requires std::is_constructible_v<K, const Q&>
  std::pair<iterator, bool> insert(const Q& key) {
    return Add(key);
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
    return Add(K(std::forward<Args>(args)...));
  }

  // The element behind the one that is erased.
  iterator erase(const_iterator position) {
    const const_iterator erased = position++;
    table_.Erase(erased.cursor_.place());
    return position;
  }
  size_t erase(const K& key) { return table_.EraseKey(key) ? 1 : 0; }
  template <HashLookupKey<K, HashTraitsOfK> Q>
  size_t erase(const Q& key) {
    return table_.EraseKey(key) ? 1 : 0;
  }
  template <typename Predicate>
  friend size_t erase_if(HeapHashSet& set, Predicate predicate) {
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
  // Gives back what is not needed, unless the heap's limit leaves no room for
  // another table meanwhile.
  void shrink_to_fit() { table_.Shrink(); }
  void swap(HeapHashSet& other) noexcept { table_.Swap(other.table_); }
  friend void swap(HeapHashSet& a, HeapHashSet& b) noexcept { a.swap(b); }

  friend bool operator==(const HeapHashSet& a, const HeapHashSet& b) {
    if (a.size() != b.size()) return false;
    for (const K& key : a) {
      if (!b.contains(key)) return false;
    }
    return true;
  }

  void Trace(Visitor* visitor) const { table_.Trace(visitor); }

 private:
  friend struct internal::HashTableTestPeer;
  using Table = internal::HashTable<HeapHashSet, Slots, K, HashTraitsOfK>;

  const_iterator Iterator(const typename Table::Place& place) const {
    return const_iterator(table_.At(place));
  }

  template <typename Q>
  std::pair<iterator, bool> Add(Q&& key) {
    internal::CheckKeyType<K, HashTraitsOfK>();
    if constexpr (std::is_same_v<std::remove_cvref_t<Q>, K>) {
      internal::CheckKey(key);
    }
    constexpr bool kIsQuiet = internal::kIsMadeQuietly<K, Q>;
    const auto [place, is_new] = table_.template FindOrAdd<kIsQuiet>(
        key,
        [&]() -> decltype(auto) {
          // A weak key may be cleared while room is made: it is copied first.
          if constexpr (std::is_same_v<Q, K> && !internal::IsWeakField<K>()) {
            return std::forward<Q>(key);  // moved once there is room
          } else {
            return internal::MakeKey<K>(this, std::forward<Q>(key));
          }
        },
        internal::KeepEntry());
    return {Iterator(place), is_new};
  }

  void Copy(const HeapHashSet& other) {
    reserve(other.size());
    for (const K& key : other) insert(key);
  }

  Table table_;
  HALFWORD_FIELDS(HeapHashSet, table_)
};

namespace internal {

template <typename K, typename Traits>
inline constexpr bool kIsTable<HeapHashSet<K, Traits>> = true;

}  // namespace internal

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_HASH_SET_H_
