// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Images that are packed are opened and hold what they held. Other widths are
// tests/migration's, whose programs are built with them.

#include "image/offline/image_rewriter.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "halfword/halfword.h"
#include "image/image_check.h"
#include "image/image_testing.h"
#include "image/image_world.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

class FirstNote : public GarbageCollected<FirstNote> {
 public:
  Member<FirstNote> next_;
  int16_t number_ = 0;
  String title_;
  uint32_t left_out_ = 7;
  HALFWORD_FIELDS(FirstNote, next_, number_, title_, left_out_)
};

// A later version of the class.
class SecondNote : public GarbageCollected<SecondNote> {
 public:
  String title_;
  double added_ = 0;
  int64_t number_ = 0;
  Member<SecondNote> next_;
  HALFWORD_FIELDS(SecondNote, title_, added_, number_, next_)
};

class ForeignTexts : public GarbageCollected<ForeignTexts> {
 public:
  String text_;
  String slice_;
  MutableString literal_;
  HALFWORD_FIELDS(ForeignTexts, text_, slice_, literal_)
};

class FullLeaf : public GarbageCollected<FullLeaf> {
 public:
  uint64_t bytes_[5000] = {};
  HALFWORD_FIELDS(FullLeaf, bytes_)
};

namespace {

class ImageRewriterTest : public ImageTest {
 protected:
  ImageRewriterTest() : out_(Path("out.image")) {}

  ImageStatus Rewrite(RewriteOptions options = {}) {
    ImageView view(Path());
    ImageStatus status = OpenChecked(&view);
    if (!status.ok()) return status;
    return RewriteImage(view, out_, options, &report_);
  }
  void RewriteWell(RewriteOptions options = {}) {
    const ImageStatus status = Rewrite(options);
    ASSERT_TRUE(status.ok()) << status.message();
    ImageReport checked;
    ASSERT_TRUE(CheckImage(out_, &checked).ok());
    for (const ImageFinding& finding : checked.findings) {
      ADD_FAILURE() << finding.text;
    }
  }
  // What was written, in the place of what it was made of.
  void UseOut() { std::filesystem::rename(out_, Path()); }

  std::unique_ptr<Heap> OpenWorld() {
    return Open<World, Thing, Things>({.heap = {.growth_bytes_min = SIZE_MAX}});
  }
  void MakeWorld() {
    const auto heap = OpenWorld();
    const HeapScope scope(*heap);
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const world = MakeGarbageCollected<World>(handle);
    world->Fill(handle);
    world->DropCustomTable();
    heap->SetRoot("world", world);
    Save(heap.get());
  }
  void CheckWorld() {
    const auto heap = OpenWorld();
    ASSERT_NE(heap, nullptr);
    const HeapScope scope(*heap);
    heap->GetRoot<World>("world")->Check();
    const VerifyReport verified = heap->Verify();
    EXPECT_TRUE(verified.ok()) << verified.findings.front();
    heap->Collect({.stack = StackState::kNoHeapPointers, .reason = "test"});
    heap->GetRoot<World>("world")->Check();
  }

