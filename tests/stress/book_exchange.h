// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Handles to books that all threads copy, lock and drop, whichever thread the
// book's heap belongs to, while that heap allocates, marks, is saved or ends.

#ifndef HALFWORD_TESTS_STRESS_BOOK_EXCHANGE_H_
#define HALFWORD_TESTS_STRESS_BOOK_EXCHANGE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "halfword/halfword.h"
#include "tests/stress/books.h"

namespace halfword::inline HALFWORD_ABI::stress {

// Threads: any. The lock keeps a handle together with what is known of it; it
// is none that a collection takes.
class BookExchange {
 public:
  static constexpr size_t kPlaceCount = 32;

  // A number for a heap, which no other has had.
  uint64_t BeginLife();

  // Puts a book of the calling thread's heap into a place.
  void Put(size_t place, uint64_t life, Book* book);
  // From one place to the other; the weak handle of the first is locked if
  // there is no strong one any more.
  void Copy(size_t from, size_t to);
  void Drop(size_t place);

  // The book of a place if it is of that life, and held strongly; else null.
  // Threads: that of the life's heap.
  Book* Look(size_t place, uint64_t life);

  // All of a life, its weak handles included.
  void DropAll(uint64_t life);

 private:
  struct Place {
    uint64_t life = 0;  // 0: none
    CrossThreadPersistent<Book> book;
    WeakCrossThreadPersistent<Book> weak;
  };

  std::mutex mutex_;
  uint64_t last_life_ = 0;                 // guarded by mutex_
  std::array<Place, kPlaceCount> places_;  // guarded by mutex_
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_BOOK_EXCHANGE_H_
