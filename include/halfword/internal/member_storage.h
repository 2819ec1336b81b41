// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How a Member stores its reference: CompressedPointer, the word of
// internal/word.h, or RawPointer, a whole pointer. A Member has the former, but
// for the full-width build; subtle::UncompressedMember always has the latter.
//
// Either is trivially copyable and knows its own null and sentinel, so that
// tests and comparisons need no decoding. Both convert to the integer that they
// hold, for hashing.

#ifndef HALFWORD_INTERNAL_MEMBER_STORAGE_H_
#define HALFWORD_INTERNAL_MEMBER_STORAGE_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"
#include "halfword/sentinel_pointer.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What a write barrier finds in a slot. The names are Oilpan's; g++ warns of
// the one that is a constant of the build, too.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class WriteBarrierSlotType : unsigned char { kCompressed, kUncompressed };
#pragma GCC diagnostic pop

// Codec turns pointers into integers and back.
template <typename Codec>
class BasicStorage {
 public:
  using IntegralType = typename Codec::Integer;
  static constexpr WriteBarrierSlotType kWriteBarrierSlotType =
      Codec::kSlotType;

  // For who writes it next, so that it is written once.
  struct Unset {};

  constexpr BasicStorage() noexcept : value_(Codec::kNull) {}
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
  explicit BasicStorage(Unset) noexcept {}
  constexpr explicit BasicStorage(std::nullptr_t) noexcept : BasicStorage() {}
  constexpr explicit BasicStorage(SentinelPointer) noexcept
      : value_(Codec::kSentinel) {}
  HALFWORD_ALWAYS_INLINE explicit BasicStorage(const void* pointer) noexcept
      : value_(Codec::Encode(pointer)) {}

  HALFWORD_ALWAYS_INLINE const void* Load() const {
    return Codec::Decode(value_);
  }
  HALFWORD_ALWAYS_INLINE const void* LoadAtomic() const {
    return Codec::Decode(__atomic_load_n(&value_, __ATOMIC_ACQUIRE));
  }
  void Store(const void* pointer) { value_ = Codec::Encode(pointer); }
  void StoreAtomic(const void* pointer) { StoreRelease(BasicStorage(pointer)); }
  // What a concurrent marker finds through the slot is then complete.
  HALFWORD_ALWAYS_INLINE void StoreRelease(BasicStorage other) {
    __atomic_store_n(&value_, other.value_, __ATOMIC_RELEASE);
  }
  // For null and the sentinel, behind which there is nothing to find.
  HALFWORD_ALWAYS_INLINE void StoreRelaxed(BasicStorage other) {
    __atomic_store_n(&value_, other.value_, __ATOMIC_RELAXED);
  }

  void Clear() { value_ = Codec::kNull; }
  constexpr bool IsCleared() const { return value_ == Codec::kNull; }
  constexpr bool IsSentinel() const { return value_ == Codec::kSentinel; }

  constexpr IntegralType GetAsInteger() const { return value_; }
  constexpr operator IntegralType() const {  // NOLINT: hashed and compared
    return value_;
  }

  // The same for a base of the class.
  template <typename To, typename From>
  HALFWORD_ALWAYS_INLINE BasicStorage UpcastTo() const {
    BasicStorage result;
    result.value_ = Codec::template Upcast<To, From>(value_);
    return result;
  }

  friend constexpr bool operator==(BasicStorage a, BasicStorage b) {
    return a.value_ == b.value_;
  }
  friend constexpr std::strong_ordering operator<=>(BasicStorage a,
                                                    BasicStorage b) {
    return a.value_ <=> b.value_;
  }

 private:
  IntegralType value_;
};

struct WordCodec {
  using Integer = Word;
  static constexpr WriteBarrierSlotType kSlotType =
      WriteBarrierSlotType::kCompressed;
  static constexpr Word kNull = kNullWord;
  static constexpr Word kSentinel = kSentinelWord;

  HALFWORD_ALWAYS_INLINE static Word Encode(const void* pointer) {
    return CompressPointer(pointer);
  }
  HALFWORD_ALWAYS_INLINE static const void* Decode(Word word) {
    return DecompressPointer(word);
  }
  template <typename To, typename From>
  HALFWORD_ALWAYS_INLINE static Word Upcast(Word word) {
    return UpcastWord<To, From>(word);
  }
};

struct PointerCodec {
  using Integer = uintptr_t;
  static constexpr WriteBarrierSlotType kSlotType =
      WriteBarrierSlotType::kUncompressed;
  static constexpr uintptr_t kNull = 0;
  static constexpr uintptr_t kSentinel = kSentinelAddress;

  HALFWORD_ALWAYS_INLINE static uintptr_t Encode(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  }
  HALFWORD_ALWAYS_INLINE static const void* Decode(uintptr_t address) {
    return reinterpret_cast<const void*>(address);
  }
  template <typename To, typename From>
  HALFWORD_ALWAYS_INLINE static uintptr_t Upcast(uintptr_t address) {
    const ptrdiff_t offset = StaticCastOffset<To, From>();
    return address <= kSentinelAddress
               ? address
               : address + static_cast<uintptr_t>(offset);
  }
};

using RawPointer = BasicStorage<PointerCodec>;

#if HALFWORD_REFERENCES == 32
using CompressedPointer = BasicStorage<WordCodec>;
using DefaultMemberStorage = CompressedPointer;
#else
using DefaultMemberStorage = RawPointer;
#endif

static_assert(sizeof(DefaultMemberStorage) == sizeof(Word));
static_assert(std::is_trivially_copyable_v<DefaultMemberStorage>);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_MEMBER_STORAGE_H_
