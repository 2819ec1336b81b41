// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MutableStringMachine: mutable strings of both kinds that copy, move and
// change each other as a string of bytes says, beside a std::string each. The
// stress test gives it random bytes, the fuzzer what it thinks of. Only tests
// include this file.

#ifndef HALFWORD_TEXT_MUTABLE_STRING_MACHINE_H_
#define HALFWORD_TEXT_MUTABLE_STRING_MACHINE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/mutable_string.h"
#include "text/machine_input.h"
#include "text/shared_cell.h"

namespace halfword::inline HALFWORD_ABI::internal {

class StringHolder : public GarbageCollected<StringHolder> {
 public:
  MutableString texts_[3];
  String frozen_;
  HALFWORD_FIELDS(StringHolder, texts_, frozen_)
};

class MutableStringMachine {
 public:
  explicit MutableStringMachine(std::span<const uint8_t> bytes)
      : input_(bytes) {
    for (size_t i = 0; i < kHolderCount; ++i) Renew(i);
    scoped_.resize(kScopedCount);
  }
  ~MutableStringMachine() {
    scoped_.clear();
    holders_ = {};
    heap_.reset();
    other_heap_.reset();
    for (const Foreign& foreign : foreign_) EXPECT_EQ(foreign.released, 1);
    EXPECT_EQ(SharedCellCount(), cells_before_);
  }

  // Until the bytes are used up, or something is wrong.
  void Run() {
    while (!input_.empty() && !::testing::Test::HasFailure()) Step();
    CheckAll();
    EXPECT_EQ(Findings(*heap_) + Findings(*other_heap_), "");
  }

  size_t step_count() const { return step_count_; }
  size_t collection_count() const { return collection_count_; }
  size_t shared_count() const { return shared_count_; }

 private:
  static constexpr size_t kScopedCount = 6;
  static constexpr size_t kHolderCount = 3;  // the last is in the other heap
  static constexpr size_t kStringCount = kScopedCount + 3 * kHolderCount;
  static constexpr size_t kBytesMax = size_t{1} << 20;

  static constexpr char kLiteral[] =
      "a literal that is so long that its bytes are shared, not copied";

  struct Foreign {
    std::string bytes;
    int released = 0;
  };

  uint8_t Take() { return input_.Take(); }
  size_t Below(size_t limit) { return input_.Below(limit); }
  std::string Bytes() {
    static constexpr size_t kLengths[] = {0,   1,   5,   14,   15,   16,   17,
                                          40,  63,  64,  65,   100,  255,  256,
                                          257, 300, 700, 1019, 3000, 20000};
    const size_t length = kLengths[Take() % std::size(kLengths)];
    std::string text(length, static_cast<char>('a' + Take() % 26));
    if (length > 2) text[length / 2] = '\0';
    return text;
  }

  // Calls function(string, model).
  template <typename Function>
  void Visit(size_t index, Function function) {
    if (index < kScopedCount) {
      function(scoped_[index], models_[index]);
    } else {
      const size_t at = index - kScopedCount;
      function(holders_[at / 3]->texts_[at % 3], models_[index]);
    }
  }
  size_t Choose() { return Take() % kStringCount; }

  void Check(size_t index) {
    Visit(index, [&](const auto& string, const std::string& model) {
      EXPECT_EQ(string.size(), model.size()) << index;
      EXPECT_TRUE(string == model) << index;
      shared_count_ += string.IsWritable() ? 0 : 1;
    });
  }
  void CheckAll() {
    for (size_t i = 0; i < kStringCount; ++i) Check(i);
    for (size_t i = 0; i < kHolderCount; ++i) {
      EXPECT_TRUE(holders_[i]->frozen_ == frozen_models_[i]) << i;
    }
  }

  // Another holder in the place of one, whose strings die untold.
  void Renew(size_t index) {
    Heap& heap = index + 1 == kHolderCount ? *other_heap_ : *heap_;
    holders_[index] =
        MakeGarbageCollected<StringHolder>(heap.GetAllocationHandle());
    for (size_t i = 0; i < 3; ++i) models_[kScopedCount + 3 * index + i] = "";
    frozen_models_[index] = "";
  }

  void Collect() {
    ++collection_count_;
    if (Take() % 2 == 0) {
      CollectPrecisely(*heap_);
      CollectPrecisely(*other_heap_);
    } else {
      CollectConservatively(*heap_);
    }
    CheckAll();
  }

  void Step() {
    ++step_count_;
    const uint8_t what = Take();
    const size_t index = Choose();
    switch (what % 8) {
      case 0:
      case 1:
        Between(index, Choose());
        break;
      case 2:
        Special(index);
        break;
      default:
        Visit(index,
              [&](auto& string, std::string& model) { Change(string, model); });
        break;
    }
    if (index < kStringCount) Check(index);
  }

