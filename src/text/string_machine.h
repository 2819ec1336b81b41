// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringMachine: Strings that are cut, added to each other and compared as a
// string of bytes says, beside a std::string each. The stress test gives it
// random bytes, the fuzzer what it thinks of. Only tests include this file.
//
// Reading a concatenation changes its body, so that most steps look at the
// length alone; the bytes are compared where the input says so, and at the end.

#ifndef HALFWORD_TEXT_STRING_MACHINE_H_
#define HALFWORD_TEXT_STRING_MACHINE_H_

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/atom.h"
#include "halfword/heap_scope.h"
#include "halfword/persistent_string.h"
#include "halfword/string.h"
#include "text/machine_input.h"

namespace halfword::inline HALFWORD_ABI::internal {

class StringRow : public GarbageCollected<StringRow> {
 public:
  static constexpr size_t kCount = 8;

  String texts_[kCount];
  Atom atoms_[2];
  HALFWORD_FIELDS(StringRow, texts_, atoms_)
};

class StringMachine {
 public:
  explicit StringMachine(std::span<const uint8_t> bytes) : input_(bytes) {
    row_ = MakeGarbageCollected<StringRow>(heap_->GetAllocationHandle());
  }

  // Until the bytes are used up, or something is wrong.
  void Run() {
    while (!input_.empty() && !::testing::Test::HasFailure()) Step();
    CheckAll();
    EXPECT_EQ(Findings(*heap_), "");
  }

  size_t step_count() const { return step_count_; }
  size_t collection_count() const { return collection_count_; }
  size_t comparison_count() const { return comparison_count_; }

 private:
  // A sum of sums doubles; longer ones are made anew.
  static constexpr size_t kBytesMax = 100'000;

  uint8_t Take() { return input_.Take(); }
  size_t Below(size_t limit) { return input_.Below(limit); }
  std::string Bytes() {
    // Around what fits into the word, what is copied in place, the borders of
    // slices and concatenations, and slots.
    static constexpr size_t kLengths[] = {0,   1,   2,   3,   4,   5,    11,
                                          16,  31,  32,  33,  63,  127,  128,
                                          129, 200, 255, 256, 257, 1019, 9000};
    const size_t length = kLengths[Take() % std::size(kLengths)];
    std::string text(length, static_cast<char>('a' + Take() % 26));
    if (length > 1) text[length / 2] = static_cast<char>(Take());
    return text;
  }
  size_t Choose() { return Take() % StringRow::kCount; }
  String& At(size_t index) { return row_->texts_[index]; }

  void Set(size_t index, const String& string, std::string model) {
    At(index) = string;
    models_[index] = std::move(model);
    EXPECT_EQ(At(index).size(), models_[index].size());
  }

  void Check(size_t index) {
    const String& string = At(index);
    const std::string& model = models_[index];
    EXPECT_EQ(string.empty(), model.empty()) << index;
    EXPECT_TRUE(string == model) << index;
    EXPECT_EQ(string.IsInline(), model.size() <= String::kInlineBytesMax);
    EXPECT_EQ(HashTraits<String>::Hash(string, 1),
              HashTraits<String>::Hash(model, 1));
  }
  void CheckAll() {
    for (size_t i = 0; i < StringRow::kCount; ++i) Check(i);
    for (size_t i = 0; i < std::size(atom_models_); ++i) {
      EXPECT_TRUE(row_->atoms_[i].view() == atom_models_[i]) << i;
    }
    EXPECT_TRUE(kept_.Get() == kept_model_);
  }

  void Step() {
    ++step_count_;
    const HeapScope scope(*heap_);
    const size_t index = Choose();
    switch (Take() % 8) {
      case 0:
        Make(index);
        break;
      case 1:
      case 2:
        Cut(index, Choose());
        break;
      case 3:
      case 4:
        Add(index, Choose());
        break;
      case 5:
        Compare(index, Choose());
        break;
      case 6:
        Keep(index);
        break;
      default:
        Look(index);
        break;
    }
  }

