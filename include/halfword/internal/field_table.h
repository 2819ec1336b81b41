// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From the FieldList of a class to the FieldInfos that the collector, images
// and snapshots read. Here the types of fields are looked at, and what they
// point to must be complete: nothing of this is instantiated before an object
// is made.

#ifndef HALFWORD_INTERNAL_FIELD_TABLE_H_
#define HALFWORD_INTERNAL_FIELD_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "halfword/internal/field_fault.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/field_traits.h"
#include "halfword/internal/report_field.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/type_name.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <size_t kCount>
struct FieldTable {
  FieldInfo items[AtLeastOne(kCount)] = {};

  constexpr std::span<const FieldInfo> span() const { return {items, kCount}; }
};

template <typename T>
constexpr StructInfo MakeStructInfo();

// The fields of a plain struct.
template <typename T>
inline constexpr StructInfo kStructInfo = MakeStructInfo<T>();

// A reference of one word.
template <typename Target>
constexpr FieldInfo MakeWordInfo(const char* name, uint32_t offset,
                                 FieldKind kind) {
  FieldInfo info = {};
  info.name = name;
  info.offset = offset;
  info.count = 1;
  info.element_bytes = sizeof(Word);
  info.alignment = alignof(Word);
  info.kind = kind;
  info.to_mixin = IsGarbageCollectedMixinTypeV<Target>;
  info.target = &type_slot<Target>;
  return info;
}

// Requires: FieldFaultOf<FieldElement<Type>>() is kNone.
template <typename Type>
constexpr FieldInfo MakeFieldInfo(const char* name, uint32_t offset) {
  using Element = FieldElement<Type>;
  constexpr FieldKind kKind = FieldKindOf<Element>();
  FieldInfo info = {};
  if constexpr (WordField<Element>::kIsWord) {
    info =
        MakeWordInfo<typename WordField<Element>::Target>(name, offset, kKind);
  }
  info.name = name;
  info.offset = offset;
  info.count = static_cast<uint32_t>(kFieldCount<Type>);
  info.element_bytes = FieldBytes<Element>();
  info.alignment = static_cast<uint16_t>(FieldAlignment<Type>());
  info.kind = kKind;
  if constexpr (kKind == FieldKind::kStruct) {
    info.nested = &kStructInfo<Element>;
  } else if constexpr (kKind == FieldKind::kScalar) {
    info.scalar = FieldAccess::IsBits<Element>() ? ScalarKind::kUnsigned
                                                 : ScalarKindOf<Element>();
  }
  return info;
}

// A plain base, as a field named after its class. Where the derived class uses
// the tail padding of the base, the field is shorter than the struct.
template <typename Base>
constexpr FieldInfo MakeBaseField(uint32_t offset) {
  FieldInfo info = {};
  info.name = kTypeName<Base>;
  info.offset = offset;
  info.count = 1;
  info.element_bytes = DataEnd<Base>();
  info.alignment = static_cast<uint16_t>(alignof(Base));
  info.kind = FieldKind::kOpaque;
  if constexpr (WordField<Base>::kIsWord) {
    using Target = typename WordField<Base>::Target;
    info = MakeWordInfo<Target>(kTypeName<Base>, offset, FieldKindOf<Base>());
    info.element_bytes = DataEnd<Base>();
    info.alignment = static_cast<uint16_t>(alignof(Base));
  } else if constexpr (FieldAccess::ListsFields<Base>() &&
                       !IsOpaque<Base>::value) {
    info.kind = FieldKind::kStruct;
    info.nested = &kStructInfo<Base>;
  }
  return info;
}

template <typename Base>
inline constexpr bool kIsPlainBase =
    !IsManaged<Base>() && !std::is_empty_v<Base>;

template <typename Base>
constexpr void CheckPlainBase() {
  if constexpr (kIsPlainBase<Base>) {
    static_assert(FieldAccess::ListsFields<Base>() || IsOpaque<Base>::value ||
                      WordField<Base>::kIsWord,
                  "halfword: a base in HALFWORD_BASES lists its own fields, or "
                  "is declared HALFWORD_OPAQUE");
  }
}

