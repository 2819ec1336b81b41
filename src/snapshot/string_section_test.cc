// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings of the heap as nodes: their bytes, their parts, what is cut, what is
// hidden. What they are held by is in heap_snapshot_model_test.cc.

#include "snapshot/string_section.h"

#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Texts : public GarbageCollected<Texts> {
 public:
  std::string_view GetHumanReadableName() const { return name_; }

  String first_;
  String second_;
  MutableString writable_;
  MutableString other_;
  HeapVector<char> bytes_;
  std::string_view name_;
  HALFWORD_FIELDS(Texts, first_, second_, writable_, other_, bytes_, name_)
};

std::string Bytes(size_t count, char byte) { return std::string(count, byte); }

class StringSectionTest : public ::testing::Test {
 protected:
  Heap& heap() { return *heap_; }
  Texts& texts() { return *texts_; }
  LoadedSnapshot Take(size_t string_bytes_max = 1024) {
    SnapshotOptions options = kPrecise;
    options.string_bytes_max = string_bytes_max;
    return LoadedSnapshot(heap(), options);
  }
  static size_t NodeOf(const LoadedSnapshot& snapshot, const String& string) {
    return snapshot.NodeOf(StringAccess::BodyOf(string));
  }
  // What the field's edge leads to.
  size_t NodeAt(const LoadedSnapshot& snapshot, std::string_view field) {
    return snapshot.Follow(snapshot.NodeOf(texts_.Get()), field);
  }
  std::string TextAt(const LoadedSnapshot& snapshot, std::string_view field) {
    const size_t node = NodeAt(snapshot, field);
    if (node == LoadedSnapshot::kNone) return "(no edge)";
    return snapshot[node].name;
  }

 private:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  const Persistent<Texts> texts_ =
      MakeGarbageCollected<Texts>(heap_->GetAllocationHandle());
};

TEST_F(StringSectionTest, ShowsTheBytesOfAString) {
  static constexpr char kUnusual[] = "NUL \0, \xff, \u00e9 \U0001f600 \"\\\n";
  const std::string unusual(kUnusual, sizeof(kUnusual) - 1);
  texts().first_ = "plain text";
  texts().second_ = unusual;

  const LoadedSnapshot snapshot = Take();

  const size_t first = NodeAt(snapshot, "first_");
  ASSERT_NE(first, LoadedSnapshot::kNone);
  EXPECT_EQ(snapshot[first].type, "string");
  EXPECT_EQ(snapshot[first].name, "plain text");
  EXPECT_EQ(snapshot[first].edge_count, 0u);
  std::string shown = unusual;
  shown.replace(shown.find('\xff'), 1, "\ufffd");
  EXPECT_EQ(TextAt(snapshot, "second_"), shown);
}

TEST_F(StringSectionTest, AStringInsideOfItsWordIsNoNode) {
  texts().first_ = "abc";

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(snapshot.Count("string"), 0u);
  EXPECT_EQ(NodeAt(snapshot, "first_"), LoadedSnapshot::kNone);
}

TEST_F(StringSectionTest, CutsLongStringsAndKeepsThemApart) {
  texts().first_ = Bytes(5000, 'x') + "1";
  texts().second_ = Bytes(5000, 'x') + "2";

  const LoadedSnapshot snapshot = Take(100);

  const std::string first = TextAt(snapshot, "first_");
  const std::string second = TextAt(snapshot, "second_");
  EXPECT_NE(first, second);
  const std::string begin = Bytes(100, 'x') + "\u2026 (5001 bytes, hash ";
  EXPECT_EQ(first.substr(0, begin.size()), begin);
  EXPECT_EQ(second.substr(0, begin.size()), begin);
  EXPECT_EQ(first.size(), begin.size() + 17);
  EXPECT_EQ(Take(100).text(), snapshot.text());
}

TEST_F(StringSectionTest, DoesNotCutWhatIsShortEnough) {
  texts().first_ = Bytes(100, 'x');
  texts().second_ = Bytes(101, 'x');

  const LoadedSnapshot snapshot = Take(100);

  EXPECT_EQ(TextAt(snapshot, "first_"), Bytes(100, 'x'));
  EXPECT_NE(TextAt(snapshot, "second_").find("(101 bytes"), std::string::npos);
}

TEST_F(StringSectionTest, CutsBetweenCharacters) {
  texts().first_ = Bytes(9, 'x') + "\U0001f600 and more";

  const LoadedSnapshot snapshot = Take(11);

  EXPECT_EQ(TextAt(snapshot, "first_").substr(0, 12), Bytes(9, 'x') + "\u2026");
}

