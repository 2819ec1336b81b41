// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Words and own work under one lock, which is taken once for hundreds of them.

#include "gc/marking/mark_exchange.h"

#include <algorithm>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

template <typename T>
void MoveAll(std::vector<T>* from, std::vector<T>* to) {
  if (to->empty()) {
    to->swap(*from);
    return;
  }
  to->insert(to->end(), from->begin(), from->end());
  from->clear();
}

}  // namespace

void OwnThreadWork::Take(OwnThreadWork* from) {
  MoveAll(&from->objects, &objects);
  MoveAll(&from->owners, &owners);
  MoveAll(&from->parts, &parts);
  MoveAll(&from->weak_arrays, &weak_arrays);
  weak_slots.Absorb(&from->weak_slots);
}

void MarkExchange::Give(MarkStack* stack, size_t count) {
  if (count == 0) return;
  const Lock lock(mutex_);
  stack->MoveOldest(count, &words_);
  word_count_.store(words_.size(), std::memory_order_relaxed);
}

void MarkExchange::GiveArrays(std::vector<ElementArray>* arrays) {
  if (arrays->empty()) return;
  const Lock lock(mutex_);
  MoveAll(arrays, &arrays_);
  array_count_.store(arrays_.size(), std::memory_order_relaxed);
}

void MarkExchange::GiveAsked(MarkStack* stack,
                             std::vector<ElementArray>* arrays) {
  const size_t size = stack->size();
  if (size != 0) {
    Give(stack, size - size / 2);
  } else {
    GiveArrays(arrays);
  }
}

bool MarkExchange::Take(MarkStack* stack, std::vector<ElementArray>* arrays) {
  return !is_asked() && TakeAsked(stack, arrays);
}

bool MarkExchange::TakeAsked(MarkStack* stack,
                             std::vector<ElementArray>* arrays) {
  if (is_stopping()) return false;
  const Lock lock(mutex_);
  const size_t count = std::min(words_.size(), kTakeCount);
  if (count != 0) {
    words_.MoveNewest(count, stack);
    word_count_.store(words_.size(), std::memory_order_relaxed);
    return true;
  }
  if (arrays_.empty()) return false;
  arrays->push_back(arrays_.back().TakeFirst(kTakeElementCount));
  if (arrays_.back().count == 0) arrays_.pop_back();
  array_count_.store(arrays_.size(), std::memory_order_relaxed);
  return true;
}

void MarkExchange::TakeAll(MarkStack* stack,
                           std::vector<ElementArray>* arrays) {
  const Lock lock(mutex_);
  words_.MoveNewest(words_.size(), stack);
  MoveAll(&arrays_, arrays);
  word_count_.store(0, std::memory_order_relaxed);
  array_count_.store(0, std::memory_order_relaxed);
}

void MarkExchange::GiveSlotsToSift(WeakSlots* slots) {
  const Lock lock(mutex_);
  unsifted_.Absorb(slots);
  unsifted_count_.store(unsifted_.block_count(), std::memory_order_relaxed);
}

bool MarkExchange::SiftSome() {
  if (is_stopping()) return false;
  WeakSlots block;
  {
    const Lock lock(mutex_);
    if (unsifted_.empty()) return false;
    unsifted_.TakeBlock(&block);
    unsifted_count_.store(unsifted_.block_count(), std::memory_order_relaxed);
  }
  WeakSlots unmarked;
  block.SiftSome(&unmarked);
  const Lock lock(mutex_);
  sifted_.Absorb(&unmarked);
  return true;
}

void MarkExchange::TakeSifted(WeakSlots* sifted) {
  const Lock lock(mutex_);
  sifted->Absorb(&sifted_);
}

void MarkExchange::TakeUnsifted(WeakSlots* slots) {
  const Lock lock(mutex_);
  slots->Absorb(&unsifted_);
  unsifted_count_.store(0, std::memory_order_relaxed);
}

void MarkExchange::GiveOwnWork(OwnThreadWork* work) {
  if (work->empty()) return;
  const Lock lock(mutex_);
  own_work_.emplace_back().Take(work);
  own_work_count_.store(own_work_.size(), std::memory_order_relaxed);
}

bool MarkExchange::TakeOwnWork(OwnThreadWork* work) {
  const Lock lock(mutex_);
  if (own_work_.empty()) return false;
  work->Take(&own_work_.back());
  own_work_.pop_back();
  own_work_count_.store(own_work_.size(), std::memory_order_relaxed);
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
