// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Searches begin at the place that the hash names and end at a free one.
// Therefore what stands behind an atom that is removed moves up.

#include "examples/dom/malloc_atoms.h"

#include <functional>
#include <utility>

#include "examples/dom/malloc_strings.h"

namespace dom {
namespace {

constexpr size_t kPlaceCountMin = 64;

size_t HashOf(std::string_view bytes) {
  return std::hash<std::string_view>()(bytes);
}

}  // namespace

StringBody*& AtomTable::PlaceFor(std::string_view bytes) {
  if (4 * (count_ + 1) > 3 * places_.size()) Grow();
  const size_t hash = HashOf(bytes);
  size_t index = hash & mask();
  for (; places_[index].body != nullptr; index = (index + 1) & mask()) {
    const Place& place = places_[index];
    if (place.hash == hash && place.body->view() == bytes) {
      return places_[index].body;
    }
  }
  places_[index].hash = hash;
  ++count_;
  return places_[index].body;
}

void AtomTable::Remove(const StringBody* body) {
  size_t hole = HashOf(body->view()) & mask();
  while (places_[hole].body != body) hole = (hole + 1) & mask();
  for (size_t i = (hole + 1) & mask(); places_[i].body != nullptr;
       i = (i + 1) & mask()) {
    // How far it is from where its search begins, and from the hole.
    const size_t from_home = (i - places_[i].hash) & mask();
    if (from_home >= ((i - hole) & mask())) {
      places_[hole] = places_[i];
      hole = i;
    }
  }
  places_[hole] = {};
  --count_;
}

void AtomTable::Grow() {
  std::vector<Place, Allocator<Place>> old(
      places_.empty() ? kPlaceCountMin : 2 * places_.size());
  std::swap(old, places_);
  for (const Place& place : old) {
    if (place.body == nullptr) continue;
    size_t index = place.hash & mask();
    while (places_[index].body != nullptr) index = (index + 1) & mask();
    places_[index] = place;
  }
}

}  // namespace dom
