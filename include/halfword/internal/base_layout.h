// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where the listed bases of a class lie, known when it is compiled.
//
// The compilers fold the difference of two pointers into one object, but call
// it a constant expression only in certain clothes, and each in its own.
// Private bases count too, hence the old casts.

#ifndef HALFWORD_INTERNAL_BASE_LAYOUT_H_
#define HALFWORD_INTERNAL_BASE_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/garbage_collected.h"
#include "halfword/internal/field_access.h"
#include "halfword/internal/reference_count.h"

namespace halfword::inline HALFWORD_ABI::internal {

// C++20 has no arrays of no elements.
constexpr size_t AtLeastOne(size_t count) { return count == 0 ? 1 : count; }

constexpr uint32_t AlignUp(uint32_t value, uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// NOLINTBEGIN(google-readability-casting): no other cast reaches a base that is
// private, or is folded into a constant.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"

// Where Base lies in Class, as the running program finds it.
template <typename Class, typename Base>
ptrdiff_t BaseOffset() {
  static_assert(std::is_base_of_v<Base, Class>);
  constexpr uintptr_t kProbe = 0x100000;
  auto* const object = reinterpret_cast<Class*>(kProbe);
  return static_cast<ptrdiff_t>(reinterpret_cast<uintptr_t>((Base*)object) -
                                kProbe);
}

#if defined(__clang__)

// Clang folds in a conditional on __builtin_constant_p what it would not accept
// elsewhere.
template <typename Class, typename Base>
constexpr uint32_t ConstantBaseOffset() {
  constexpr ptrdiff_t kOffset =
      __builtin_constant_p((char*)(Base*)(Class*)0x100000 - (char*)0x100000)
          ? (char*)(Base*)(Class*)0x100000 - (char*)0x100000
          : 0;
  return static_cast<uint32_t>(kOffset);
}

template <typename Class>
inline constexpr bool kBaseOffsetsAreExact = true;

#else

// g++ compares addresses inside a variable that exists nowhere.
template <typename Class>
struct LayoutProbe {
  union Overlay {
    Overlay();
    ~Overlay();
    char bytes[sizeof(Class)];
    Class object;
  };
  static Overlay overlay;
};

template <typename Class, typename Base>
constexpr uint32_t ConstantBaseOffset() {
  const void* const base = (const Base*)&LayoutProbe<Class>::overlay.object;
  uint32_t offset = 0;
  while (base !=
         static_cast<const void*>(&LayoutProbe<Class>::overlay.bytes[offset])) {
    offset += static_cast<uint32_t>(alignof(Base));
  }
  return offset;
}

// No variable is of an abstract class, not even one that does not exist.
template <typename Class>
inline constexpr bool kBaseOffsetsAreExact = !std::is_abstract_v<Class>;

#endif

#pragma GCC diagnostic pop
// NOLINTEND(google-readability-casting)

// Where a derived class may begin to put its own fields.
template <typename Class>
constexpr uint32_t DataEnd();

template <size_t kCount>
struct BaseOffsets {
  uint32_t offsets[AtLeastOne(kCount)] = {};
  uint32_t end = 0;        // of all bases with data, and of the vptr
  uint32_t empty_end = 0;  // of empty bases: no field is kept from there
};

template <typename... Bases>
constexpr size_t FirstPolymorphic() {
  size_t index = 0;
  static_cast<void>(
      ((std::is_polymorphic_v<Bases> || (++index, false)) || ...));
  return index;
}

// For what cannot be folded: bases follow each other, the first polymorphic one
// before all others. Registration compares it with what is true.
template <typename Class, typename... Bases>
constexpr void GuessBaseOffsets(
    uint32_t (&offsets)[AtLeastOne(sizeof...(Bases))]) {
  constexpr size_t kPrimary = FirstPolymorphic<Bases...>();
  uint32_t end = 0;
  if (std::is_polymorphic_v<Class> && kPrimary == sizeof...(Bases)) {
    end = sizeof(void*);
  }
  size_t index = 0;
  [[maybe_unused]] const auto add = [&]<typename Base>(std::type_identity<Base>,
                                                       bool is_first) {
    if ((index == kPrimary) == is_first && !std::is_empty_v<Base>) {
      offsets[index] = AlignUp(end, static_cast<uint32_t>(alignof(Base)));
      end = offsets[index] + DataEnd<Base>();
    }
    ++index;
  };
  (add(std::type_identity<Bases>(), true), ...);
  index = 0;
  (add(std::type_identity<Bases>(), false), ...);
}

// The end of the count of a reference-counted class, whose base is not listed;
// 0 of other classes. Where a g++ does not tell, it is behind the vtable
// pointer, as long as no listed base is in between, which ends behind it.
template <typename Class>
constexpr uint32_t CountEnd() {
  if constexpr (!DerivesFromRefCounted<Class>) {
    return 0;
  } else if constexpr (!kBaseOffsetsAreExact<Class>) {
    return static_cast<uint32_t>(kGranuleBytes + sizeof(uint32_t));
  } else {
    using Base = CountedObject<typename Class::ReferenceCount>;
    return ConstantBaseOffset<Class, Base>() +
           static_cast<uint32_t>(sizeof(uint32_t));
  }
}

template <typename Class, typename... Bases>
constexpr auto LayOutBases(BaseList<Class, Bases...>) {
  BaseOffsets<sizeof...(Bases)> result;
  if constexpr ((std::is_base_of_v<Bases, Class> && ...)) {
    if constexpr (kBaseOffsetsAreExact<Class>) {
      [[maybe_unused]] size_t index = 0;
      ((result.offsets[index++] = ConstantBaseOffset<Class, Bases>()), ...);
    } else {
      GuessBaseOffsets<Class, Bases...>(result.offsets);
    }
  }
  const auto extend = [](uint32_t& end, uint32_t to) {
    if (to > end) end = to;
  };
  if (std::is_polymorphic_v<Class>) extend(result.end, sizeof(void*));
  extend(result.end, CountEnd<Class>());
  [[maybe_unused]] size_t index = 0;
  [[maybe_unused]] const auto add = [&]<typename Base>(
                                        std::type_identity<Base>) {
    const uint32_t offset = result.offsets[index++];
    if constexpr (std::is_empty_v<Base>) {
      extend(result.empty_end, offset + static_cast<uint32_t>(sizeof(Base)));
    } else {
      extend(result.end, offset + DataEnd<Base>());
    }
  };
  (add(std::type_identity<Bases>()), ...);
  if (std::is_base_of_v<GarbageCollectedMixin, Class>) {
    extend(result.empty_end,
           static_cast<uint32_t>(sizeof(GarbageCollectedMixin)));
  }
  return result;
}

// By the order in which HALFWORD_BASES lists them.
template <typename Class>
inline constexpr auto kBaseOffsets =
    LayOutBases<Class>(FieldAccess::Bases<Class>());

template <typename Class>
constexpr uint32_t DataEnd() {
  if constexpr (std::is_empty_v<Class>) {
    return 0;
  } else if constexpr (!FieldAccess::ListsFields<Class>() ||
                       (std::is_aggregate_v<Class> &&
                        std::is_standard_layout_v<Class> &&
                        std::is_trivially_copyable_v<Class>)) {
    // Unknown, or perhaps plain old data, whose padding stays unused.
    return static_cast<uint32_t>(sizeof(Class));
  } else {
    constexpr auto kBases = kBaseOffsets<Class>;
    constexpr auto kList = FieldAccess::Fields<Class>();
    uint32_t end =
        kBases.end > kBases.empty_end ? kBases.end : kBases.empty_end;
    for (size_t i = 0; i < kList.kCount; ++i) {
      const uint32_t field_end = kList.places[i].offset + kList.places[i].bytes;
      if (field_end > end) end = field_end;
    }
    return end;
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_BASE_LAYOUT_H_
