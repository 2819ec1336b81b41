// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the image of a program that is killed holds: a structure that is a
// function of a seed and a number, the number of its save. CrashModel computes
// it with plain containers; CrashWorld has it in a heap, step by step.

#ifndef HALFWORD_TESTS_CRASH_CRASH_WORLD_H_
#define HALFWORD_TESTS_CRASH_CRASH_WORLD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_vector.h"
#include "halfword/member.h"
#include "halfword/string.h"

namespace crash {

class Payload : public halfword::GarbageCollected<Payload> {
 public:
  explicit Payload(uint64_t check) : check_(check) {}
  uint64_t check_;
  HALFWORD_FIELDS(Payload, check_)
};

class Entry : public halfword::GarbageCollected<Entry> {
 public:
  uint64_t value_ = 0;
  halfword::String name_;
  halfword::Member<Payload> payload_;
  HALFWORD_FIELDS(Entry, value_, name_, payload_)
};

class World : public halfword::GarbageCollected<World> {
 public:
  uint64_t number_ = 0;
  halfword::HeapVector<halfword::Member<Entry>> entries_;
  halfword::HeapHashMap<halfword::String, halfword::Member<Entry>> by_name_;
  halfword::HeapVector<uint64_t> blob_;
  HALFWORD_FIELDS(World, number_, entries_, by_name_, blob_)
};

// The values alone. Step(n) makes the content of n out of that of n - 1.
class CrashModel {
 public:
  explicit CrashModel(uint64_t seed) : seed_(seed) {}

  void Step();
  void StepTo(uint64_t number) {
    while (number_ < number) Step();
  }

  uint64_t number() const { return number_; }
  const std::vector<uint64_t>& values() const { return values_; }
  const std::vector<uint64_t>& blob() const { return blob_; }
  // Of the last step: which values are others.
  const std::vector<size_t>& changed() const { return changed_; }

 private:
  void Change(size_t index, uint64_t value);
  void Append(size_t count, uint64_t value);

  const uint64_t seed_;
  uint64_t number_ = 0;
  std::vector<uint64_t> values_;
  std::vector<uint64_t> blob_;
  std::vector<size_t> changed_;
};

// Makes the heap's world that of the model, which is a step further.
void FollowModel(const CrashModel& model, halfword::Heap* heap, World* world);

// What differs from the model; empty: nothing.
std::string Difference(const CrashModel& model, const World& world);

}  // namespace crash

#endif  // HALFWORD_TESTS_CRASH_CRASH_WORLD_H_
