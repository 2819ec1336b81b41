// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MutableString inside managed classes: as a field, an array, a base, an
// element behind the object, in a hand-written Trace; and what the verifier
// finds there.

#include <string>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_vector.h"
#include "halfword/mutable_string.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Titled {
  MutableString title_;
  uint32_t number_ = 0;
  HALFWORD_FIELDS(Titled, title_, number_)
};

class Page : public GarbageCollected<Page>, public MutableString {
 public:
  using MutableString::operator=;

  MutableString text_;
  MutableString notes_[3];
  Titled titled_[2];
  Member<Page> next_;
  HALFWORD_BASES(Page, MutableString)
  HALFWORD_FIELDS(Page, text_, notes_, titled_, next_)
  HALFWORD_TRAILING(Page, MutableString)
};

class Lines : public GarbageCollected<Lines> {
 public:
  HeapVector<MutableString> lines_;
  HALFWORD_FIELDS(Lines, lines_)
};

class Traced : public GarbageCollected<Traced> {
 public:
  MutableString text_;
  void Trace(Visitor* visitor) const { visitor->Trace(text_); }
};

std::string Long(char byte) { return std::string(90, byte); }

class MutableStringFieldsTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

TEST_F(MutableStringFieldsTest, EveryPlaceKeepsItsBytes) {
  constexpr size_t kMore = 20;
  const Persistent<Page> page =
      MakeGarbageCollected<Page>(handle_, TrailingBytes<Page>(kMore));
  const Persistent<Traced> traced = MakeGarbageCollected<Traced>(handle_);
  MutableString* const more = TrailingArray(page.Get());
  *page = Long('b');
  page->text_ = Long('t');
  page->notes_[2] = Long('n');
  page->titled_[1].title_ = Long('i');
  for (size_t i = 0; i < kMore; ++i) more[i] = Long(static_cast<char>('A' + i));
  traced->text_ = Long('r');

  for (int i = 0; i < 2; ++i) {
    CollectPrecisely(*heap_);
    EXPECT_EQ(Findings(*heap_), "");
    for (int j = 0; j < 100; ++j) ScopedMutableString(90, '-').push_back('x');
  }

  EXPECT_EQ(static_cast<const MutableString&>(*page), Long('b'));
  EXPECT_EQ(page->text_, Long('t'));
  EXPECT_EQ(page->notes_[2], Long('n'));
  EXPECT_EQ(page->titled_[1].title_, Long('i'));
  EXPECT_EQ(more[kMore - 1], Long('A' + kMore - 1));
  EXPECT_EQ(traced->text_, Long('r'));
}

TEST_F(MutableStringFieldsTest, EveryPlaceIsToldThatItIsAlone) {
  const Persistent<Page> page =
      MakeGarbageCollected<Page>(handle_, TrailingBytes<Page>(1));
  const Persistent<Traced> traced = MakeGarbageCollected<Traced>(handle_);
  MutableString* const places[] = {page.Get(),
                                   &page->text_,
                                   &page->notes_[1],
                                   &page->titled_[0].title_,
                                   TrailingArray(page.Get()),
                                   &traced->text_};
  for (MutableString* place : places) {
    const ScopedMutableString original = Long('x');
    *place = original;
    EXPECT_FALSE(place->IsWritable());
  }

  CollectPrecisely(*heap_);

  for (MutableString* place : places) {
    EXPECT_TRUE(place->IsWritable());
    EXPECT_EQ(*place, Long('x'));
  }
}

TEST_F(MutableStringFieldsTest, AVectorKeepsMovesAndTellsThem) {
  const Persistent<Lines> lines = MakeGarbageCollected<Lines>(handle_);
  const ScopedMutableString original = Long('o');
  for (size_t i = 0; i < 500; ++i) {
    lines->lines_.push_back(MutableString(original));
    lines->lines_.back() += static_cast<char>('a' + i % 26);
    lines->lines_.push_back(MutableString(lines->lines_.back()));
  }
  for (size_t i = 0; i < 500; ++i) lines->lines_[2 * i + 1].clear();

  CollectPrecisely(*heap_);

  for (size_t i = 0; i < 500; ++i) {
    EXPECT_TRUE(lines->lines_[2 * i].IsWritable());
    EXPECT_EQ(lines->lines_[2 * i],
              Long('o') + static_cast<char>('a' + i % 26));
  }
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(MutableStringFieldsTest, BytesThatLookLikeReferencesAreNone) {
  const Persistent<Page> page = MakeGarbageCollected<Page>(handle_);
  Page* const other = MakeGarbageCollected<Page>(handle_);
  const Word word = CompressPointer(other);
  std::string bytes;
  for (int i = 0; i < 3; ++i) {
    bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
  }
  page->text_ = bytes.substr(0, 15);
  WeakPersistent<Page> weak = other;

  CollectPrecisely(*heap_);

  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(page->text_, bytes.substr(0, 15));
}

TEST_F(MutableStringFieldsTest, TheVerifierFindsAWordThatIsNoBody) {
  const Persistent<Page> page = MakeGarbageCollected<Page>(handle_);
  page->text_ = Long('t');
  page->notes_[0] = MutableString::FromLiteral("a literal has the sentinel");
  EXPECT_EQ(Findings(*heap_), "");
  auto& owner = reinterpret_cast<StringOwner&>(page->text_);
  const Word word = owner.body;

  owner.body = CompressPointer(page.Get());
  EXPECT_NE(Findings(*heap_).find("text_"), std::string::npos);
  owner.body = CompressAddress(DecompressWord(word) + kGranuleBytes);
  EXPECT_NE(Findings(*heap_).find("text_"), std::string::npos);

  owner.body = word;
  EXPECT_EQ(Findings(*heap_), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
