// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places of a life that has ended stay as they are: their handles are null.

#include "tests/stress/book_exchange.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace halfword::inline HALFWORD_ABI::stress {

uint64_t BookExchange::BeginLife() {
  const std::lock_guard lock(mutex_);
  return ++last_life_;
}

void BookExchange::Put(size_t place, uint64_t life, Book* book) {
  const std::lock_guard lock(mutex_);
  places_[place].life = life;
  places_[place].book = book;
  places_[place].weak = book;
}

void BookExchange::Copy(size_t from, size_t to) {
  const std::lock_guard lock(mutex_);
  const Place& source = places_[from];
  Place& target = places_[to];
  CrossThreadPersistent<Book> locked = source.weak.Lock();
  target.life = source.life;
  target.weak = source.weak;
  if (source.book) {
    target.book = source.book;
  } else {
    target.book = std::move(locked);
  }
}

void BookExchange::Drop(size_t place) {
  const std::lock_guard lock(mutex_);
  places_[place].book.Clear();
}

Book* BookExchange::Look(size_t place, uint64_t life) {
  const std::lock_guard lock(mutex_);
  return places_[place].life == life ? places_[place].book.Get() : nullptr;
}

void BookExchange::DropAll(uint64_t life) {
  const std::lock_guard lock(mutex_);
  for (Place& place : places_) {
    if (place.life != life) continue;
    place.life = 0;
    place.book.Clear();
    place.weak.Clear();
  }
}

}  // namespace halfword::inline HALFWORD_ABI::stress
