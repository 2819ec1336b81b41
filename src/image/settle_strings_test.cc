// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings whose bytes lie elsewhere, in an image that is opened by somebody who
// does not have them.

#include "image/settle_strings.h"

#include <string>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/atom.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_scope.h"
#include "halfword/heap_vector.h"
#include "halfword/mutable_string.h"
#include "halfword/string.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Texts : public GarbageCollected<Texts> {
 public:
  String string_;
  String slice_;
  MutableString literal_;
  MutableString foreign_;
  MutableString short_;
  MutableString own_;
  HeapVector<MutableString> list_;
  Atom atom_;
  HALFWORD_FIELDS(Texts, string_, slice_, literal_, foreign_, short_, own_,
                  list_, atom_)
};

namespace {

constexpr char kLiteral[] = "a literal that is longer than fifteen bytes";

class SettleStringsTest : public ImageTest {
 protected:
  // Bytes that are gone when the image is opened.
  void MakeImage(std::string* bytes, int* released) {
    const auto heap = Open<Texts>();
    const HeapScope scope(*heap);
    auto* const texts =
        MakeGarbageCollected<Texts>(heap->GetAllocationHandle());
    heap->SetRoot("texts", texts);
    ScopedMutableString scoped = ScopedMutableString::FromForeign(
        *bytes,
        [](std::string_view, void* context) { ++*static_cast<int*>(context); },
        released);
    texts->string_ = scoped.ToString();
    texts->slice_ = texts->string_.substr(100);
    texts->literal_ = MutableString::FromLiteral(kLiteral);
    texts->foreign_ = scoped;
    texts->short_ = "short";
    texts->own_ = std::string(1000, 'o');
    texts->list_.push_back(MutableString::FromLiteral(kLiteral));
    texts->list_.push_back(texts->own_);
    texts->atom_ = Atom("an atom that is longer than three bytes");
    Save(heap.get(), {.verifies_all = true});
    // Whoever has the bytes outside still has them.
    EXPECT_EQ(scoped, *bytes);
    EXPECT_EQ(texts->foreign_, *bytes);
    EXPECT_EQ(texts->string_, *bytes);
    Save(heap.get(), {.verifies_all = true});
    EXPECT_EQ(*released, 0);
  }
};

TEST_F(SettleStringsTest, AnImageHasBytesOfItsOwn) {
  std::string bytes(10'000, 'f');
  bytes[100] = 'g';
  const std::string expected = bytes;
  int released = 0;
  MakeImage(&bytes, &released);
  EXPECT_EQ(released, 1);
  bytes.assign(bytes.size(), 'x');

  const auto heap = Open<Texts>();
  const HeapScope scope(*heap);
  heap->Collect();
  auto* const texts = heap->GetRoot<Texts>("texts");
  EXPECT_EQ(texts->string_, expected);
  EXPECT_EQ(texts->slice_, expected.substr(100));
  EXPECT_EQ(texts->literal_, kLiteral);
  EXPECT_EQ(texts->foreign_, expected);
  EXPECT_EQ(texts->short_, "short");
  EXPECT_EQ(texts->own_, std::string(1000, 'o'));
  EXPECT_EQ(texts->list_[0], kLiteral);
  EXPECT_EQ(texts->list_[1], std::string(1000, 'o'));
  texts->foreign_.push_back('!');
  texts->literal_.append("?");
  EXPECT_EQ(texts->foreign_, expected + '!');
  EXPECT_EQ(texts->string_, expected);
  Save(heap.get(), {.verifies_all = true});
}

TEST_F(SettleStringsTest, AtomsStayTheSame) {
  std::string bytes(100, 'f');
  int released = 0;
  MakeImage(&bytes, &released);
  const auto heap = Open<Texts>();
  const HeapScope scope(*heap);
  const Atom again("an atom that is longer than three bytes");
  EXPECT_EQ(heap->GetRoot<Texts>("texts")->atom_, again);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
