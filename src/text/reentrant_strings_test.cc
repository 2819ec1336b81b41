// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings that are changed by what their own allocation calls: the callback of
// a collection. What an operation makes of a string is what the string was
// before, or is afterwards, and never a mixture.

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class TextLine : public GarbageCollected<TextLine> {
 public:
  MutableString text_;
  HALFWORD_FIELDS(TextLine, text_)
};

std::string Alphabet(size_t count, char first = 'a') {
  std::string bytes;
  for (size_t i = 0; i < count; ++i) {
    bytes.push_back(static_cast<char>(first + static_cast<char>(i % 20)));
  }
  return bytes;
}

const std::string kForeign = Alphabet(700, 'F');

class ReentrantStringsTest : public ::testing::Test {
 protected:
  using Change = std::function<void(MutableString*)>;

  // Of the line's string: all that may happen to it.
  static const std::array<Change, 8>& Changes() {
    static const std::array<Change, 8> changes = {
        [](MutableString* text) { *text = MutableString(); },
        [](MutableString* text) { *text = "short"; },
        [](MutableString* text) { text->append(Alphabet(900, 'A')); },
        [](MutableString* text) { text->RemovePrefix(text->size() / 2); },
        [](MutableString* text) {
          *text = MutableString();
          text->reserve(3000);
          text->append(Alphabet(300, 'K'));
        },
        [](MutableString* text) {
          *text = MutableString::FromLiteral("bytes that are no buffer's");
        },
        [](MutableString* text) { *text = Alphabet(1500, 'C'); },
        [](MutableString* text) {
          *text = MutableString();
          // Something else where its bytes were.
          for (int i = 0; i < 100; ++i) {
            MutableString("to reserve").reserve(1000);
            const MutableString other(1000, '!');
          }
        }};
    return changes;
  }

  // prepare: sets the line's string. operation: reads it, and allocates.
  // Returns what it has made.
  template <typename Prepare, typename Operation>
  void Check(Prepare prepare, Operation operation) {
    for (const Change& change : Changes()) {
      text() = MutableString();
      prepare(&text());
      const std::string before(text().view());
      std::string after;
      Arm([&] {
        change(&text());
        after = text().view();
      });
      const std::string result = operation(&text());
      Disarm();
      EXPECT_TRUE(result == before || result == after) << result;
      EXPECT_EQ(Findings(*heap_), "");
      EXPECT_EQ(Findings(*other_heap_), "");
    }
    EXPECT_EQ(Findings(*heap_), "");
  }

  // The next allocation out of line collects.
  void Arm(std::function<void()> callback) {
    for (Heap* const heap : {heap_.get(), other_heap_.get()}) {
      MakeGarbageCollected<TextLine>(heap->GetAllocationHandle());
      CollectorOf(*heap).CloseRuns();
      CollectorOf(*heap).set_budget_bytes(1);
    }
    callback_ = std::move(callback);
  }
  void Disarm() {
    EXPECT_EQ(callback_, nullptr) << "the operation has not collected";
    callback_ = nullptr;
  }
  MutableString& text() { return line_->text_; }
  Heap& other_heap() { return *other_heap_; }

 private:
  std::unique_ptr<Heap> MakeHeap() {
    return Heap::Create({.cycle_callback = [this](Heap&, const CycleRecord&) {
      if (callback_ != nullptr) std::exchange(callback_, nullptr)();
    }});
  }

  std::function<void()> callback_;
  const std::unique_ptr<Heap> heap_ = MakeHeap();
  const std::unique_ptr<Heap> other_heap_ = MakeHeap();
  const Persistent<TextLine> line_ =
      MakeGarbageCollected<TextLine>(heap_->GetAllocationHandle());
};

void SetOverlong(MutableString* text) {
  text->reserve(1000);
  text->append(Alphabet(470));
}
void SetForeign(MutableString* text) {
  *text = MutableString::FromForeign(kForeign, nullptr);
}

TEST_F(ReentrantStringsTest, ACopyThatTrims) {
  MutableString copy;
  Check(SetOverlong, [&copy](MutableString* text) {
    copy = MutableString();
    copy = *text;
    return std::string(copy);
  });
  Check(SetOverlong, [](MutableString* text) {
    const ScopedMutableString scoped = *text;
    return std::string(scoped);
  });
}

TEST_F(ReentrantStringsTest, ACopyWhoseTargetIsSetMeanwhile) {
  ScopedMutableString target;
  const ScopedMutableString other = Alphabet(200, 'X');
  const auto set_target = [&](Heap&, const CycleRecord&) { target = other; };
  const auto heap = Heap::Create({.cycle_callback = set_target});
  const HeapScope scope(*heap);
  const Persistent<TextLine> line =
      MakeGarbageCollected<TextLine>(heap->GetAllocationHandle());
  line->text_.reserve(1000);
  line->text_.append(Alphabet(470));
  MakeGarbageCollected<TextLine>(heap->GetAllocationHandle());
  CollectorOf(*heap).CloseRuns();
  CollectorOf(*heap).set_budget_bytes(1);

  target = line->text_;

  EXPECT_EQ(target, Alphabet(470));
  EXPECT_TRUE(other.IsWritable());
  target = ScopedMutableString();
  EXPECT_EQ(Findings(*heap), "");
}