TEST_F(StringSectionTest, MayCutEverything) {
  texts().first_ = "first text";
  texts().second_ = "second text";

  const LoadedSnapshot snapshot = Take(0);

  EXPECT_EQ(TextAt(snapshot, "first_").find("\u2026 (10 bytes, hash "), 0u);
  EXPECT_EQ(TextAt(snapshot, "second_").find("\u2026 (11 bytes, hash "), 0u);
}

TEST_F(StringSectionTest, ShowsStringsLongerThanTheBuffer) {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += std::to_string(i) + ",";
  texts().first_ = text;

  const LoadedSnapshot snapshot = Take(SIZE_MAX);

  EXPECT_EQ(TextAt(snapshot, "first_"), text);
}

TEST_F(StringSectionTest, ASliceHasItsBytesAndAParent) {
  texts().first_ = Bytes(200, 'a') + Bytes(300, 'b');
  texts().second_ = texts().first_.substr(100, 350);

  const LoadedSnapshot snapshot = Take();

  const size_t slice = NodeAt(snapshot, "second_");
  ASSERT_NE(slice, LoadedSnapshot::kNone);
  EXPECT_EQ(snapshot[slice].type, "sliced string");
  EXPECT_EQ(snapshot[slice].name, Bytes(100, 'a') + Bytes(250, 'b'));
  EXPECT_EQ(snapshot.EdgesOf(slice),
            (std::vector<ShownEdge>{
                {"internal", "parent", NodeAt(snapshot, "first_")}}));
}

TEST_F(StringSectionTest, AConcatenationHasItsParts) {
  const String first = Bytes(300, 'a');
  const String second = Bytes(200, 'b');
  texts().first_ = first + second;

  const LoadedSnapshot snapshot = Take();

  const size_t sum = NodeAt(snapshot, "first_");
  ASSERT_NE(sum, LoadedSnapshot::kNone);
  EXPECT_EQ(snapshot[sum].type, "concatenated string");
  // It is not named by its bytes: taking a snapshot flattens nothing.
  EXPECT_EQ(snapshot[sum].name, kTypeName<IndirectBody>);
  EXPECT_EQ(snapshot.EdgesOf(sum),
            (std::vector<ShownEdge>{
                {"internal", "first", NodeOf(snapshot, first)},
                {"internal", "second", NodeOf(snapshot, second)}}));
  EXPECT_EQ(snapshot[NodeOf(snapshot, second)].name, Bytes(200, 'b'));
}

// DevTools puts the bytes together along both edges, so that the part in the
// word needs a node of its own.
TEST_F(StringSectionTest, APartInAWordIsALeaf) {
  const String body = Bytes(300, 'a');
  texts().first_ = body + "xyz";
  texts().second_ = "uvw" + body;

  const LoadedSnapshot snapshot = Take();

  const size_t back = NodeAt(snapshot, "first_");
  const size_t front = NodeAt(snapshot, "second_");
  ASSERT_NE(back, LoadedSnapshot::kNone);
  ASSERT_NE(front, LoadedSnapshot::kNone);
  EXPECT_EQ(snapshot.Follow(back, "first"), NodeOf(snapshot, body));
  EXPECT_EQ(snapshot.Follow(front, "second"), NodeOf(snapshot, body));
  const ShownNode& behind = snapshot[snapshot.Follow(back, "second")];
  const ShownNode& before = snapshot[snapshot.Follow(front, "first")];
  EXPECT_EQ(behind.name, "xyz");
  EXPECT_EQ(before.name, "uvw");
  for (const ShownNode* leaf : {&behind, &before}) {
    EXPECT_EQ(leaf->type, "string");
    EXPECT_EQ(leaf->self_bytes, 0u);
    EXPECT_EQ(leaf->edge_count, 0u);
    EXPECT_EQ(leaf->id % 2, 0u);
  }
  EXPECT_EQ(behind.id, snapshot[back].id + 1);
  EXPECT_EQ(before.id, snapshot[front].id + 1);
}

// Reading turns the concatenation into a slice of a rope.
TEST_F(StringSectionTest, AConcatenationThatWasReadHasItsBytes) {
  texts().first_ = String(Bytes(300, 'a')) + "xyz";
  ASSERT_EQ(texts().first_.view().size(), 303u);

  const LoadedSnapshot snapshot = Take();

  const size_t node = NodeAt(snapshot, "first_");
  ASSERT_NE(node, LoadedSnapshot::kNone);
  EXPECT_EQ(snapshot[node].type, "sliced string");
  EXPECT_EQ(snapshot[node].name, Bytes(300, 'a') + "xyz");
}