  static std::string Content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string out_;
  RewriteReport report_;
};

TEST_F(ImageRewriterTest, APackedImageHoldsWhatItHeld) {
  MakeWorld();
  RewriteWell();
  EXPECT_GT(report_.object_count, 2000u);
  EXPECT_LT(report_.page_count, report_.old_page_count);
  UseOut();
  CheckWorld();
  // And again.
  RewriteWell();
  UseOut();
  CheckWorld();
}

TEST_F(ImageRewriterTest, APackedImageGoesOn) {
  MakeWorld();
  RewriteWell();
  UseOut();
  {
    const auto heap = OpenWorld();
    const HeapScope scope(*heap);
    heap->SetRoot("more",
                  MakeGarbageCollected<Thing>(heap->GetAllocationHandle(), 5));
    Save(heap.get());
  }
  const auto heap = OpenWorld();
  EXPECT_EQ(heap->GetRoot<Thing>("more")->number_, 5);
}

TEST_F(ImageRewriterTest, EqualStringsBecomeOne) {
  MakeWorld();
  RewriteWell({.merges_equal = true});
  // Names are keys of two tables and elements of a third.
  EXPECT_GE(report_.merged_count, 50u);
  UseOut();
  CheckWorld();
}

TEST_F(ImageRewriterTest, TheSameImageGivesTheSameId) {
  MakeWorld();
  RewriteWell();
  ImageView first(out_);
  ASSERT_TRUE(first.Open().ok());
  const ImageId id = first.id();
  std::filesystem::remove(out_);
  RewriteWell();
  ImageView second(out_);
  ASSERT_TRUE(second.Open().ok());
  EXPECT_EQ(second.id(), id);
  EXPECT_EQ(second.state().heap.address, first.state().heap.address);
}

TEST_F(ImageRewriterTest, AHashOfTheProgramIsRefusedByName) {
  {
    const auto heap = OpenWorld();
    const HeapScope scope(*heap);
    auto* const world =
        MakeGarbageCollected<World>(heap->GetAllocationHandle());
    world->Fill(heap->GetAllocationHandle());
    heap->SetRoot("world", world);
    Save(heap.get());
  }
  const ImageStatus status = Rewrite();
  EXPECT_EQ(status.error(), ImageError::kOtherTypes);
  EXPECT_NE(status.message().find("PairKey"), std::string::npos)
      << status.message();
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(ImageRewriterTest, AFileThatIsThereStays) {
  MakeWorld();
  std::ofstream(out_) << "somebody's";
  EXPECT_EQ(Rewrite().error(), ImageError::kExists);
  EXPECT_EQ(Content(out_), "somebody's");
  RewriteWell({.replaces = true});
  UseOut();
  CheckWorld();
}

TEST_F(ImageRewriterTest, ClassesOfALaterProgram) {
  {
    const auto heap = Open<FirstNote>();
    const HeapScope scope(*heap);
    for (int i = 0; i < 100; ++i) {
      auto* const note =
          MakeGarbageCollected<FirstNote>(heap->GetAllocationHandle());
      note->next_ = heap->GetRoot<FirstNote>("notes");
      note->number_ = static_cast<int16_t>(-i);
      note->title_ = "note " + std::to_string(i);
      heap->SetRoot("notes", note);
    }
    Save(heap.get());
  }
  TypeList list;
  list.Add(TypeInfoOf<SecondNote>());
  const ChangedTypes changes = {.types = list.Describe(),
                                .names = {{TypeInfoOf<FirstNote>().name, 0}}};
  RewriteWell({.changes = &changes});
  UseOut();
  const auto heap = Open<SecondNote>();
  auto* note = heap->GetRoot<SecondNote>("notes");
  for (int i = 99; i >= 0; --i) {
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->number_, -i);
    EXPECT_EQ(note->title_, "note " + std::to_string(i));
    EXPECT_EQ(note->added_, 0);
    note = note->next_;
  }
}

TEST_F(ImageRewriterTest, BytesThatWereOutsideAreSlices) {
  const std::string bytes(300, 'f');
  {
    const auto heap = Open<ForeignTexts>();
    const HeapScope scope(*heap);
    auto* const texts =
        MakeGarbageCollected<ForeignTexts>(heap->GetAllocationHandle());
    heap->SetRoot("texts", texts);
    const ScopedMutableString foreign =
        ScopedMutableString::FromForeign(bytes, nullptr);
    texts->text_ = foreign.ToString();
    texts->slice_ = texts->text_.substr(100);
    texts->literal_ = MutableString::FromLiteral("a literal of more bytes");
    Save(heap.get());
  }
  RewriteWell({.merges_equal = true});
  UseOut();
  const auto heap = Open<ForeignTexts>();
  auto* const texts = heap->GetRoot<ForeignTexts>("texts");
  EXPECT_EQ(texts->text_, bytes);
  EXPECT_EQ(texts->slice_, bytes.substr(100));
  EXPECT_EQ(texts->literal_, "a literal of more bytes");
}

TEST_F(ImageRewriterTest, LargeObjectsAndAnEmptyImage) {
  {
    const auto heap = Open<FullLeaf>();
  }
  RewriteWell();
  UseOut();
  {
    const auto heap = Open<FullLeaf>();
    auto* const leaf =
        MakeGarbageCollected<FullLeaf>(heap->GetAllocationHandle());
    leaf->bytes_[4999] = 42;
    heap->SetRoot("leaf", leaf);
    Save(heap.get());
  }
  RewriteWell();
  UseOut();
  const auto heap = Open<FullLeaf>();
  EXPECT_EQ(heap->GetRoot<FullLeaf>("leaf")->bytes_[4999], 42u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
