// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The names of containers and their backings in statistics, snapshots and
// images: "halfword::HeapVector<halfword::Member<app::Node>>::Backing". What a
// compiler calls them has a Member's policies in it, which differ from build to
// build.

#ifndef HALFWORD_INTERNAL_CONTAINER_NAME_H_
#define HALFWORD_INTERNAL_CONTAINER_NAME_H_

#include <cstddef>
#include <string_view>

#include "halfword/internal/container_backing.h"
#include "halfword/internal/type_name.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI::internal {

// kTypeName is specialised with kWrappedName<Wrapping>, where Wrapping has a
// type Inner and the texts kBefore and kAfter.
template <typename Wrapping>
constexpr auto MakeWrappedName() {
  constexpr std::string_view kInner = kTypeName<typename Wrapping::Inner>;
  constexpr std::string_view kParts[] = {Wrapping::kBefore, kInner,
                                         Wrapping::kAfter};
  NameStorage<kParts[0].size() + kInner.size() + kParts[2].size() + 1> storage;
  size_t bytes = 0;
  for (const std::string_view part : kParts) {
    for (const char c : part) storage.text[bytes++] = c;
  }
  return storage;
}

template <typename Wrapping>
inline constexpr auto kWrappedNameStorage = MakeWrappedName<Wrapping>();

template <typename Wrapping>
inline constexpr const char* kWrappedName = kWrappedNameStorage<Wrapping>.text;

template <typename T, MemberKind kKind>
struct MemberName {
  using Inner = T;
  static constexpr std::string_view kBefore =
      kKind == MemberKind::kStrong ? "halfword::Member<"
      : kKind == MemberKind::kWeak ? "halfword::WeakMember<"
                                   : "halfword::UntracedMember<";
  static constexpr std::string_view kAfter = ">";
};
template <typename T, typename Tag, typename Barrier, typename Checking>
inline constexpr const char*
    kTypeName<BasicMember<T, Tag, Barrier, Checking, DefaultMemberStorage>> =
        kWrappedName<MemberName<T, kMemberKindOf<Tag>>>;

template <typename Container>
struct BackingName {
  using Inner = Container;
  static constexpr std::string_view kBefore = "";
  static constexpr std::string_view kAfter = "::Backing";
};
template <typename Container>
inline constexpr const char* kTypeName<ContainerBacking<Container>> =
    kWrappedName<BackingName<Container>>;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_CONTAINER_NAME_H_