  void Make(size_t index) {
    const std::string bytes = Bytes();
    switch (Take() % 4) {
      case 0:
        return Set(index, String(bytes), bytes);
      case 1:
        return Set(index, String(bytes.size(), 'f'),
                   std::string(bytes.size(), 'f'));
      case 2: {
        const auto write = [&bytes](char* target) {
          std::copy(bytes.begin(), bytes.end(), target);
        };
        return Set(index, String::Make(bytes.size(), write), bytes);
      }
      default: {
        const std::vector<std::string> parts = {bytes, "x", bytes};
        return Set(index, String::Join(parts, ", "), bytes + ", x, " + bytes);
      }
    }
  }

  void Cut(size_t to, size_t from) {
    const std::string& model = models_[from];
    const size_t position = Below(model.size() + 1);
    const size_t count = Below(model.size() + 2);
    Set(to, At(from).substr(position, count), model.substr(position, count));
  }

  void Add(size_t to, size_t from) {
    const size_t second = Choose();
    const std::string bytes = Bytes();
    if (models_[from].size() + models_[second].size() > kBytesMax) {
      return Make(from);
    }
    switch (Take() % 6) {
      case 0:
        return Set(to, At(from) + At(second), models_[from] + models_[second]);
      case 1:
        return Set(to, At(from) + bytes, models_[from] + bytes);
      case 2:
        return Set(to, bytes + At(from), bytes + models_[from]);
      case 3:
        At(to) += 'c';
        models_[to] += 'c';
        return;
      case 4:
        if (models_[to].size() > kBytesMax) return Make(to);
        At(to) += bytes;
        models_[to] += bytes;
        return;
      default:
        return Set(to, At(from), models_[from]);
    }
  }

  void Compare(size_t a, size_t b) {
    ++comparison_count_;
    EXPECT_EQ(At(a) == At(b), models_[a] == models_[b]);
    EXPECT_EQ(At(a) <=> At(b), models_[a] <=> models_[b]);
    EXPECT_EQ(At(a).starts_with(models_[b]),
              models_[a].starts_with(models_[b]));
    EXPECT_EQ(At(a).ends_with(models_[b]), models_[a].ends_with(models_[b]));
    EXPECT_EQ(At(a).contains(models_[b]),
              models_[a].find(models_[b]) != std::string::npos);
    const char byte = static_cast<char>(Take());
    EXPECT_EQ(At(a).find(byte), models_[a].find(byte));
    EXPECT_EQ(At(a).rfind(byte), models_[a].rfind(byte));
    EXPECT_EQ(Atom(At(a)) == Atom(At(b)), models_[a] == models_[b]);
  }

  // What else refers to a string, here or in another heap.
  void Keep(size_t index) {
    switch (Take() % 3) {
      case 0: {
        const size_t at = Take() % std::size(atom_models_);
        row_->atoms_[at] = Atom(At(index));
        atom_models_[at] = models_[index];
        return;
      }
      case 1:
        kept_ = At(index);
        kept_model_ = models_[index];
        return;
      default: {
        const String copy = At(index).Copy(other_heap_->GetAllocationHandle());
        EXPECT_TRUE(copy == models_[index]);
        return;
      }
    }
  }

  void Look(size_t index) {
    switch (Take() % 4) {
      case 0:
        ++collection_count_;
        CollectPrecisely(*heap_);
        return CheckAll();
      case 1:
        ++collection_count_;
        CollectConservatively(*heap_);
        return CheckAll();
      default:
        return Check(index);
    }
  }

  MachineInput input_;
  const std::unique_ptr<Heap> other_heap_ = Heap::Create();
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.growth_bytes_min = 1 << 18});
  Persistent<StringRow> row_;
  std::array<std::string, StringRow::kCount> models_;
  std::array<std::string, 2> atom_models_;
  PersistentString kept_;
  std::string kept_model_;
  size_t step_count_ = 0;
  size_t collection_count_ = 0;
  size_t comparison_count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_STRING_MACHINE_H_
