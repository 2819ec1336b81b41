// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Prefinalizers: registered by constructors, called after marking.

#include "gc/roots/prefinalizer_list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

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
  while (TakeNewestOf(object).object != nullptr) continue;
}

// One of them may free other objects, so that items move: each is looked for.
void PrefinalizerList::RunFor(const void* object) {
  for (Item item = TakeNewestOf(object); item.object != nullptr;
       item = TakeNewestOf(object)) {
    item.callback(LivenessBrokerFactory::Create(item.object), item.object);
  }
}

PrefinalizerList::Item PrefinalizerList::TakeNewestOf(const void* object) {
  const TypeId id = TypeOf(object).id;
  if (id >= has_items_.size() || !has_items_[id]) return {};
  if (items_.size() - indexed_count_ > kNewestMax) IndexAll();
  const std::optional<size_t> place = TakeNewestPlaceOf(object);
  if (!place.has_value()) return {};
  const Item item = std::exchange(items_[*place], {});
  ++dropped_count_;
  if (dropped_count_ > items_.size() / 2 + kNewestMax) RemoveDropped();
  return item;
}

// Its place stays, but no more in the index.
std::optional<size_t> PrefinalizerList::TakeNewestPlaceOf(const void* object) {
  const auto begin = reinterpret_cast<uintptr_t>(object);
  const uintptr_t end = begin + SlotBytes(RecordOf(object));
  for (size_t place = items_.size(); place-- > indexed_count_;) {
    const auto part = reinterpret_cast<uintptr_t>(items_[place].object);
    if (begin <= part && part < end) return place;
  }
  const auto [first, last] = index_.equal_range(begin);
  if (first == last) return std::nullopt;
  const auto newest = std::max_element(
      first, last,
      [](const auto& a, const auto& b) { return a.second < b.second; });
  const size_t place = newest->second;
  index_.erase(newest);
  return place;
}

void PrefinalizerList::IndexAll() {
  try {
    for (; indexed_count_ < items_.size(); ++indexed_count_) {
      const auto part =
          reinterpret_cast<uintptr_t>(items_[indexed_count_].object);
      if (part != 0) index_.emplace(SlotBegin(part), indexed_count_);
    }
  } catch (const std::bad_alloc&) {
    return;  // those that are left are looked at one by one
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
