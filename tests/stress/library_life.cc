// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a step of a library does to its heap, and to the model.

#include "tests/stress/library_life.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

constexpr size_t kShelvedMax = 400;
constexpr size_t kTitleBytesMax = 200;  // longer than what a string has in it
constexpr size_t kJournalBytesMax = size_t{64} << 10;
constexpr size_t kCitedMax = 40;
constexpr size_t kLinesMax = 100;

// Whether all of a snapshot came, from its first brace to its last.
class BraceSink final : public SnapshotSink {
 public:
  bool Write(const char* data, size_t bytes) override {
    if (bytes == 0) return true;
    if (bytes_ == 0) first_ = data[0];
    const std::string_view text(data, bytes);
    const size_t end = text.find_last_not_of('\n');
    if (end != std::string_view::npos) last_ = text[end];
    bytes_ += bytes;
    return true;
  }
  bool is_whole() const { return first_ == '{' && last_ == '}'; }

 private:
  size_t bytes_ = 0;
  char first_ = 0;
  char last_ = 0;
};

}  // namespace

LibraryLife::LibraryLife(Chooser* chooser, BookExchange* exchange,
                         std::string image_path, const LibraryModel& saved)
    : chooser_(*chooser),
      exchange_(*exchange),
      life_(exchange->BeginLife()),
      image_path_(std::move(image_path)),
      saved_(saved),
      model_(saved),
      heap_(Open()) {
  if (heap_ == nullptr) return;
  Library* library =
      image_path_.empty() ? nullptr : heap_->GetRoot<Library>("library");
  EXPECT_EQ(library != nullptr, saved.has_library);
  if (library == nullptr) {
    library = MakeGarbageCollected<Library>(heap_->GetAllocationHandle());
    if (!image_path_.empty()) heap_->SetRoot("library", library);
  }
  library_ = library;
  model_.has_library = true;
}

HeapOptions LibraryLife::ChooseOptions() {
  static constexpr MarkingType kMarking[] = {
      MarkingType::kAtomic, MarkingType::kIncremental,
      MarkingType::kIncrementalAndConcurrent,
      MarkingType::kIncrementalAndConcurrent};
  HeapOptions options;
  options.marking_support = kMarking[Pick(std::size(kMarking))];
  marks_beside_ = options.marking_support != MarkingType::kAtomic;
  options.growth_bytes_min = size_t{64} << (10 + Pick(4));
  options.hash_seed = 1 + Pick(1 << 20);
  return options;
}

std::unique_ptr<Heap> LibraryLife::Open() {
  if (image_path_.empty()) return Heap::Create(ChooseOptions());
  ImageStatus status;
  std::unique_ptr<Heap> heap = Heap::Open(
      image_path_,
      {.types = ImageTypes::Of<Library>(), .heap = ChooseOptions()}, &status);
  EXPECT_TRUE(status.ok()) << status.message();
  return heap;
}

void LibraryLife::Step() {
  static constexpr std::pair<unsigned, void (LibraryLife::*)()> kSteps[] = {
      {200, &LibraryLife::Add},        {120, &LibraryLife::Remove},
      {200, &LibraryLife::Write},      {60, &LibraryLife::CopyTitle},
      {80, &LibraryLife::WriteLine},   {120, &LibraryLife::Cite},
      {120, &LibraryLife::NoteOrLend}, {100, &LibraryLife::MakeLitter},
      {100, &LibraryLife::Exchange},   {4, &LibraryLife::Collect},
      {60, &LibraryLife::MarkBeside},  {1, &LibraryLife::Show},
      {4, &LibraryLife::Save},
  };
  static constexpr auto kWeights = [] {
    std::array<unsigned, std::size(kSteps)> weights = {};
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = kSteps[i].first;
    return weights;
  }();
  if (heap_ == nullptr) return;
  (this->*kSteps[chooser_.PickByWeight(kWeights)].second)();
}

uint32_t LibraryLife::PickShelved() {
  return model_.shelved.empty() ? 0
                                : model_.shelved[Pick(model_.shelved.size())];
}

Book* LibraryLife::Find(uint32_t number) {
  const auto found = library_->books_.find(number);
  if (found != library_->books_.end()) return found->second;
  ADD_FAILURE() << "book " << number << " is gone";
  return nullptr;
}

Book* LibraryLife::MakeBook(uint32_t number) {
  return MakeGarbageCollected<Book>(heap_->GetAllocationHandle(), number);
}