// The vtable pointer of a plain struct that does not take it from a listed
// base. (Of a managed class, TypeInfo::polymorphic tells.)
template <typename Class, typename... Bases>
constexpr bool AddsVtablePointer(BaseList<Class, Bases...>) {
  return std::is_polymorphic_v<Class> && !IsManaged<Class>() &&
         !(std::is_polymorphic_v<Bases> || ...);
}

constexpr FieldInfo MakeVtableField() {
  FieldInfo info = {};
  info.name = "(vtable)";
  info.count = 1;
  info.element_bytes = sizeof(void*);
  info.alignment = alignof(void*);
  info.kind = FieldKind::kOpaque;
  return info;
}

// Makes an error of a field that cannot be one. The happy case depends on the
// type alone, so that it costs one instantiation a type, not one a field.
template <typename Class, size_t kIndex, typename Type, FieldFault kFault>
constexpr void ReportFieldFault() {
  if constexpr (kFault != FieldFault::kNone) {
    constexpr const char* kText =
        FieldAccess::Fields<Class>().places[kIndex].name;
    constexpr size_t kBytes = std::string_view(kText).size() + 1;
    constexpr auto kName = MakeFieldName<kBytes>(kText);
    static_assert(ReportField<Class, kName, Type, kFault>::kChecked);
  }
}

template <typename Class, typename... Types, typename... Bases,
          size_t... kIndices>
constexpr auto FillFieldTable([[maybe_unused]] FieldList<Class, Types...> list,
                              BaseList<Class, Bases...> bases,
                              std::index_sequence<kIndices...>) {
  (ReportFieldFault<Class, kIndices, Types,
                    FieldFaultOf<FieldElement<Types>>()>(),
   ...);
  (CheckPlainBase<Bases>(), ...);
  constexpr size_t kPlainBases =
      (size_t{0} + ... + static_cast<size_t>(kIsPlainBase<Bases>));
  constexpr size_t kVtables = AddsVtablePointer(decltype(bases)()) ? 1 : 0;
  FieldTable<kVtables + kPlainBases + sizeof...(Types)> table;
  size_t next = 0;
  if (kVtables == 1) table.items[next++] = MakeVtableField();
  [[maybe_unused]] size_t base = 0;
  [[maybe_unused]] const auto add_base =
      [&]<typename Base>(std::type_identity<Base>) {
        const uint32_t offset = kBaseOffsets<Class>.offsets[base++];
        if constexpr (kIsPlainBase<Base>) {
          table.items[next++] = MakeBaseField<Base>(offset);
        }
      };
  (add_base(std::type_identity<Bases>()), ...);
  ((table.items[next++] = MakeFieldInfo<Types>(list.places[kIndices].name,
                                               list.places[kIndices].offset)),
   ...);
  return table;
}

template <typename Class, typename... Types>
constexpr auto FieldIndices(FieldList<Class, Types...>) {
  return std::index_sequence_for<Types...>();
}

template <typename Class>
constexpr auto MakeFieldTable() {
  constexpr auto kList = FieldAccess::Fields<Class>();
  return FillFieldTable(kList, FieldAccess::Bases<Class>(),
                        FieldIndices(kList));
}

// The fields of T itself, its plain bases before them.
// Requires: FieldAccess::ListsFields<T>().
template <typename T>
inline constexpr auto kFieldTable = MakeFieldTable<T>();

// An EphemeronPair is a struct of two words.
template <typename Pair>
inline constexpr FieldTable<2> kPairTable = {
    {MakeWordInfo<typename PairField<Pair>::Key>("key", 0,
                                                 FieldKind::kEphemeronKey),
     MakeWordInfo<typename PairField<Pair>::Value>(
         "value", sizeof(Word), FieldKind::kEphemeronValue)}};

template <typename T>
constexpr StructInfo MakeStructInfo() {
  StructInfo info = {};
  info.name = kTypeName<T>;
  info.bytes = static_cast<uint32_t>(sizeof(T));
  info.alignment = static_cast<uint16_t>(alignof(T));
  info.trivially_copyable = std::is_trivially_copyable_v<T>;
  if constexpr (PairField<T>::kIsPair) {
    static_assert(sizeof(T) == 2 * sizeof(Word));
    info.fields = kPairTable<T>.span();
  } else {
    info.fields = kFieldTable<T>.span();
  }
  return info;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_FIELD_TABLE_H_
