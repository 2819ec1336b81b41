// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LibraryLife: one heap from its creation to its end, with a library in it and
// a model of that library, in random steps: books come and go, titles and
// containers grow, weak entries and ephemerons die; in between it is collected
// in all ways, verified, shown in a snapshot and saved.
//
// What the model knows of a book stays true after the library has let go of it:
// whoever still finds it, by a weak entry or from another thread, finds it so.

#ifndef HALFWORD_TESTS_STRESS_LIBRARY_LIFE_H_
#define HALFWORD_TESTS_STRESS_LIBRARY_LIFE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "halfword/halfword.h"
#include "tests/stress/book_exchange.h"
#include "tests/stress/books.h"
#include "tests/stress/chooser.h"

namespace halfword::inline HALFWORD_ABI::stress {

struct BookModel {
  std::string title;
  std::vector<uint32_t> cited;
  bool is_shelved = true;
  bool is_seen = false;
  bool has_note = false;
  bool is_lent = false;
};

struct LibraryModel {
  bool has_library = false;             // of a saved one: there is an image
  std::map<uint32_t, BookModel> books;  // all there were
  std::vector<uint32_t> shelved;
  std::vector<std::string> lines;
  std::string journal;
  uint32_t last_number = 0;
};

// Threads: one, which the heap belongs to; the exchange is everybody's.
class LibraryLife {
 public:
  // `image_path` is "" for a heap without an image. Where that image is there
  // already, the library is as `saved` says.
  LibraryLife(Chooser* chooser, BookExchange* exchange, std::string image_path,
              const LibraryModel& saved);
  LibraryLife(const LibraryLife&) = delete;
  LibraryLife& operator=(const LibraryLife&) = delete;

  void Step();
  // Compares all with the model.
  void Compare();
  // Lets go of everything, and expects that it dies. The image keeps what was
  // saved last.
  void End();

  // As the image has it.
  const LibraryModel& saved() const { return saved_; }

 private:
  HeapOptions ChooseOptions();
  std::unique_ptr<Heap> Open();
  size_t Pick(size_t count) { return chooser_.Pick(count); }
  uint32_t PickShelved();
  Book* Find(uint32_t number);
  Book* MakeBook(uint32_t number);

  // Steps.
  void Add();
  void Remove();
  void Write();
  void CopyTitle();
  void WriteLine();
  void Cite();
  void NoteOrLend();
  void MakeLitter();
  void Exchange();
  void Collect();
  void MarkBeside();
  void Show();
  void Save();

  void CompareBook(const Book& book);

  Chooser& chooser_;
  BookExchange& exchange_;
  const uint64_t life_;
  const std::string image_path_;
  LibraryModel saved_;
  LibraryModel model_;
  bool marks_beside_ = false;
  const std::unique_ptr<Heap> heap_;
  Persistent<Library> library_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_LIBRARY_LIFE_H_
