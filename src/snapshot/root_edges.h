// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RootEdges: what the marker began with, by kind, as edges of a snapshot. Those
// of handles are named by the place in the program that made the handle.
//
// All are those of the RootRecord: a name that the program gives, or a sink,
// may make and drop handles meanwhile.

#ifndef HALFWORD_SNAPSHOT_ROOT_EDGES_H_
#define HALFWORD_SNAPSHOT_ROOT_EDGES_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gc/roots/root_record.h"
#include "snapshot/name_table.h"
#include "snapshot/type_plan.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class RootKind : uint8_t {
  kStack,
  kPersistent,
  kCrossThread,
  kString,  // ScopedMutableStrings
  kWeak,    // weak handles of any thread: they hold nothing
};
inline constexpr size_t kRootKindCount = 5;

class RootEdges {
 public:
  // Names every place that has a handle.
  // Requires: the record is that of the heap's last collection.
  RootEdges(RootRecord record, TypePlans* plans, NameTable* names);

  const RootRecord& record() const { return record_; }

  // Calls sink.Named(label, object) or sink.Element(index, object) for each
  // root of the kind, in the same order each time.
  template <typename Sink>
  void Walk(RootKind kind, Sink& sink) const {
    uint32_t index = 0;
    switch (kind) {
      case RootKind::kStack:
        WalkObjects(record_.stack, sink);
        break;
      case RootKind::kString:
        WalkHandles(record_.held, RootStrength::kStrong, &index, sink);
        break;
      case RootKind::kPersistent:
        WalkHandles(RootStrength::kStrong, RootThreads::kOwnThread, &index,
                    sink);
        break;
      case RootKind::kCrossThread:
        WalkHandles(RootStrength::kStrong, RootThreads::kAnyThread, &index,
                    sink);
        break;
      case RootKind::kWeak:
        WalkHandles(RootStrength::kWeak, RootThreads::kOwnThread, &index, sink);
        WalkHandles(RootStrength::kWeak, RootThreads::kAnyThread, &index, sink);
        break;
    }
  }

  size_t bytes() const;

 private:
  static constexpr uint32_t kNoLabel = UINT32_MAX;

  // Two places of one address are one.
  struct PlaceHash {
    size_t operator()(uintptr_t place) const { return place / 16; }
  };
  using Labels = std::unordered_map<uintptr_t, uint32_t, PlaceHash>;

  void AddPlace(const SourceLocation& location, RootStrength strength);

  template <typename Sink>
  static void WalkObjects(const std::vector<uintptr_t>& objects, Sink& sink) {
    uint32_t index = 0;
    for (const uintptr_t object : objects) sink.Element(index++, object);
  }

  template <typename Sink>
  void WalkHandles(RootStrength strength, RootThreads threads, uint32_t* index,
                   Sink& sink) const {
    WalkHandles(record_.HandlesOf(strength, threads), strength, index, sink);
  }

  template <typename Sink>
  void WalkHandles(const HandleList& list, RootStrength strength,
                   uint32_t* index, Sink& sink) const {
    list.ForEach([&](uintptr_t object, const SourceLocation& location) {
      WalkHandle(object, location, strength, index, sink);
    });
  }

  template <typename Sink>
  void WalkHandle(uintptr_t object, const SourceLocation& location,
                  RootStrength strength, uint32_t* index, Sink& sink) const {
    const uint32_t label = LabelOf(location, strength);
    if (label != kNoLabel) {
      sink.Named(label, object);
    } else if (strength == RootStrength::kStrong) {
      sink.Element((*index)++, object);
    } else {
      sink.WeakElement((*index)++, object);
    }
  }

  uint32_t LabelOf(const SourceLocation& location, RootStrength strength) const;

  RootRecord record_;
  TypePlans* const plans_;
  NameTable* const names_;
  Labels labels_[2];  // by RootStrength
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_ROOT_EDGES_H_