TEST_F(ReentrantStringsTest, ACopyInAnotherHeap) {
  const Persistent<TextLine> copy =
      MakeGarbageCollected<TextLine>(other_heap().GetAllocationHandle());
  Check(SetOverlong, [&copy](MutableString* text) {
    copy->text_ = *text;
    return std::string(copy->text_);
  });
  Check(SetOverlong, [&copy](MutableString* text) {
    copy->text_ = std::move(*text);
    EXPECT_TRUE(text->empty());  // NOLINT: what was moved from is empty
    return std::string(copy->text_);
  });
}

TEST_F(ReentrantStringsTest, AScopedCopyOfWhatIsHeld) {
  ScopedMutableString owner;
  const auto set_held = [&owner](MutableString* text) {
    owner = Alphabet(300);
    *text = owner;
  };
  Check(set_held, [](MutableString* text) {
    const ScopedMutableString scoped = *text;
    return std::string(scoped);
  });
  Check(set_held, [](MutableString* text) {
    const ScopedMutableString scoped = std::move(*text);
    return std::string(scoped);
  });
}

TEST_F(ReentrantStringsTest, AScopedCopyOutlivesItsSource) {
  ScopedMutableString owner;
  ScopedMutableString copy;
  Check(
      [&owner](MutableString* text) {
        owner = Alphabet(300);
        *text = owner;
      },
      [&](MutableString* text) {
        copy = *text;
        *text = MutableString();
        owner = ScopedMutableString();
        return std::string(copy);
      });
  EXPECT_EQ(copy, Alphabet(300));
}

TEST_F(ReentrantStringsTest, APart) {
  // Either that of the old string or that of the new one.
  const auto take = [](MutableString* text, size_t position, size_t count) {
    const auto part_of = [=](std::string_view whole) {
      return std::string(whole.substr(std::min(position, whole.size()), count));
    };
    const std::string before(text->view());
    const std::string part(text->substr(position, count));
    EXPECT_TRUE(part == part_of(before) || part == part_of(*text)) << part;
    return before;
  };
  Check(SetOverlong,
        [&take](MutableString* text) { return take(text, 200, 100); });
  // Most of it, by way of a copy of the whole in another heap.
  const HeapScope scope(other_heap());
  Check([](MutableString* text) { *text = Alphabet(470); },
        [&take](MutableString* text) { return take(text, 10, 440); });
}

TEST_F(ReentrantStringsTest, AStringOfIt) {
  const auto to_string = [](MutableString* text) {
    return std::string(text->ToString());
  };
  const auto freeze = [](MutableString* text) {
    String string = text->Freeze();
    EXPECT_TRUE(text->empty());
    return std::string(string);
  };
  const auto set_short = [](MutableString* text) {
    text->reserve(200);
    text->append("no more than a few bytes");
    text->RemovePrefix(3);
  };
  const auto set_cut = [](MutableString* text) {
    *text = Alphabet(470);
    text->RemovePrefix(30);
  };
  const auto set_cut_foreign = [](MutableString* text) {
    SetForeign(text);
    text->RemovePrefix(30);
  };
  Check(SetOverlong, to_string);
  Check(set_short, to_string);
  Check(set_short, freeze);
  Check(set_cut, to_string);
  Check(set_cut, freeze);
  Check(set_cut_foreign, to_string);
  Check(set_cut_foreign, freeze);
}

TEST_F(ReentrantStringsTest, AVectorOfIt) {
  const auto to_vector = [](MutableString* text) {
    const HeapVector<char> vector = ToVector(std::move(*text));
    EXPECT_TRUE(text->empty());  // NOLINT: what was moved from is empty
    return std::string(vector.begin(), vector.end());
  };
  MutableString sharer;
  Check(
      [&sharer](MutableString* text) {
        *text = Alphabet(470);
        sharer = *text;
      },
      to_vector);
  Check([](MutableString* text) { *text = "is inline"; }, to_vector);
}

TEST_F(ReentrantStringsTest, ASum) {
  Check(SetOverlong, [](MutableString* text) {
    const MutableString sum = *text + std::string_view("ends");
    EXPECT_TRUE(sum.ends_with("ends"));
    return std::string(sum.view().substr(0, sum.size() - 4));
  });
}

TEST_F(ReentrantStringsTest, WhatIsSetAsAWholeIsThat) {
  const std::string bytes = Alphabet(2000, 'Q');
  Check(SetOverlong, [&](MutableString* text) {
    text->assign(bytes);
    EXPECT_EQ(*text, bytes);
    return Alphabet(470);
  });
  Check(SetOverlong, [](MutableString* text) {
    text->resize(1500, 'x');
    EXPECT_EQ(text->size(), 1500u);
    return Alphabet(470);
  });
}

TEST_F(ReentrantStringsTest, AConcatenationIsMadeFlatOnce) {
  const std::string text = Alphabet(40'000) + Alphabet(50'000, 'K');
  const String sum = String(Alphabet(40'000)) + String(Alphabet(50'000, 'K'));
  const char* data = nullptr;
  Arm([&] { data = sum.view().data(); });
  const std::string_view bytes = sum.view();
  Disarm();
  EXPECT_EQ(bytes, text);
  EXPECT_EQ(bytes.data(), data);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
