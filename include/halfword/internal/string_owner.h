// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringOwner: what a MutableString is made of, as far as collector and
// verifier look into it. 24 bytes, 32 in the full-width build.
//
//    0  u32  length   of the bytes, without NUL
//    4  word body     0: the bytes are in the area, and so is a NUL
//                     the sentinel: they are static, and never end
//                     a reference: a StringBody has them, or keeps them
//    8  area          16 bytes, or
//         8  i64 delta   from what the word decodes to, to the first byte
//        16  u64 link    who else has these bytes
//
// The word has a place of its own, so that a marker never takes bytes for a
// reference; delta reaches bytes anywhere, and lets the front be cut off
// without moving the rest (design/mutable_string.md#req.mutable.layout).
//
// The link of an owner with a reference:
//
//   bits 0-1   kSole    no other owner that would have to be told
//              kPair    the rest is the address of the other scoped owner
//              kCell    the rest is that of a SharedCell: three or more
//   bit 2      perhaps an owner in the heap has the bytes too, or a String
//
// In a managed object nothing but kSole and bit 2 occur, and the collector
// clears bit 2 where it finds that nobody else has the body.

#ifndef HALFWORD_INTERNAL_STRING_OWNER_H_
#define HALFWORD_INTERNAL_STRING_OWNER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// What keeps the body of a string alive.
enum class StringHold : uint8_t {
  kTraced,  // the collector finds the string in a managed object or on a stack
  kScoped,  // the string holds it until its destructor runs
};

// `near` if the word is zero, else `far`. In assembly, because g++ makes a
// branch of it where it can.
HALFWORD_ALWAYS_INLINE uintptr_t SelectByZero(Word word, uintptr_t near,
                                              uintptr_t far) {
#if defined(__x86_64__)
  __asm__("test %1, %1\n\tcmovz %2, %0"
          : "+r"(far)
          : "r"(word), "r"(near)
          : "cc");
  return far;
#else
  return word == 0 ? near : far;
#endif
}

struct StringOwner {
  static constexpr size_t kInlineBytesMax = 15;
  static constexpr uint64_t kSole = 0;
  static constexpr uint64_t kPair = 1;
  static constexpr uint64_t kCell = 2;
  static constexpr uint64_t kKindMask = 3;
  static constexpr uint64_t kPerhapsShared = 4;
  static constexpr uint64_t kTagMask = 7;

  // Empty. A marker may look at the place meanwhile, where that is one of a
  // vector that has room for more elements.
  constexpr StringOwner() noexcept {
    if (std::is_constant_evaluated()) {
      body = 0;
    } else {
      __atomic_store_n(&body, Word{0}, __ATOMIC_RELAXED);
    }
  }

  uint32_t length = 0;
  Word body;
  alignas(8) char area[16] = {};

  bool is_inline() const { return body == 0; }
  // The bytes are a body's, or kept by one.
  bool has_body() const { return IsReference(body); }

  HALFWORD_ALWAYS_INLINE const char* data() const {
    const uintptr_t far =
        DecompressWord(body) + static_cast<uintptr_t>(delta());
    return reinterpret_cast<const char*>(
        SelectByZero(body, reinterpret_cast<uintptr_t>(area), far));
  }
  HALFWORD_ALWAYS_INLINE char* data() {
    return const_cast<char*>(static_cast<const StringOwner*>(this)->data());
  }

  // Requires: not inline.
  int64_t delta() const { return Load<int64_t>(0); }
  uint64_t link() const { return Load<uint64_t>(8); }
  void set_delta(int64_t value) { std::memcpy(area, &value, sizeof(value)); }
  void set_link(uint64_t value) {
    std::memcpy(area + 8, &value, sizeof(value));
  }

  // A marker may look meanwhile: what it finds then it looks at again in the
  // pause.
  Word LoadBody() const { return __atomic_load_n(&body, __ATOMIC_ACQUIRE); }
  void StoreBody(Word word) { __atomic_store_n(&body, word, __ATOMIC_RELEASE); }

 private:
  template <typename T>
  HALFWORD_ALWAYS_INLINE T Load(size_t offset) const {
    T value;
    std::memcpy(&value, area + offset, sizeof(value));
    return value;
  }
};
static_assert(sizeof(StringOwner) == (kCompressed ? 24 : 32));
static_assert(offsetof(StringOwner, length) == 0);
static_assert(offsetof(StringOwner, body) == sizeof(Word));
static_assert(offsetof(StringOwner, area) == 2 * sizeof(Word));

}  // namespace internal

template <internal::StringHold kHold>
class BasicMutableString;

// What the two are for is said in halfword/mutable_string.h.
using MutableString = BasicMutableString<internal::StringHold::kTraced>;
using ScopedMutableString = BasicMutableString<internal::StringHold::kScoped>;

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_STRING_OWNER_H_
