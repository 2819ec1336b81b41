// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapHashMap<K, V>: a hash map in the heap, with the interface of
// std::unordered_map. Keys, memory, iterators and threads are as with
// HeapHashSet (halfword/heap_hash_set.h); V is what a field may be.
//
//   HeapHashMap<Member<Node>, int>                 holds its keys
//   HeapHashMap<WeakMember<Node>, int>             loses entries whose key dies
//   HeapHashMap<int, WeakMember<Node>>             ... whose value dies
//   HeapHashMap<WeakMember<Node>, Member<State>>   ... whose key dies;
//       holds a value only while its key lives: it may refer back to the key
//
// What an iterator gives is no object in memory but a pair of references:
//
//   for (auto [node, count] : counts) ++count;
//   for (const auto& entry : counts) Show(entry.first, entry.second);
//
// References to values end with the next insertion, as in other flat tables:
// map[a] = map[b] asks for both and may read the second when it has moved;
// write const T value = map[b]; map[a] = value;
//
// A reference to a part of a weak map's entry stands on the stack, as in
// heap_hash_set.h. A value that a weak map loses by it becomes null; one that
// is assigned null takes its entry along, too, and is counted until the next
// collection.

#ifndef HALFWORD_HEAP_HASH_MAP_H_
#define HALFWORD_HEAP_HASH_MAP_H_

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
#include "halfword/internal/parts.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

// What iterators of maps give. V is const in those of a const map.
template <typename K, typename V>
struct HeapHashMapEntry {
  const K& first;
  V& second;
};

template <typename K, typename V, typename HashTraitsOfK = HashTraits<K>>
class HeapHashMap {
  using Backing = internal::HashBacking<HeapHashMap>;

 public:
  using Slots = internal::MapEntries<K, V, HashTraitsOfK>;
  using Cursor = internal::HashCursor<Slots, Backing>;
  using key_type = K;
  using mapped_type = V;
  using size_type = size_t;
  using difference_type = ptrdiff_t;

  template <typename Value>
  class BasicIterator {
   public:
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = HeapHashMapEntry<K, Value>;
    using difference_type = ptrdiff_t;
    using reference = HeapHashMapEntry<K, Value>;
    // Holds the pair that -> looks into.
    class pointer {
     public:
      const reference* operator->() const { return &entry_; }

     private:
      friend class BasicIterator;
      explicit pointer(reference entry) : entry_(entry) {}
      reference entry_;
    };

    BasicIterator() = default;
    operator BasicIterator<const Value>() const {  // NOLINT: as std's
      return BasicIterator<const Value>(cursor_);
    }
    reference operator*() const {
      auto& slot = *Slots::Expose(cursor_.place().slot());
      return {Slots::KeyOf(slot), slot.value};
    }
    pointer operator->() const { return pointer(**this); }
    BasicIterator& operator++() {
      cursor_.Advance();
      return *this;
    }
    BasicIterator operator++(int) {
      const BasicIterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(const BasicIterator& a, const BasicIterator& b) {
      return a.cursor_ == b.cursor_;
    }

   private:
    friend class HeapHashMap;
    template <typename Other>
    friend class BasicIterator;
    explicit BasicIterator(const Cursor& cursor) : cursor_(cursor) {}
    Cursor cursor_;
  };
  using iterator = BasicIterator<V>;
  using const_iterator = BasicIterator<const V>;
  using reference = typename iterator::reference;
  using const_reference = typename const_iterator::reference;
  using value_type = reference;

  HeapHashMap() = default;
  HeapHashMap(std::initializer_list<std::pair<K, V>> entries) {
    insert(entries);
  }
  template <std::input_iterator Iterator>
  HeapHashMap(Iterator first, Iterator last) {
    insert(first, last);
  }
  HeapHashMap(const HeapHashMap& other) { Copy(other); }
  HeapHashMap(HeapHashMap&& other) noexcept = default;
  HeapHashMap& operator=(const HeapHashMap& other) {
    if (this == &other) return *this;
    // The other one may be part of an entry.
    HeapHashMap old;
    swap(old);
    Copy(other);
    old.clear();
    return *this;
  }
  HeapHashMap& operator=(HeapHashMap&& other) noexcept = default;
  HeapHashMap& operator=(std::initializer_list<std::pair<K, V>> entries) {
    clear();
    insert(entries);
    return *this;
  }

