// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each operation uses the handles' own constructors and assignments.

#include "tests/stress/root_table.h"

#include <type_traits>
#include <utility>

namespace halfword::inline HALFWORD_ABI::stress {

const void* RootTable::Address(size_t index) const {
  return std::visit(
      []<typename T>(const T& handle) -> const void* {
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else {
          return handle.Get();
        }
      },
      handles_[index]);
}

std::vector<Id> RootTable::StrongIds() const {
  std::vector<Id> ids;
  for (size_t i = 0; i < count(); ++i) {
    if (IsStrong(kind(i)) && ids_[i] != 0) ids.push_back(ids_[i]);
  }
  return ids;
}

void RootTable::Set(size_t index, RootKind kind, Thing* thing, Seen* seen) {
  Handle& handle = handles_[index];
  ids_[index] = thing->id();
  switch (kind) {
    case RootKind::kEmpty:
      return Clear(index);
    case RootKind::kStrong:
      handle = Persistent<Thing>(thing);
      return;
    case RootKind::kStrongMixin:
      handle = Persistent<Seen>(seen);
      return;
    case RootKind::kCrossThread:
      handle.emplace<CrossThreadPersistent<Thing>>(thing);
      return;
    case RootKind::kWeak:
      handle = WeakPersistent<Thing>(thing);
      return;
    case RootKind::kWeakMixin:
      handle = WeakPersistent<Seen>(seen);
      return;
    case RootKind::kWeakCrossThread:
      handle.emplace<WeakCrossThreadPersistent<Thing>>(thing);
      return;
  }
}

void RootTable::Clear(size_t index) {
  handles_[index].emplace<std::monostate>();
  ids_[index] = 0;
}

void RootTable::Copy(size_t from, size_t to) {
  handles_[to] = handles_[from];
  ids_[to] = ids_[from];
}

void RootTable::Move(size_t from, size_t to) {
  if (from == to) return;
  handles_[to] = std::move(handles_[from]);
  ids_[to] = ids_[from];
  Clear(from);
}

void RootTable::Convert(size_t from, size_t to) {
  if (from == to) return;
  std::visit(
      [&]<typename To, typename From>(To& target, const From& source) {
        constexpr bool kIsHandle = !std::is_same_v<To, std::monostate> &&
                                   !std::is_same_v<From, std::monostate>;
        if constexpr (!kIsHandle) {
          Copy(from, to);
        } else if constexpr (std::is_assignable_v<To&, const From&>) {
          target = source;
          ids_[to] = ids_[from];
        } else {
          Copy(from, to);
        }
      },
      handles_[to], handles_[from]);
}

}  // namespace halfword::inline HALFWORD_ABI::stress
