// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One or two heaps, the roots, and the model of both, kept in step: everything
// that changes the one changes the other. After each collection the world is
// compared with its model, and the first difference ends the test.

#ifndef HALFWORD_TESTS_STRESS_WORLD_H_
#define HALFWORD_TESTS_STRESS_WORLD_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "halfword/halfword.h"
#include "tests/stress/model.h"
#include "tests/stress/root_table.h"
#include "tests/stress/shapes.h"
#include "tests/stress/thing.h"
#include "tests/stress/token_table.h"
#include "tests/stress/weak_things.h"

namespace halfword::inline HALFWORD_ABI::stress {

// A slot by its Thing's number and its index there.
struct SlotName {
  Id id;
  size_t index;
};

struct WorldOptions {
  size_t heap_count = 1;
  size_t root_count = 256;
  StackSupport stack_support = StackSupport::kConservative;
  size_t growth_bytes_min = size_t{256} << 10;
  size_t max_heap_bytes = 0;
  // kAtomic: no cycle marks beside the program.
  MarkingType marking_support = MarkingType::kAtomic;
  // Whether classes have pages of their own from the first object on, as they
  // get them in large heaps.
  bool has_own_pages = false;
};

class World final : public Nursery {
 public:
  explicit World(const WorldOptions& options);
  // Ends the heaps: what is left must be destroyed, and handles become null.
  ~World() override;

  size_t heap_count() const { return heaps_.size(); }
  // Whether the stack is never looked at.
  bool is_precise() const { return is_precise_; }
  Heap& heap(size_t index) { return *heaps_[index].heap; }
  size_t collection_count(size_t index) const {
    return heaps_[index].collection_count;
  }
  Model& model() { return model_; }
  RootTable& roots() { return roots_; }
  TokenTable& tokens() { return tokens_; }
  // Things of the heap that have not been seen dead.
  size_t thing_count(size_t heap_index) const {
    return heaps_[heap_index].thing_count;
  }

  // Makes a Thing. It is held by nothing but the caller's stack.
  Thing* Make(size_t heap_index, uint32_t shape, uint32_t count);
  Thing* MakeChild() override;
  // The Thing; null if it died.
  Thing* Find(Id id) const;
  Seen* FindSeen(Id id);

  // Stores in a slot, in the heap and in the model.
  // Requires: the kind of the slot takes the value.
  void Store(SlotName slot, const Value& value);
  // Requires: CanCopy(), CanSwap() and the same heap.
  void Copy(SlotName from, SlotName to);
  void Swap(SlotName a, SlotName b);
  void ReplaceTable(Id id, TableOwner::OldTable what);
  // Changes the number of trailing elements; false where there is no room.
  // Requires: its shape has some.
  bool Resize(Id id, uint32_t count);
  // Lets a Thing go from all slots and roots, and frees it. Returns false where
  // something that the model does not know may refer to it.
  bool Free(Id id);

  // Collects and compares.
  void Collect(size_t heap_index, StackState stack, Sweeping sweeping);
  // Begins a cycle that marks beside the program, or goes on with it, or ends
  // it; every fourth time as idle work. Nothing where the heap must not.
  void MarkBeside(size_t heap_index, StackState stack, bool ends);
  // Finishes the sweep; all destructors must have run then.
  void FinishSweep(size_t heap_index);
  // Compares a heap that allocation has collected since the last call.
  void NoteCollections();
  // Collects everything precisely and compares it.
  void Finish();
  // Compares what the heap says of itself with the model, and verifies it.
  // Requires: nothing was allocated since a precise collection.
  void CheckStatistics(size_t heap_index);

 private:
  struct HeapState {
    std::unique_ptr<Heap> heap;
    size_t collection_count = 0;
    size_t thing_count = 0;
    std::vector<Id> undestroyed;  // dead, and the sweep has not come by
  };

  void LetGo(Id id);
  void NoteTableHolds(SlotName slot);
  void Compare(size_t heap_index, StackState stack, Sweeping sweeping);
  void CompareLiveness(size_t heap_index, StackState stack,
                       const std::unordered_set<Id>& reached);
  void CompareSlots(Id id, const Node& node);
  void CompareRoots(size_t heap_index);
  void Bury(size_t heap_index);
  void CheckDestroyed(size_t heap_index);
  bool IsAlive(Id id) const { return Find(id) != nullptr; }
  SlotRef Ref(SlotName slot);
  Content Expected(const ModelSlot& slot);
  std::string Describe(Id id);

  const bool is_precise_;
  const bool marks_beside_;
  size_t beside_count_ = 0;
  Ledger ledger_;
  Model model_;
  TokenTable tokens_;
  // Of each Thing that the model has: how the world learns that it died.
  std::unordered_map<Id, WeakPersistent<Thing>> watches_;
  RootTable roots_;
  std::vector<HeapState> heaps_;
  Id last_id_ = 0;
  size_t nursery_heap_index_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_WORLD_H_