void LibraryLife::Add() {
  if (model_.shelved.size() == kShelvedMax) return Remove();
  const uint32_t number = ++model_.last_number;
  Book* const book = MakeBook(number);
  BookModel& model = model_.books[number];
  model.title = "Volume " + std::to_string(number);
  book->title_ = model.title;
  const uint32_t neighbour = PickShelved();
  if (neighbour != 0) book->neighbour_ = Find(neighbour);
  library_->books_.insert_or_assign(number, book);
  model_.shelved.push_back(number);
}

// The last sixteen that were removed live on.
void LibraryLife::Remove() {
  if (model_.shelved.empty()) return;
  const size_t index = Pick(model_.shelved.size());
  const uint32_t number = model_.shelved[index];
  Book* const book = Find(number);
  library_->returned_.push_back(book);
  if (library_->returned_.size() > 16) library_->returned_.pop_front();
  EXPECT_EQ(library_->books_.erase(number), 1u);
  model_.books[number].is_shelved = false;
  model_.shelved[index] = model_.shelved.back();
  model_.shelved.pop_back();
}

void LibraryLife::Write() {
  static constexpr std::string_view kText =
      "of the second book, which nobody has returned";
  const std::string_view text = kText.substr(Pick(20), 1 + Pick(25));
  if (Pick(2) == 0) {
    if (model_.journal.size() > kJournalBytesMax) {
      model_.journal.clear();
      library_->journal_.clear();
    }
    model_.journal += text;
    library_->journal_ += text;
    return;
  }
  const uint32_t number = PickShelved();
  if (number == 0) return;
  std::string& title = model_.books[number].title;
  if (title.size() > kTitleBytesMax) {
    title.resize(9);
    Find(number)->title_.resize(9);
  }
  title += text;
  Find(number)->title_ += text;
}

// Both share the bytes until one of them is written to.
void LibraryLife::CopyTitle() {
  const uint32_t from = PickShelved();
  const uint32_t to = PickShelved();
  if (from == 0) return;
  model_.books[to].title = model_.books[from].title;
  Find(to)->title_ = Find(from)->title_;
}

// Elements of a vector that moves them, some of which share a title's bytes.
void LibraryLife::WriteLine() {
  std::vector<std::string>& lines = model_.lines;
  const size_t index = Pick(lines.size() + 1);
  const uint32_t number = PickShelved();
  if (number == 0) return;
  if (index == lines.size() && index < kLinesMax) {
    lines.push_back(model_.books[number].title);
    library_->lines_.push_back(Find(number)->title_);
  } else if (index == lines.size() || Pick(3) == 0) {
    const size_t erased = std::min(index, lines.size() - 1);
    lines.erase(lines.begin() + static_cast<ptrdiff_t>(erased));
    library_->lines_.erase(library_->lines_.begin() +
                           static_cast<ptrdiff_t>(erased));
  } else {
    lines[index] += ", read";
    library_->lines_[index] += ", read";
  }
}

void LibraryLife::Cite() {
  const uint32_t number = PickShelved();
  const uint32_t cited = PickShelved();
  if (number == 0) return;
  BookModel& model = model_.books[number];
  Book* const book = Find(number);
  if (model.cited.size() == kCitedMax || Pick(10) == 0) {
    model.cited.clear();
    book->cited_.clear();
    if (Pick(2) == 0) book->cited_.shrink_to_fit();
  }
  model.cited.push_back(cited);
  book->cited_.push_back(Find(cited));
}

void LibraryLife::NoteOrLend() {
  const uint32_t number = PickShelved();
  if (number == 0) return;
  BookModel& model = model_.books[number];
  Book* const book = Find(number);
  switch (Pick(3)) {
    case 0:
      model.is_seen = true;
      library_->seen_.insert(book);
      library_->read_.insert(book);
      break;
    case 1:
      model.has_note = true;
      library_->notes_.insert_or_assign(
          book,
          MakeGarbageCollected<Note>(heap_->GetAllocationHandle(), number));
      break;
    default:
      model.is_lent = true;
      library_->lent_.insert_or_assign(number, book);
  }
}

void LibraryLife::MakeLitter() {
  Book* last = nullptr;
  for (size_t i = Pick(60); i > 0; --i) {
    Book* const book = MakeBook(UINT32_MAX);
    book->title_ = "of which nobody has heard";
    if (last != nullptr) book->cited_.push_back(last);
    last = book;
  }
}

// What is picked does not depend on what other threads did, so that a seed
// repeats all that this one does.
void LibraryLife::Exchange() {
  const size_t place = Pick(BookExchange::kPlaceCount);
  const size_t other = Pick(BookExchange::kPlaceCount);
  const uint32_t number = PickShelved();
  switch (Pick(4)) {
    case 0:
      if (number != 0) exchange_.Put(place, life_, Find(number));
      break;
    case 1:
      exchange_.Copy(place, other);
      break;
    case 2:
      exchange_.Drop(place);
      break;
    default:
      if (const Book* const book = exchange_.Look(place, life_)) {
        CompareBook(*book);
      }
  }
}

