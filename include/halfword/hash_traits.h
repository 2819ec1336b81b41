// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HashTraits<T>: what a hash table asks of its keys. It is the one thing to
// specialise for a type of one's own:
//
//   struct Point { int32_t x, y; HALFWORD_FIELDS(Point, x, y) };
//   template <>
//   struct halfword::HashTraits<Point> {
//     static uint64_t Hash(const Point& point, uint64_t seed) {
//       return halfword::HashBytes(&point, sizeof(point), seed);
//     }
//     static bool Equal(const Point& a, const Point& b) {
//       return a.x == b.x && a.y == b.y;
//     }
//   };
//
// Hash() gives 32 or 64 bits; equal keys have equal hashes for one seed, which
// differs between heaps. Where Hash(q, seed) and Equal(key, q) take another
// type too, tables look up by it without making a key: T* for Member<T>.
//
// What a specialisation may add:
//
//   static constexpr bool kIsMixed = true;
//     Every bit of the hash depends on every bit of the key and of the seed.
//     Otherwise tables mix it, so that no Hash() can make clusters.
//   static constexpr bool kStoresHash = true;
//     Hash() is expensive: entries keep 32 bits of it, and keys are compared
//     only if these are equal.
//   static constexpr bool kUsesNoHeap = true;
//     Neither Hash() nor Equal() allocates in a heap or changes a table. So
//     tables need not look whether Hash() had them cleared or built anew, nor
//     note all hashes before they move entries (design/tables.md).
//   static constexpr bool kIgnoresWeakFields = true;
//     Neither of them looks at the WeakMembers of a key that is a struct. Else
//     such a key is refused: when one is cleared it would be another key, which
//     nobody finds any more and nothing removes.
//
// Hash() may use the heap otherwise. Equal() must not, and debug builds say
// where it does: a String that was hashed is flat, so that comparing it
// allocates nothing.
//
// No value of a key is taken for "empty" or "deleted": tables keep that apart.
// Here are the traits of numbers, enumerations and references. A reference is
// hashed by its word, undecoded, as it is where the heap was made; so tables of
// an image stay right when it is put elsewhere
// (design/tables.md#req.table.word). Traits of one's own that hash what a
// Member refers to by its place must do it by the traits of Member, too, not by
// its address.

#ifndef HALFWORD_HASH_TRAITS_H_
#define HALFWORD_HASH_TRAITS_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "halfword/internal/backing.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/build_config.h"
#include "halfword/internal/home_word.h"
#include "halfword/internal/word.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

__extension__ using Uint128 = unsigned __int128;

}  // namespace internal

