// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The program whose heap is stressed: at each step it does one of the things
// that programs do, as a Chooser says. What it touches it finds by walking from
// a root, as a program would.

#ifndef HALFWORD_TESTS_STRESS_MUTATOR_H_
#define HALFWORD_TESTS_STRESS_MUTATOR_H_

#include <cstddef>
#include <cstdint>

#include "tests/stress/chooser.h"
#include "tests/stress/world.h"

namespace halfword::inline HALFWORD_ABI::stress {

struct MutatorOptions {
  size_t walk_steps_max = 20;
  size_t litter_count_max = 200;
  size_t family_count_max = 100;
};

// What a mutator did that may well not come about.
struct MutatorCounts {
  size_t collected = 0;
  size_t resized = 0;
  size_t freed = 0;
};

class Mutator {
 public:
  Mutator(World* world, Chooser* chooser, const MutatorOptions& options = {})
      : world_(*world), chooser_(*chooser), options_(options) {}

  void Step();
  const MutatorCounts& counts() const { return counts_; }

 private:
  // 0 to count - 1. Requires: count > 0.
  size_t Pick(size_t count) { return chooser_.Pick(count); }

  // Where a walk of random length from a random strong root ends; 0: there was
  // no root. It follows weak slots and ephemerons too, to what still lives.
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
  // Many Things of one shape, which fill pages, and a row that holds them.
  void MakeFamily();
  void MakeLitter();
  void HoldByTheStackAlone();
  void Store();
  void Clear();
  void CopyOrSwap();
  // A new value for a key, held by nothing else, of kinds that hold pairs
  // themselves at times: chains of ephemerons.
  void ExtendPair();
  void ReplaceTable();
  void Resize();
  void Free();
  void ChangeToken();
  void ChangeRoot();
  void SetRoot(size_t index, Id id);
  void MarkBeside();
  void Collect();
  // Lets most roots go where there is too much.
  void Prune(size_t heap_index);

  World& world_;
  Chooser& chooser_;
  const MutatorOptions options_;
  MutatorCounts counts_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_MUTATOR_H_