void LibraryLife::Collect() {
  switch (Pick(4)) {
    case 0:
      internal::CollectPrecisely(*heap_);
      return Compare();
    case 1:
      internal::CollectConservatively(*heap_);
      return Compare();
    case 2:
      heap_->Collect({.sweeping = Sweeping::kLazy});
      return Compare();
    default:
      EXPECT_EQ(internal::Findings(*heap_), "");
  }
}

// One part of a cycle at a time: what comes between two of them meets a heap
// that is being marked.
void LibraryLife::MarkBeside() {
  internal::Collector& collector = internal::CollectorOf(*heap_);
  if (Pick(8) == 0) {
    heap_->DoIdleWork(0.05, StackState::kMayContainHeapPointers);
  } else if (!collector.is_marking_beside()) {
    if (marks_beside_) collector.BeginMarking();
  } else if (Pick(3) != 0) {
    collector.StepMarking(StackState::kMayContainHeapPointers);
  } else {
    collector.FinishMarking({.reason = "stress"});
  }
}

void LibraryLife::Show() {
  BraceSink sink;
  const SnapshotReport report = WriteHeapSnapshot(*heap_, sink);
  EXPECT_TRUE(report.ok()) << report.error;
  EXPECT_GT(report.node_count, model_.shelved.size());
  EXPECT_TRUE(sink.is_whole());
}

void LibraryLife::Save() {
  if (image_path_.empty()) return;
  // Verifying all gives up the cycle that marks.
  const ImageStatus status =
      heap_->Save({.is_relaxed = Pick(2) == 0, .verifies_all = Pick(4) == 0});
  EXPECT_TRUE(status.ok()) << status.message();
  saved_ = model_;
}

void LibraryLife::CompareBook(const Book& book) {
  const auto found = model_.books.find(book.number_);
  if (found == model_.books.end()) {
    ADD_FAILURE() << "no book ever had the number " << book.number_;
    return;
  }
  const BookModel& model = found->second;
  EXPECT_EQ(book.title_.view(), model.title);
  std::vector<uint32_t> cited;
  for (const Member<Book>& other : book.cited_) cited.push_back(other->number_);
  EXPECT_EQ(cited, model.cited);
  if (book.neighbour_) {
    EXPECT_TRUE(model_.books.contains(book.neighbour_->number_));
  }
}

void LibraryLife::Compare() {
  if (heap_ == nullptr) return;
  EXPECT_EQ(library_->journal_.view(), model_.journal);
  EXPECT_TRUE(std::ranges::equal(
      library_->lines_, model_.lines,
      [](const MutableString& line, const std::string& expected) {
        return line.view() == expected;
      }));
  EXPECT_EQ(library_->books_.size(), model_.shelved.size());
  for (const uint32_t number : model_.shelved) {
    const Book* const book = Find(number);
    if (book == nullptr) continue;
    CompareBook(*book);
    const BookModel& model = model_.books[number];
    EXPECT_TRUE(!model.is_seen || library_->seen_.contains(book));
    EXPECT_TRUE(!model.is_seen || library_->read_.contains(book));
    EXPECT_TRUE(!model.has_note || library_->notes_.contains(book));
    EXPECT_TRUE(!model.is_lent || library_->lent_.contains(number));
  }
  for (const Member<Book>& book : library_->returned_) CompareBook(*book);
  for (const WeakMember<Book>& book : library_->seen_) CompareBook(*book);
  for (const WeakMember<Book>& book : library_->read_) CompareBook(*book);
  for (const auto& [number, book] : library_->lent_) {
    EXPECT_EQ(book->number_, number);
    CompareBook(*book);
  }
  for (const auto& [book, note] : library_->notes_) {
    EXPECT_EQ(book->number_, note->number_);
    CompareBook(*book);
  }
}

void LibraryLife::End() {
  if (heap_ == nullptr) return;
  Compare();
  if (Pick(3) == 0) return;  // with all that it holds, and handles of others
  exchange_.DropAll(life_);
  library_->books_.clear();
  library_->returned_.clear();
  internal::CollectPrecisely(*heap_);
  EXPECT_EQ(library_->seen_.size(), 0u);
  EXPECT_EQ(library_->read_.size(), 0u);
  EXPECT_EQ(library_->notes_.size(), 0u);
  EXPECT_EQ(library_->lent_.size(), 0u);
}

}  // namespace halfword::inline HALFWORD_ABI::stress
