// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Steps of many kinds: few changes and many, growth, less, one large object.

#include "crash_world.h"

#include <random>

#include "halfword/allocation.h"

namespace crash {

namespace {

constexpr size_t kEntriesMax = 30'000;
// Of so many one is found by its name, too.
constexpr size_t kNamed = 16;

uint64_t CheckOf(uint64_t value) { return value * 0x9e37'79b9'7f4a'7c15 + 1; }

std::string NameOf(size_t index) {
  return "the entry of number " + std::to_string(index);
}

}  // namespace

void CrashModel::Change(size_t index, uint64_t value) {
  values_[index] = value;
  changed_.push_back(index);
}

void CrashModel::Append(size_t count, uint64_t value) {
  for (size_t i = 0; i < count && values_.size() < kEntriesMax; ++i) {
    values_.push_back(0);
    Change(values_.size() - 1, value + i);
  }
}

void CrashModel::Step() {
  ++number_;
  changed_.clear();
  std::mt19937_64 random(seed_ * 1'000'003 + number_);
  const uint64_t value = random();
  const size_t size = values_.size();
  switch (size == 0 ? 9 : random() % 10) {
    case 0:  // All.
      for (size_t i = 0; i < size; ++i) Change(i, value + i);
      break;
    case 1:
    case 2:  // Many.
      for (size_t i = random() % 50; i < size; i += 1 + random() % 50) {
        Change(i, value + i);
      }
      break;
    case 3:
      values_.resize(size - random() % (size / 3 + 1));
      break;
    case 4: {  // One large object.
      blob_.assign(random() % 300'000, value);
      for (size_t i = 0; i < blob_.size(); i += 100) blob_[i] = value + i;
      break;
    }
    case 5:
    case 6:
    case 7:
    case 8:  // Few.
      for (size_t i = 0; i < 5; ++i) Change(random() % size, value + i);
      break;
    default:
      Append(random() % 4000, value);
      break;
  }
}

void FollowModel(const CrashModel& model, halfword::Heap* heap, World* world) {
  halfword::AllocationHandle& handle = heap->GetAllocationHandle();
  const std::vector<uint64_t>& values = model.values();
  for (size_t i = values.size(); i < world->entries_.size(); ++i) {
    if (i % kNamed == 0) world->by_name_.erase(world->entries_[i]->name_);
  }
  world->entries_.resize(values.size());
  for (const size_t index : model.changed()) {
    Entry* entry = world->entries_[index];
    // Every other one is replaced, which leaves garbage.
    if (entry == nullptr || values[index] % 2 == 0) {
      entry = halfword::MakeGarbageCollected<Entry>(handle);
      world->entries_[index] = entry;
      entry->name_ = halfword::String(handle, NameOf(index));
      if (index % kNamed == 0) {
        world->by_name_.insert_or_assign(entry->name_, entry);
      }
    }
    entry->value_ = values[index];
    entry->payload_ =
        halfword::MakeGarbageCollected<Payload>(handle, CheckOf(values[index]));
  }
  if (world->blob_.size() != model.blob().size() ||
      (!model.blob().empty() && world->blob_[0] != model.blob()[0])) {
    world->blob_.clear();
    for (const uint64_t value : model.blob()) world->blob_.push_back(value);
  }
  world->number_ = model.number();
}

std::string Difference(const CrashModel& model, const World& world) {
  const std::vector<uint64_t>& values = model.values();
  if (world.number_ != model.number()) {
    return "number " + std::to_string(world.number_);
  }
  if (world.entries_.size() != values.size()) return "another count";
  size_t named = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const Entry* const entry = world.entries_[i];
    const std::string name = NameOf(i);
    if (entry->value_ != values[i]) return "the value of " + name;
    if (entry->payload_->check_ != CheckOf(values[i])) return "of " + name;
    if (entry->name_.view() != name) return "the name of " + name;
    if (i % kNamed != 0) continue;
    ++named;
    const auto found = world.by_name_.find(entry->name_);
    if (found == world.by_name_.end() || found->second != entry) {
      return "the table has not " + name;
    }
  }
  if (world.by_name_.size() != named) return "the table has more";
  if (world.blob_.size() != model.blob().size()) return "the large object";
  for (size_t i = 0; i < model.blob().size(); ++i) {
    if (world.blob_[i] != model.blob()[i]) return "in the large object";
  }
  return {};
}

}  // namespace crash