  iterator begin() { return iterator(table_.First()); }
  iterator end() { return iterator(); }
  const_iterator begin() const { return const_iterator(table_.First()); }
  const_iterator end() const { return const_iterator(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  size_t size() const { return table_.Count(); }
  bool empty() const { return size() == 0; }
  // How many there may be before the map takes more memory.
  size_t capacity() const { return table_.Capacity(); }

  iterator find(const K& key) { return Find<iterator>(key); }
  const_iterator find(const K& key) const { return Find<const_iterator>(key); }
  template <HashLookupKey<K, HashTraitsOfK> Q>
  iterator find(const Q& key) {
    return Find<iterator>(key);
  }
  template <HashLookupKey<K, HashTraitsOfK> Q>
  const_iterator find(const Q& key) const {
    return Find<const_iterator>(key);
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

  // Errors: std::out_of_range if the map does not hold the key; where the
  // library is built without exceptions, one line.
  template <typename Q>
  V& at(const Q& key) {
    return const_cast<V&>(std::as_const(*this).at(key));
  }
  template <typename Q>
  const V& at(const Q& key) const {
    const const_iterator found = find(key);
    if (found == end()) internal::FailAtMissingKey();
    return (*found).second;
  }
  // The value of the key, a new one if it is new.
  V& operator[](const K& key) { return (*try_emplace(key).first).second; }
  template <HashLookupKey<K, HashTraitsOfK> Q>
    requires std::is_constructible_v<K, const Q&>
  V& operator[](const Q& key) {
    return (*try_emplace(key).first).second;
  }

  // The entry, and whether it is new. Arguments are used only if it is; what
  // the map can be asked for makes a K only then.
  template <typename... Args>
  std::pair<iterator, bool> try_emplace(const K& key, Args&&... args) {
    return Add(key, std::forward<Args>(args)...);
  }
  template <HashLookupKey<K, HashTraitsOfK> Q, typename... Args>
    requires std::is_constructible_v<K, const Q&>
  std::pair<iterator, bool> try_emplace(const Q& key, Args&&... args) {
    return Add(key, std::forward<Args>(args)...);
  }
  template <typename KeyArgument, typename... Args>
  std::pair<iterator, bool> emplace(KeyArgument&& key, Args&&... args) {
    return try_emplace(std::forward<KeyArgument>(key),
                       std::forward<Args>(args)...);
  }
  std::pair<iterator, bool> insert(const std::pair<K, V>& entry) {
    return try_emplace(entry.first, entry.second);
  }
  // Of anything that is two things, entries of other maps too.
  template <typename Entry>
    requires(!std::is_same_v<std::remove_cvref_t<Entry>, std::pair<K, V>> &&
             requires(const Entry& entry) {
               entry.first;
               entry.second;
             })
  std::pair<iterator, bool> insert(const Entry& entry) {
    return try_emplace(entry.first, entry.second);
  }
  template <std::input_iterator Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }
  void insert(std::initializer_list<std::pair<K, V>> entries) {
    insert(entries.begin(), entries.end());
  }
  template <typename Q, typename Value>
    requires(HashLookupKey<Q, K, HashTraitsOfK> ||
             std::is_convertible_v<const Q&, K>)
  std::pair<iterator, bool> insert_or_assign(const Q& key, Value&& value) {
    if constexpr (HashLookupKey<Q, K, HashTraitsOfK> && !kIsReference) {
      return Assign(key,
                    internal::MakeElement<V>(this, std::forward<Value>(value)));
    } else {
      // What is weak may be cleared while the value is made.
      const K kept = internal::MakeElement<K>(this, key);
      return Assign(kept,
                    internal::MakeElement<V>(this, std::forward<Value>(value)));
    }
  }

  // The entry behind the one that is erased.
  iterator erase(const_iterator position) {
    Cursor next = position.cursor_;
    next.Advance();
    table_.Erase(position.cursor_.place());
    return iterator(next);
  }
  iterator erase(iterator position) { return erase(const_iterator(position)); }
  size_t erase(const K& key) { return table_.EraseKey(key) ? 1 : 0; }
  template <HashLookupKey<K, HashTraitsOfK> Q>
  size_t erase(const Q& key) {
    return table_.EraseKey(key) ? 1 : 0;
  }
  template <typename Predicate>
  friend size_t erase_if(HeapHashMap& map, Predicate predicate) {
    size_t count = 0;
    for (iterator it = map.begin(); it != map.end();) {
      if (predicate(*it)) {
        it = map.erase(it);
        ++count;
      } else {
        ++it;
      }
    }
    return count;
  }

  // Gives the memory back at once.
  void clear() { table_.Clear(); }
  // Room for so many entries in all.
  void reserve(size_t count) { table_.Reserve(count); }
  // Gives back what is not needed, unless the heap's limit leaves no room for
  // another table meanwhile.
  void shrink_to_fit() { table_.Shrink(); }
  void swap(HeapHashMap& other) noexcept { table_.Swap(other.table_); }
  friend void swap(HeapHashMap& a, HeapHashMap& b) noexcept { a.swap(b); }

  friend bool operator==(const HeapHashMap& a, const HeapHashMap& b) {
    if (a.size() != b.size()) return false;
    for (const auto& [key, value] : a) {
      const const_iterator found = b.find(key);
      if (found == b.end() || !((*found).second == value)) return false;
    }
    return true;
  }

  void Trace(Visitor* visitor) const { table_.Trace(visitor); }

 private:
  friend struct internal::HashTableTestPeer;
  using Table = internal::HashTable<HeapHashMap, Slots, K, HashTraitsOfK>;
  static constexpr bool kIsReference =
      internal::WordField<K>::kIsWord && !internal::IsString<K>();

  template <typename Iterator, typename Q>
  Iterator Find(const Q& key) const {
    return Iterator(table_.At(table_.Find(key)));
  }

  static constexpr void CheckParts() {
    internal::CheckKeyType<K, HashTraitsOfK>();
    internal::CheckEntryPart<V>();
    constexpr bool kIsWeakKey = internal::IsWeakField<K>();
    static_assert(
        !Slots::kIsEphemeron || !internal::StoresHash<HashTraitsOfK>,
        "halfword: an entry of a map from WeakMember to Member has no "
        "room for a hash: leave kStoresHash out of these HashTraits");
    static_assert(!kIsWeakKey || Slots::kIsEphemeron ||
                      !internal::AnyPart<internal::IsHoldingPart, V>(),
                  "halfword: a strong reference that is part of a value could "
                  "keep its weak key alive: put the value into a managed "
                  "class, and a Member to that into the map");
    static_assert(
        !kIsWeakKey || !internal::AnyPart<internal::IsTaggedPart, V>(),
        "halfword: a Tagged value may be a reference, which could "
        "keep its weak key alive: put it into a managed class, and a "
        "Member to that into the map");
  }

  // What an assignment does to the entry of a key that is there.
  struct Assigning {
    void operator()(auto* slot) const { slot->value = std::move(*value); }
    // The value was made part of an entry before the key was there.
    void operator()(auto* slot, typename Slots::NewEntry& made) const {
      slot->value = std::move(made.value);
    }
    V* value;
  };

  template <typename Q, typename... Args>
  HALFWORD_ALWAYS_INLINE std::pair<iterator, bool> Add(const Q& key,
                                                       Args&&... args) {
    return AddOrChange(key, internal::KeepEntry(), std::forward<Args>(args)...);
  }
  template <typename Q>
  HALFWORD_ALWAYS_INLINE std::pair<iterator, bool> Assign(const Q& key,
                                                          V value) {
    return AddOrChange(key, Assigning{&value}, std::move(value));
  }

  // key and args may refer into the map: all is made before it is built anew.
  template <typename Q, typename ChangeSlot, typename... Args>
  HALFWORD_ALWAYS_INLINE std::pair<iterator, bool> AddOrChange(
      const Q& key, ChangeSlot change, Args&&... args) {
    CheckParts();
    if constexpr (std::is_same_v<Q, K>) internal::CheckKey(key);
    constexpr bool kIsQuiet = internal::kIsMadeQuietly<K, const Q&> &&
                              internal::kIsMadeQuietly<V, Args...>;
    const auto [place, is_new] = table_.template FindOrAdd<kIsQuiet>(
        key,
        [&]() -> typename Slots::NewEntry {
          return {internal::MakeKey<K>(this, key),
                  internal::MakeElement<V>(this, std::forward<Args>(args)...)};
        },
        change);
    return {iterator(table_.At(place)), is_new};
  }

  void Copy(const HeapHashMap& other) {
    reserve(other.size());
    for (const auto& [key, value] : other) try_emplace(key, value);
  }

  Table table_;
  HALFWORD_FIELDS(HeapHashMap, table_)
};

namespace internal {

template <typename K, typename V, typename Traits>
inline constexpr bool kIsTable<HeapHashMap<K, V, Traits>> = true;

}  // namespace internal

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HEAP_HASH_MAP_H_