TEST_F(StringSectionTest, ShowsBytesOutsideOfTheHeap) {
  static const std::string bytes = "bytes of the program's own";
  texts().writable_ = MutableString::FromForeign(bytes, nullptr);
  texts().other_ = MutableString::FromForeign(
      bytes, [](std::string_view, void*) {}, nullptr);

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(TextAt(snapshot, "writable_"), bytes);
  EXPECT_EQ(TextAt(snapshot, "other_"), bytes);
  EXPECT_EQ(snapshot[NodeAt(snapshot, "writable_")].type, "string");
}

TEST_F(StringSectionTest, AWritableStringInItselfIsNoNode) {
  texts().writable_ = "15 bytes: short";

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(NodeAt(snapshot, "writable_"), LoadedSnapshot::kNone);
}

// Its buffer may have more room, with bytes of what was there before.
TEST_F(StringSectionTest, ShowsTheBytesOfAWritableStringAlone) {
  texts().writable_ = Bytes(60, 'o') + "ld bytes";
  texts().writable_.resize(10);
  texts().writable_ += " and new ones, not so many";
  const std::string expected = Bytes(10, 'o') + " and new ones, not so many";
  ASSERT_EQ(texts().writable_, expected);

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(TextAt(snapshot, "writable_"), expected);
}

// The body is not told where the string begins.
TEST_F(StringSectionTest, ShowsAWritableStringWithTheFrontThatItLost) {
  texts().writable_ = Bytes(40, 'f') + Bytes(40, 'b');
  texts().writable_.RemovePrefix(30);

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(TextAt(snapshot, "writable_"), Bytes(40, 'f') + Bytes(40, 'b'));
}

// All of them belong to strings there, so that no NUL ends it.
TEST_F(StringSectionTest, ShowsASharedBufferToItsEnd) {
  texts().writable_ = std::string("NUL \0 in the middle of a string", 31);
  texts().first_ = texts().writable_.ToString();

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(TextAt(snapshot, "first_"),
            std::string("NUL \0 in the middle of a string", 31));
}

// Its bytes may be those of anything that is dead, so that none is shown.
TEST_F(StringSectionTest, ShowsNoBytesOfAVector) {
  for (const char c : std::string("bytes")) texts().bytes_.push_back(c);

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(TextAt(snapshot, "bytes_"), "(bytes of a HeapVector<char>)");
}

TEST_F(StringSectionTest, RedactionLeavesNoByteOfAnyContent) {
  static const std::string foreign = "SECRET in the program's memory";
  texts().name_ = "SECRET name";
  const String flat = Bytes(300, 'S') + "SECRET";
  texts().first_ = flat + "qzx";
  texts().second_ = flat.substr(100);
  texts().writable_ = "SECRET that may be written to";
  texts().other_ = MutableString::FromForeign(foreign, nullptr);
  for (const char c : std::string("SECRET bytes")) texts().bytes_.push_back(c);
  SnapshotOptions options = kPrecise;
  ASSERT_NE(LoadedSnapshot(heap(), options).text().find("SECRET"),
            std::string::npos);
  options.redact = true;

  const LoadedSnapshot snapshot(heap(), options);

  EXPECT_EQ(snapshot.text().find("SECRET"), std::string::npos);
  EXPECT_EQ(snapshot.text().find("qzx"), std::string::npos);
  EXPECT_EQ(snapshot.text().find("hash"), std::string::npos);
  EXPECT_EQ(TextAt(snapshot, "second_"), "(redacted)");
  EXPECT_EQ(snapshot[snapshot.NodeOf(&texts())].name, kTypeName<Texts>);
}

TEST_F(StringSectionTest, AnEphemeronIsNamedByItsThree) {
  class Table : public GarbageCollected<Table> {
   public:
    EphemeronPair<Texts, Texts> pair_;
    HALFWORD_FIELDS(Table, pair_)
  };
  const Persistent<Table> table =
      MakeGarbageCollected<Table>(heap().GetAllocationHandle());
  table->pair_.key = &texts();
  table->pair_.value =
      MakeGarbageCollected<Texts>(heap().GetAllocationHandle());

  const LoadedSnapshot snapshot = Take();

  const auto id_of = [](const void* object) {
    return " @" + std::to_string(SnapshotIdOf(object));
  };
  const std::string name =
      std::string("1 / part of key (") + kTypeName<Texts> + id_of(&texts()) +
      ") -> value (" + kTypeName<Texts> + id_of(table->pair_.value) +
      ") pair in WeakMap (table" + id_of(table.Get()) + ")";
  const size_t value = snapshot.NodeOf(table->pair_.value);
  ASSERT_NE(value, LoadedSnapshot::kNone);
  EXPECT_TRUE(snapshot.HasEdge(snapshot.NodeOf(table.Get()),
                               {"internal", name, value}));
  EXPECT_TRUE(
      snapshot.HasEdge(snapshot.NodeOf(&texts()), {"internal", name, value}));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
