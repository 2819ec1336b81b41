// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the heaps should hold: numbers and the edges between them, in containers
// of the standard library. It knows no address, so nothing that scans memory
// can be held by it, and it says what lives from the meaning of references
// alone, in another way than the marker does.

#ifndef HALFWORD_TESTS_STRESS_MODEL_H_
#define HALFWORD_TESTS_STRESS_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tests/stress/slot.h"
#include "tests/stress/thing.h"

namespace halfword::inline HALFWORD_ABI::stress {

// What a slot or a root holds.
struct Value {
  enum class Kind : unsigned char { kNull, kSentinel, kInteger, kThing };

  static Value Null() { return {}; }
  static Value Sentinel() { return {Kind::kSentinel, 0}; }
  static Value Integer(int32_t integer) { return {Kind::kInteger, integer}; }
  static Value Of(Id id) { return {Kind::kThing, static_cast<int32_t>(id)}; }

  bool is_thing() const { return kind == Kind::kThing; }
  Id id() const { return static_cast<Id>(number); }

  Kind kind = Kind::kNull;
  int32_t number = 0;
};

struct ModelSlot {
  SlotKind kind;
  Value value;
};

struct Node {
  size_t heap_index = 0;
  uint32_t shape = 0;
  uint32_t count = 0;
  // Whether a table of a TableOwner has ever held it. Such a table may have
  // been left behind, and a stray word on the stack may still hold that.
  bool was_in_table = false;
  std::vector<ModelSlot> slots;
};

class Model {
 public:
  using Nodes = std::unordered_map<Id, Node>;

  Node& Add(Id id) { return nodes_[id]; }
  void Remove(Id id) { nodes_.erase(id); }
  bool Has(Id id) const { return nodes_.count(id) != 0; }
  Node& At(Id id) { return nodes_.at(id); }
  const Nodes& nodes() const { return nodes_; }

  // All that the roots hold, through strong slots, and through the value of an
  // ephemeron whose holder and key are held.
  std::unordered_set<Id> Reach(const std::vector<Id>& roots) const;

  // Does in the nodes of a heap what a collection does to weak slots and
  // ephemerons. is_alive(id) says what survived it.
  template <typename Predicate>
  void ClearDead(size_t heap_index, Predicate is_alive) {
    for (auto& [id, node] : nodes_) {
      if (node.heap_index != heap_index || !is_alive(id)) continue;
      for (size_t i = 0; i < node.slots.size(); ++i) {
        ModelSlot& slot = node.slots[i];
        if (!IsWeak(slot.kind)) continue;
        if (slot.value.is_thing() && !is_alive(slot.value.id())) {
          slot.value = Value::Null();
        }
        if (IsKey(slot.kind) && !slot.value.is_thing()) {
          node.slots[i + 1].value = Value::Null();
        }
      }
    }
  }

 private:
  Nodes nodes_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_MODEL_H_
