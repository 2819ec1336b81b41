// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the heaps of the test of threads hold: books with titles that grow, and
// a library that refers to them in every way that a container can.

#ifndef HALFWORD_TESTS_STRESS_BOOKS_H_
#define HALFWORD_TESTS_STRESS_BOOKS_H_

#include <cstdint>

#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::stress {

class Note : public GarbageCollected<Note> {
 public:
  explicit Note(uint32_t number) : number_(number) {}
  uint32_t number_;
  HALFWORD_FIELDS(Note, number_)
};

class Book : public GarbageCollected<Book> {
 public:
  explicit Book(uint32_t number) : number_(number) {}
  uint32_t number_;
  MutableString title_;
  HeapVector<Member<Book>> cited_;
  WeakMember<Book> neighbour_;
  HALFWORD_FIELDS(Book, number_, title_, cited_, neighbour_)
};

class Library : public GarbageCollected<Library> {
 public:
  HeapHashMap<uint32_t, Member<Book>> books_;
  HeapDeque<Member<Book>> returned_;
  HeapHashSet<WeakMember<Book>> seen_;
  HeapHashMap<WeakMember<Book>, Member<Note>> notes_;
  HeapHashMap<uint32_t, WeakMember<Book>> lent_;
  HeapLinkedHashSet<WeakMember<Book>> read_;
  HeapVector<MutableString> lines_;
  MutableString journal_;
  HALFWORD_FIELDS(Library, books_, returned_, seen_, notes_, lent_, read_,
                  lines_, journal_)
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_BOOKS_H_
