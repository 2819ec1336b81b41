// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The names of containers' backings in statistics, snapshots and images:
// "halfword::HeapVector<halfword::Member<app::Node>>::Backing".

#ifndef HALFWORD_INTERNAL_BACKING_NAME_H_
#define HALFWORD_INTERNAL_BACKING_NAME_H_

#include <cstddef>
#include <string_view>

#include "halfword/internal/container_backing.h"
#include "halfword/internal/type_name.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr std::string_view kBackingSuffix = "::Backing";

template <typename Container>
constexpr auto MakeBackingName() {
  constexpr std::string_view kInner = kTypeName<Container>;
  NameStorage<kInner.size() + kBackingSuffix.size() + 1> storage;
  size_t bytes = 0;
  for (const std::string_view part : {kInner, kBackingSuffix}) {
    for (const char c : part) storage.text[bytes++] = c;
  }
  return storage;
}

template <typename Container>
inline constexpr auto kBackingNameStorage = MakeBackingName<Container>();

template <typename Container>
inline constexpr const char* kTypeName<ContainerBacking<Container>> =
    kBackingNameStorage<Container>.text;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_BACKING_NAME_H_
