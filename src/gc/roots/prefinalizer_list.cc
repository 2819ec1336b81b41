// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Prefinalizers: registered by constructors, called after marking.

#include "gc/roots/prefinalizer_list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/type_casting.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

void PrefinalizerList::Add(void* object, PrefinalizerCallback callback) {
  const TypeId id = TypeOf(object).id;
  if (id >= has_items_.size()) has_items_.resize(id + size_t{1});
  has_items_[id] = true;
  items_.push_back({object, callback});
}

void PrefinalizerList::Forget(const void* object) {
  static_cast<void>(TakeAllOf(object));
}

void PrefinalizerList::RunFor(const void* object) {
  const std::vector<Item> items = TakeAllOf(object);
  for (size_t i = items.size(); i-- > 0;) {
    items[i].callback(LivenessBrokerFactory::Create(items[i].object),
                      items[i].object);
  }
}

std::vector<PrefinalizerList::Item> PrefinalizerList::TakeAllOf(
    const void* object) {
  std::vector<Item> taken;
  const TypeId id = TypeOf(object).id;
  if (id >= has_items_.size() || !has_items_[id]) return taken;
  if (items_.size() - indexed_count_ > kNewestMax) IndexAll();
  const auto begin = reinterpret_cast<uintptr_t>(object);
  const uintptr_t end = begin + SlotBytes(RecordOf(object));
  std::vector<size_t> places;
  const auto [first, last] = index_.equal_range(begin);
  for (auto found = first; found != last; ++found) {
    places.push_back(found->second);
  }
  std::ranges::sort(places);
  index_.erase(first, last);
  for (size_t place = indexed_count_; place < items_.size(); ++place) {
    const auto part = reinterpret_cast<uintptr_t>(items_[place].object);
    if (begin <= part && part < end) places.push_back(place);
  }
  for (const size_t place : places) {
    taken.push_back(items_[place]);
    items_[place].object = nullptr;
  }
  dropped_count_ += places.size();
  if (dropped_count_ > items_.size() / 2 + kNewestMax) RemoveDropped();
  return taken;
}

void PrefinalizerList::IndexAll() {
  for (; indexed_count_ < items_.size(); ++indexed_count_) {
    const auto part =
        reinterpret_cast<uintptr_t>(items_[indexed_count_].object);
    if (part != 0) index_.emplace(SlotBegin(part), indexed_count_);
  }
}

void PrefinalizerList::RemoveDropped() {
  std::erase_if(items_,
                [](const Item& item) { return item.object == nullptr; });
  dropped_count_ = 0;
  indexed_count_ = 0;
  index_.clear();
}

void PrefinalizerList::Run() {
  const LivenessBroker broker = LivenessBrokerFactory::Create();
  size_t kept = items_.size();
  // Newest first; those that stay are moved up to the end.
  for (size_t i = items_.size(); i-- > 0;) {
    const Item item = items_[i];
    if (item.object == nullptr) continue;
    if (!item.callback(broker, item.object)) items_[--kept] = item;
  }
  items_.erase(items_.begin(), items_.begin() + static_cast<ptrdiff_t>(kept));
  RemoveDropped();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
