// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Prefinalizers: registered by constructors, called after marking.

#include "gc/prefinalizer_list.h"

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
  const LivenessBroker broker = LivenessBrokerFactory::Create();
  for (size_t i = items.size(); i-- > 0;) {
    items[i].callback(broker, items[i].object);
  }
}

std::vector<PrefinalizerList::Item> PrefinalizerList::TakeAllOf(
    const void* object) {
  std::vector<Item> taken;
  const TypeId id = TypeOf(object).id;
  if (id >= has_items_.size() || !has_items_[id]) return taken;
  const auto begin = reinterpret_cast<uintptr_t>(object);
  const uintptr_t end = begin + SlotBytes(RecordOf(object));
  std::erase_if(items_, [&](const Item& item) {
    const auto part = reinterpret_cast<uintptr_t>(item.object);
    const bool is_part = begin <= part && part < end;
    if (is_part) taken.push_back(item);
    return is_part;
  });
  return taken;
}

void PrefinalizerList::Run() {
  const LivenessBroker broker = LivenessBrokerFactory::Create();
  size_t kept = items_.size();
  // Newest first; those that stay are moved up to the end.
  for (size_t i = items_.size(); i-- > 0;) {
    const Item item = items_[i];
    if (!item.callback(broker, item.object)) items_[--kept] = item;
  }
  items_.erase(items_.begin(), items_.begin() + static_cast<ptrdiff_t>(kept));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
