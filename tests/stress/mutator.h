// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The program whose heap is stressed: at each step it does one of the things
// that programs do, chosen at random. What it touches it finds by walking from
// a root, as a program would.

#ifndef HALFWORD_TESTS_STRESS_MUTATOR_H_
#define HALFWORD_TESTS_STRESS_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <random>

#include "halfword/internal/checks.h"
#include "tests/stress/world.h"

namespace halfword::inline HALFWORD_ABI::stress {

class Mutator {
 public:
  Mutator(World* world, uint64_t seed) : world_(*world), random_(seed) {}

  void Step();

 private:
  // 0 to count - 1. Requires: count > 0.
  size_t Pick(size_t count) {
    HALFWORD_CHECK(count > 0, "there is nothing to pick from");
    return random_() % count;
  }

  // Where a walk of random length from a random strong root ends; 0: there was
  // no root.
  Id Walk();
  // A Thing of that heap which such a slot can refer to; 0: none was found.
  Id WalkToTarget(SlotKind kind, size_t heap_index);
  // A slot of the Thing. Requires: it has one.
  SlotName PickSlot(Id id);
  // A slot of some Thing that has one; false if none was found.
  bool WalkToSlot(SlotName* slot);
  Value PickValue(SlotKind kind, size_t heap_index);
  uint32_t PickShape();
  uint32_t PickCount(uint32_t count_max);
  SlotKind KindOf(SlotName slot);
  bool IsSet(SlotName slot);
  size_t HeapOf(Id id);

  // The steps.
  void Make();
  void MakeLitter();
  void HoldByTheStackAlone();
  void Store();
  void Clear();
  void CopyOrSwap();
  void ReplaceTable();
  void ChangeRoot();
  void SetRoot(size_t index, Id id);
  void Collect();
  // Lets most roots go where there is too much.
  void Prune(size_t heap_index);

  World& world_;
  std::mt19937_64 random_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_MUTATOR_H_