  template <typename Text>
  void Change(Text& string, std::string& model) {
    const size_t size = model.size();
    const size_t at = Below(size + 1);
    const size_t count = Below(size + 2);
    switch (Take() % 12) {
      case 0:
        string = model = Bytes();
        return;
      case 1: {
        const std::string more = Bytes();
        string.append(more);
        model.append(more);
        break;
      }
      case 2:
        string.push_back('p');
        model.push_back('p');
        break;
      case 3: {
        const std::string more = Bytes();
        string.replace(at, count, more);
        model.replace(at, count, more);
        break;
      }
      case 4:
        string.erase(at, count);
        model.erase(at, count);
        break;
      case 5:
        string.RemovePrefix(at);
        model.erase(0, at);
        break;
      case 6:
        string.resize(at);
        model.resize(at);
        break;
      case 7:
        string.replace(at, count, string.view().substr(at / 2, count));
        model.replace(at, count, std::string(model.substr(at / 2, count)));
        break;
      case 8:
        if (size == 0) break;
        string.writable()[at % size] = 'W';
        model[at % size] = 'W';
        break;
      case 9:
        EXPECT_EQ(string.c_str()[size], '\0');
        break;
      case 10:
        string.reserve(at + 3 * count);
        EXPECT_GE(string.capacity(), size);
        break;
      default:
        string.shrink_to_fit();
        break;
    }
    // What makes strings long is not let run away.
    if (model.size() > 100000) {
      string.clear();
      model.clear();
    }
  }

  void Between(size_t to, size_t from) {
    const uint8_t how = Take();
    Visit(to, [&](auto& target, std::string& target_model) {
      Visit(from, [&](auto& source, std::string& source_model) {
        const size_t at = Below(source_model.size() + 1);
        switch (how % 6) {
          case 0:
          case 1:
          case 2:
            target = source;
            target_model = source_model;
            break;
          case 3:
            target = std::move(source);
            if (to != from) target_model = std::exchange(source_model, "");
            break;
          case 4:
            target = source.substr(at / 4);
            target_model = std::string(source_model, at / 4);
            break;
          default:
            // Doubling again and again would take all memory there is.
            if (target_model.size() + source_model.size() > kBytesMax) break;
            target += source;
            target_model += std::string(source_model);
            break;
        }
      });
    });
    Check(from);
  }

  void Special(size_t index) {
    const size_t holder = Below(kHolderCount);
    const uint8_t what = Take();
    Visit(index, [&](auto& string, std::string& model) {
      using Text = std::remove_reference_t<decltype(string)>;
      switch (what % 8) {
        case 0:
          string = Text::FromLiteral(kLiteral);
          model = kLiteral;
          break;
        case 1:
          foreign_.push_back({Bytes()});
          model = foreign_.back().bytes;
          string = Text::FromForeign(
              foreign_.back().bytes,
              [](std::string_view bytes, void* context) {
                auto* const foreign = static_cast<Foreign*>(context);
                EXPECT_EQ(bytes.data(), foreign->bytes.data());
                ++foreign->released;
              },
              &foreign_.back());
          break;
        case 2:
          // A String stays in its heap.
          if (holder + 1 == kHolderCount || IsInOtherHeap(index)) break;
          holders_[holder]->frozen_ = string.ToString();
          frozen_models_[holder] = model;
          break;
        case 3:
          if (holder + 1 == kHolderCount || IsInOtherHeap(index)) break;
          holders_[holder]->frozen_ = string.Freeze();
          frozen_models_[holder] = std::exchange(model, "");
          break;
        case 4:
          string = holders_[holder]->frozen_;
          model = frozen_models_[holder];
          break;
        default:
          break;
      }
    });
    if (what % 8 == 5) Renew(holder);
    if (what % 8 == 6) Collect();
    if (what % 8 == 7) Rotate();
  }
  static bool IsInOtherHeap(size_t index) {
    return index >= kScopedCount + 3 * (kHolderCount - 1);
  }

  // Moves all scoped strings to other places.
  void Rotate() {
    std::rotate(scoped_.begin(), scoped_.begin() + 1, scoped_.end());
    std::rotate(models_.begin(), models_.begin() + 1,
                models_.begin() + kScopedCount);
    scoped_.shrink_to_fit();
    scoped_.reserve(scoped_.capacity() + 1);
    CheckAll();
  }

  const size_t cells_before_ = SharedCellCount();
  MachineInput input_;
  std::deque<Foreign> foreign_;
  std::unique_ptr<Heap> heap_ = Heap::Create();
  std::unique_ptr<Heap> other_heap_ = Heap::Create();
  std::vector<ScopedMutableString> scoped_;
  std::array<Persistent<StringHolder>, kHolderCount> holders_;
  std::array<std::string, kStringCount> models_;
  std::array<std::string, kHolderCount> frozen_models_;
  size_t step_count_ = 0;
  size_t collection_count_ = 0;
  size_t shared_count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_MUTABLE_STRING_MACHINE_H_
