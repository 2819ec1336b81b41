// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The handles of the stress: a table of roots of every kind, and beside each
// what it should refer to.

#ifndef HALFWORD_TESTS_STRESS_ROOT_TABLE_H_
#define HALFWORD_TESTS_STRESS_ROOT_TABLE_H_

#include <cstddef>
#include <variant>
#include <vector>

#include "halfword/halfword.h"
#include "tests/stress/model.h"
#include "tests/stress/thing.h"

namespace halfword::inline HALFWORD_ABI::stress {

// In the order of RootTable::Handle.
enum class RootKind : unsigned char {
  kEmpty,
  kStrong,
  kStrongMixin,
  kCrossThread,
  kWeak,
  kWeakMixin,
  kWeakCrossThread,
};

inline bool IsWeak(RootKind kind) { return kind >= RootKind::kWeak; }
inline bool IsStrong(RootKind kind) {
  return kind != RootKind::kEmpty && !IsWeak(kind);
}
inline bool IsToMixin(RootKind kind) {
  return kind == RootKind::kStrongMixin || kind == RootKind::kWeakMixin;
}

class RootTable {
 public:
  explicit RootTable(size_t count) : handles_(count), ids_(count) {}

  size_t count() const { return handles_.size(); }
  RootKind kind(size_t index) const {
    return static_cast<RootKind>(handles_[index].index());
  }
  // What it should refer to; 0 is nothing.
  Id id(size_t index) const { return ids_[index]; }
  // What it does refer to.
  const void* Address(size_t index) const;
  // What all strong ones refer to.
  std::vector<Id> StrongIds() const;

  // Requires: seen is null only if the kind is none of a mixin's.
  void Set(size_t index, RootKind kind, Thing* thing, Seen* seen);
  void Clear(size_t index);
  // Lets the handle be, and only forgets that its target was alive.
  void ForgetDead(size_t index) { ids_[index] = 0; }
  void Copy(size_t from, size_t to);
  // Leaves nothing behind.
  void Move(size_t from, size_t to);
  // Assigns between handles of different kinds where that can be done, and
  // else copies.
  void Convert(size_t from, size_t to);

 private:
  using Handle =
      std::variant<std::monostate, Persistent<Thing>, Persistent<Seen>,
                   CrossThreadPersistent<Thing>, WeakPersistent<Thing>,
                   WeakPersistent<Seen>, WeakCrossThreadPersistent<Thing>>;

  std::vector<Handle> handles_;
  std::vector<Id> ids_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_ROOT_TABLE_H_
