// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Naming the places that have handles, once each.

#include "snapshot/root_edges.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// An object is shown once, however many words refer to it.
void SortAndUnite(std::vector<uintptr_t>* objects) {
  std::sort(objects->begin(), objects->end());
  objects->erase(std::unique(objects->begin(), objects->end()), objects->end());
}

}  // namespace

RootEdges::RootEdges(RootRecord record, TypePlans* plans, NameTable* names)
    : record_(std::move(record)), plans_(plans), names_(names) {
  SortAndUnite(&record_.stack);
  SortAndUnite(&record_.under_construction);
  SortAndUnite(&record_.weak_containers);
  for (const RootStrength strength :
       {RootStrength::kStrong, RootStrength::kWeak}) {
    for (const RootThreads threads :
         {RootThreads::kOwnThread, RootThreads::kAnyThread}) {
      for (const SourceLocation& place :
           record_.HandlesOf(strength, threads).places()) {
        AddPlace(place, strength);
      }
    }
  }
}

void RootEdges::AddPlace(const SourceLocation& location,
                         RootStrength strength) {
  if (!location) return;
  Labels& labels = labels_[static_cast<int>(strength)];
  const auto [place, is_new] =
      labels.try_emplace(std::bit_cast<uintptr_t>(location), kNoLabel);
  if (!is_new) return;
  const EdgeType type =
      strength == RootStrength::kStrong ? EdgeType::kInternal : EdgeType::kWeak;
  place->second = plans_->LabelOf(type, names_->Add(location.ToString()));
}

uint32_t RootEdges::LabelOf(const SourceLocation& location,
                            RootStrength strength) const {
  if (!location) return kNoLabel;
  const Labels& labels = labels_[static_cast<int>(strength)];
  return labels.at(std::bit_cast<uintptr_t>(location));
}

size_t RootEdges::bytes() const {
  size_t bytes =
      (record_.stack.capacity() + record_.under_construction.capacity() +
       record_.weak_containers.capacity()) *
      sizeof(uintptr_t);
  for (const auto& lists : record_.handles) {
    for (const HandleList& list : lists) bytes += list.bytes();
  }
  bytes += record_.held.bytes();
  for (const Labels& labels : labels_) {
    bytes += labels.bucket_count() * sizeof(void*) +
             labels.size() * (sizeof(Labels::value_type) + sizeof(void*));
  }
  return bytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
