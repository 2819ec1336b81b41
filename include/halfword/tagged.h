// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tagged<T>: either a 31-bit integer or a strong reference to a T, in one word.
//
// Interpreters keep small integers in the value itself. The reference is the
// same word that a Member holds (bit 31 set); every word with bit 31 clear is
// an integer from 0 to 2^31 - 1 here, read with sign from -2^30 to 2^30 - 1. A
// default-made Tagged is the integer 0. There is no null and no sentinel: all
// 2^31 immediates are integers.

#ifndef HALFWORD_TAGGED_H_
#define HALFWORD_TAGGED_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include "halfword/internal/checks.h"
#include "halfword/internal/word.h"
#include "halfword/internal/write_barrier.h"
#include "halfword/member.h"
#include "halfword/persistent.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// No bool, no floating point, and nothing that an int32_t does not hold.
template <typename T>
concept TaggedInteger =
    std::integral<T> && !std::same_as<T, bool> &&
    std::numeric_limits<T>::digits <= std::numeric_limits<int32_t>::digits;

// What GetRawStorage() gave, on its way back into a Tagged.
struct RawStorage {
  Word word;
};

}  // namespace internal

template <typename T>
class Tagged {
 public:
  using PointeeType = T;

  static constexpr int32_t kIntegerMin = -(int32_t{1} << 30);
  static constexpr int32_t kIntegerMax = (int32_t{1} << 30) - 1;

  // Whether a Tagged can hold a number as an integer.
  static constexpr bool FitsInteger(int64_t value) {
    return value >= kIntegerMin && value <= kIntegerMax;
  }

  constexpr Tagged() : word_(0) {}
  // Requires: FitsInteger(value) (checked in debug builds).
  template <internal::TaggedInteger Integer>
  Tagged(Integer value)  // NOLINT: a small integer is a value of its own
      : word_(EncodeInteger(value)) {}
  // Requires: object is not null.
  Tagged(T* object) {  // NOLINT
    Store(EncodeObject(object));
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  Tagged(const internal::BasicMember<U, Policies...>& member)  // NOLINT
      : Tagged(static_cast<T*>(member.get())) {}
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  Tagged(const internal::BasicPersistent<U, Policies...>& handle)  // NOLINT
      : Tagged(static_cast<T*>(handle.Get())) {}
  Tagged(std::nullptr_t) = delete;  // there is no null
  explicit Tagged(internal::RawStorage raw) { Store(raw.word); }
  Tagged(const Tagged& other) noexcept { Store(other.Load()); }
  ~Tagged() = default;

  Tagged& operator=(const Tagged& other) noexcept {
    Store(other.Load());
    return *this;
  }
  Tagged& operator=(T* object) {
    Store(EncodeObject(object));
    return *this;
  }
  Tagged& operator=(std::nullptr_t) = delete;
  template <internal::TaggedInteger Integer>
  Tagged& operator=(Integer value) {
    __atomic_store_n(&word_, EncodeInteger(value), __ATOMIC_RELAXED);
    return *this;
  }

  bool IsObject() const { return internal::IsReference(Load()); }
  bool IsInteger() const { return !IsObject(); }

  // Requires: IsObject().
  T* object() const {
    HALFWORD_DCHECK(IsObject(), "ask IsObject() before object()");
    return static_cast<T*>(internal::DecompressPointer(Load()));
  }
  // Requires: IsInteger().
  int32_t integer() const {
    HALFWORD_DCHECK(IsInteger(), "ask IsInteger() before integer()");
    return static_cast<int32_t>(static_cast<uint32_t>(Load()) << 1) >> 1;
  }

  // The object, or null for an integer: no branch on the kind is needed first.
  T* ObjectOrNull() const { return IsObject() ? object() : nullptr; }

  internal::Word GetRawStorage() const { return Load(); }

  friend bool operator==(const Tagged& a, const Tagged& b) {
    return a.Load() == b.Load();
  }

 private:
  static constexpr internal::Word EncodeInteger(int32_t value) {
    HALFWORD_DCHECK(FitsInteger(value),
                    "a tagged integer has 31 bits; ask FitsInteger() first");
    return static_cast<uint32_t>(value) & 0x7fffffffu;
  }
  HALFWORD_ALWAYS_INLINE internal::Word EncodeObject(const T* object) const {
    HALFWORD_DCHECK(object != nullptr,
                    "a Tagged holds an object or an integer");
#if HALFWORD_DCHECK_ENABLED
    internal::CheckReference(reinterpret_cast<uintptr_t>(this), object,
                             internal::type_slot<std::remove_cv_t<T>>);
#endif
    return internal::CompressPointer(object);
  }

  internal::Word Load() const { return word_; }
  void Store(internal::Word word) {
    __atomic_store_n(&word_, word, __ATOMIC_RELEASE);
    internal::TaggedWriteBarrier(this);
  }

  internal::Word word_;
};

}  // namespace halfword::inline HALFWORD_ABI

template <typename T>
struct std::hash<halfword::Tagged<T>> {
  size_t operator()(const halfword::Tagged<T>& tagged) const {
    return std::hash<halfword::internal::Word>()(tagged.GetRawStorage());
  }
};

#endif  // HALFWORD_TAGGED_H_