// A good hash of a number: each bit depends on all bits of number and seed.
HALFWORD_ALWAYS_INLINE constexpr uint64_t HashNumber(uint64_t number,
                                                     uint64_t seed) {
  // The halves of a product with an odd constant. The first constant keeps a
  // seed that a program chose, such as 0, from meeting its own number.
  const internal::Uint128 product =
      static_cast<internal::Uint128>(number ^ seed ^ 0x9e3779b97f4a7c15) *
      0xbf58476d1ce4e5b9;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

namespace internal {

inline constexpr size_t kShortHashBytesMax = 16;

// The halves of a product: each bit depends on all bits of both.
HALFWORD_ALWAYS_INLINE uint64_t FoldProduct(uint64_t a, uint64_t b) {
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

template <typename Unit>
HALFWORD_ALWAYS_INLINE uint64_t LoadForHash(const unsigned char* bytes) {
  Unit unit;
  std::memcpy(&unit, bytes, sizeof(unit));
  return unit;
}

// Two loads, which overlap, and two products. Neither factor of the first can
// be made zero by whoever does not know the seed.
// Requires: count <= kShortHashBytesMax.
HALFWORD_ALWAYS_INLINE uint64_t HashShortBytes(const void* begin, size_t count,
                                               uint64_t seed) {
  const auto* const bytes = static_cast<const unsigned char*>(begin);
  uint64_t first = 0;
  uint64_t last = 0;
  if (count >= 8) {
    first = LoadForHash<uint64_t>(bytes);
    last = LoadForHash<uint64_t>(bytes + count - 8);
  } else if (count >= 4) {
    first = LoadForHash<uint32_t>(bytes);
    last = LoadForHash<uint32_t>(bytes + count - 4);
  } else if (count != 0) {
    first = bytes[0] | uint64_t{bytes[count / 2]} << 8 |
            uint64_t{bytes[count - 1]} << 16;
  }
  const uint64_t both = FoldProduct(first ^ seed ^ 0xa0d25ff3d0bd1a35,
                                    last ^ seed ^ 0x4c1d6f0e5b9237e9);
  return HashNumber(both ^ count, seed);
}

// By XXH3.
uint64_t HashLongBytes(const void* bytes, size_t count, uint64_t seed);

}  // namespace internal

// The same of bytes. Requires: equal keys have equal bytes (no padding).
HALFWORD_ALWAYS_INLINE uint64_t HashBytes(const void* bytes, size_t count,
                                          uint64_t seed) {
  return count <= internal::kShortHashBytesMax
             ? internal::HashShortBytes(bytes, count, seed)
             : internal::HashLongBytes(bytes, count, seed);
}

namespace internal {

template <typename T>
inline constexpr bool kAlwaysFalse = false;

}  // namespace internal

template <typename T>
struct HashTraits {
  static_assert(internal::kAlwaysFalse<T>,
                "halfword: a hash table needs to know how to hash and compare "
                "this type of key: specialise halfword::HashTraits for it, "
                "with Hash(key, seed) and Equal(a, b)");
};

template <typename T>
  requires std::integral<T> || std::is_enum_v<T>
struct HashTraits<T> {
  static constexpr bool kIsMixed = true;
  static constexpr bool kUsesNoHeap = true;
  // Constrained, so that no other number is narrowed to a T.
  template <std::same_as<T> U>
  static uint64_t Hash(U value, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(value), seed);
  }
  template <std::same_as<T> U>
  static bool Equal(T a, U b) {
    return a == b;
  }
  static constexpr internal::KeyHash kKeyHash = internal::KeyHash::kContent;
};

// Looked up by Members of any strength, handles and pointers.
template <typename T, typename Tag, typename Barrier, typename Checking>
struct HashTraits<internal::BasicMember<T, Tag, Barrier, Checking,
                                        internal::DefaultMemberStorage>> {
  using Storage = internal::DefaultMemberStorage;
  using Key = internal::BasicMember<T, Tag, Barrier, Checking, Storage>;
  template <typename OtherTag, typename OtherBarrier>
  using Alike =
      internal::BasicMember<T, OtherTag, OtherBarrier, Checking, Storage>;

  static constexpr bool kIsMixed = true;
  static constexpr bool kUsesNoHeap = true;

  template <typename OtherTag, typename OtherBarrier>
  static uint64_t Hash(const Alike<OtherTag, OtherBarrier>& member,
                       uint64_t seed) {
    return HashNumber(internal::HomeWord(member.GetRawStorage().GetAsInteger()),
                      seed);
  }
  static uint64_t Hash(const T* object, uint64_t seed) {
    return HashNumber(internal::HomeWord(Storage(object).GetAsInteger()), seed);
  }
  template <typename OtherTag, typename OtherBarrier>
  static bool Equal(const Key& key,
                    const Alike<OtherTag, OtherBarrier>& other) {
    return key.GetRawStorage() == other.GetRawStorage();
  }
  static bool Equal(const Key& key, const T* object) {
    const void* const address = object;
    return key.GetRawStorage() == Storage(address);
  }
  static constexpr internal::KeyHash kKeyHash = internal::KeyHash::kReference;
};

// What a table of K can be asked for without making a K.
template <typename Q, typename K, typename Traits = HashTraits<K>>
concept HashLookupKey = requires(const Q& asked, const K& key) {
  Traits::Hash(asked, uint64_t{});
  { Traits::Equal(key, asked) } -> std::convertible_to<bool>;
};

namespace internal {

template <typename Traits>
concept MixesHash = requires { requires Traits::kIsMixed; };
template <typename Traits>
concept StoresHash = requires { requires Traits::kStoresHash; };

// What of a key is hashed. A specialisation may use the heap for that, as for
// the bytes of a String, and its traits must not after it: so a table calls it
// before it loads its backing.
template <typename Traits>
struct KeyPreparation {
  static constexpr bool kHasNoHeapUseAfter =
      requires { requires Traits::kUsesNoHeap; };
  template <typename Q>
  static const Q& Of(const Q& key) {
    return key;
  }
};
template <typename Traits>
concept UsesNoHeap = KeyPreparation<Traits>::kHasNoHeapUseAfter;

// Whether a table that is built anew calls a Hash() that may use the heap. What
// that runs may use the table, so that all hashes are noted first
// (design/tables.md#req.table.anew).
template <typename Traits>
inline constexpr bool kNotesHashes = !StoresHash<Traits> && !UsesNoHeap<Traits>;

// Lives while Equal() runs. A search goes on in a backing that a collection's
// callback might free, so debug builds end where Equal() allocates.
struct NoScope {
  explicit NoScope(const void*) {}
};
template <typename Traits>
using EqualScope = std::conditional_t<kDchecks && !UsesNoHeap<Traits>,
                                      NoAllocationScope, NoScope>;

// The 32 bits that tables go by.
template <typename Traits, typename Q>
HALFWORD_ALWAYS_INLINE uint32_t TableHashOf(const Q& key, uint64_t seed) {
  const auto given = Traits::Hash(key, seed);
  static_assert(std::is_unsigned_v<decltype(given)> || sizeof(given) >= 4,
                "halfword: Hash() of HashTraits gives uint32_t or uint64_t");
  if constexpr (MixesHash<Traits> && sizeof(given) == sizeof(uint32_t)) {
    return given;
  } else {
    uint64_t hash = given;
    if constexpr (!MixesHash<Traits>) hash = HashNumber(hash, seed);
    return static_cast<uint32_t>(hash ^ hash >> 32);
  }
}

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_HASH_TRAITS_H_
