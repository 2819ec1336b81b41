// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Reachability with ephemerons, by a work list and a table of what waits for
// each key.

#include "tests/stress/model.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

class Walk {
 public:
  explicit Walk(const Model::Nodes& nodes) : nodes_(nodes) {}

  void Reach(Id id) {
    if (reached_.insert(id).second) open_.push_back(id);
  }

  std::unordered_set<Id> Finish() {
    while (!open_.empty()) {
      const Id id = open_.back();
      open_.pop_back();
      const auto waiting = waiting_.find(id);
      if (waiting != waiting_.end()) {
        for (const Id value : waiting->second) Reach(value);
      }
      // A number without node is a mistake that the checks report.
      const auto node = nodes_.find(id);
      if (node != nodes_.end()) Follow(node->second);
    }
    return std::move(reached_);
  }

 private:
  void Follow(const Node& node) {
    for (size_t i = 0; i < node.slots.size(); ++i) {
      const ModelSlot& slot = node.slots[i];
      if (!slot.value.is_thing()) continue;
      if (IsStrong(slot.kind)) Reach(slot.value.id());
      if (!IsKey(slot.kind)) continue;
      const Value& value = node.slots[i + 1].value;
      if (!value.is_thing()) continue;
      if (reached_.count(slot.value.id()) != 0) {
        Reach(value.id());
      } else {
        waiting_[slot.value.id()].push_back(value.id());
      }
    }
  }

  const Model::Nodes& nodes_;
  std::unordered_set<Id> reached_;
  std::vector<Id> open_;
  std::unordered_map<Id, std::vector<Id>> waiting_;
};

}  // namespace

std::unordered_set<Id> Model::Reach(const std::vector<Id>& roots) const {
  Walk walk(nodes_);
  for (const Id root : roots) walk.Reach(root);
  return walk.Finish();
}

}  // namespace halfword::inline HALFWORD_ABI::stress
