// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A snapshot of an image beside one of the same image opened as a heap: the
// same objects, sizes, strings and edges.

#include "image/snapshot/image_snapshot.h"

#include <filesystem>
#include <map>
#include <regex>
#include <string>

#include "image/image_check.h"
#include "image/image_testing.h"
#include "image/image_world.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Literal : public GarbageCollected<Literal> {
 public:
  String text_;
  String slice_;
  HALFWORD_FIELDS(Literal, text_, slice_)
};

namespace {

using Shown = std::map<std::string, int>;

// Numbers of pairs and ids are not the same in two snapshots.
std::string WithoutIds(const std::string& text) {
  static const std::regex ids("@[0-9]+|[0-9]+ / part of key");
  return std::regex_replace(text, ids, "@");
}

// What says something of the image itself is not the same bytes in a heap.
Shown ObjectsOf(const LoadedSnapshot& snapshot) {
  Shown objects;
  const std::vector<ShownNode>& nodes = snapshot.nodes();
  for (size_t i = snapshot.first_object(); i < nodes.size(); ++i) {
    std::string text = nodes[i].type + " " + nodes[i].name + " " +
                       std::to_string(nodes[i].self_bytes);
    for (const std::string& edge : snapshot.EdgeTextsOf(i)) {
      text += "; " + WithoutIds(edge);
    }
    ++objects[text];
  }
  return objects;
}

class ImageSnapshotTest : public ImageTest {
 protected:
  static constexpr char kSecret[] = "the thing number 1234";
  inline static const std::string kForeign = std::string(300, 'f');

  std::unique_ptr<Heap> OpenWorld() const {
    return Open<World, Thing, Literal>(
        {.heap = {.growth_bytes_min = SIZE_MAX}});
  }

  void SetUp() override {
    const auto heap = OpenWorld();
    const HeapScope scope(*heap);
    auto* const world =
        MakeGarbageCollected<World>(heap->GetAllocationHandle());
    world->Fill(heap->GetAllocationHandle());
    heap->SetRoot("world", world);
    heap->SetRoot("literal", MakeLiteral(heap.get()));
    Save(heap.get());
  }

  // A string whose bytes lie outside, until it is saved.
  static Literal* MakeLiteral(Heap* heap) {
    auto* const literal =
        MakeGarbageCollected<Literal>(heap->GetAllocationHandle());
    const ScopedMutableString bytes =
        ScopedMutableString::FromForeign(kForeign, nullptr);
    literal->text_ = bytes.ToString();
    literal->slice_ = literal->text_.substr(100);
    return literal;
  }

  std::string OfImage(const SnapshotOptions& options = {}) {
    ImageView view(Path());
    const ImageStatus status = OpenChecked(&view);
    EXPECT_TRUE(status.ok()) << status.message();
    StringSink sink;
    const SnapshotReport report = WriteImageSnapshot(view, sink, options);
    EXPECT_TRUE(report.ok()) << report.error;
    EXPECT_EQ(report.file_bytes, sink.text().size());
    return sink.text();
  }
};

TEST_F(ImageSnapshotTest, ShowsWhatTheOpenedHeapWouldShow) {
  const LoadedSnapshot of_image(OfImage());
  const auto heap = OpenWorld();
  const LoadedSnapshot of_heap(*heap);
  const Shown in_image = ObjectsOf(of_image);
  const Shown in_heap = ObjectsOf(of_heap);
  EXPECT_GT(in_heap.size(), 100u);
  for (const auto& [text, count] : in_heap) {
    const auto found = in_image.find(text);
    EXPECT_EQ(found == in_image.end() ? 0 : found->second, count) << text;
  }
  for (const auto& [text, count] : in_image) {
    EXPECT_TRUE(in_heap.contains(text)) << text;
  }
}

TEST_F(ImageSnapshotTest, NamesRootsAndAddsUpToThePages) {
  const LoadedSnapshot snapshot(OfImage());
  const size_t roots = snapshot.Find("(Persistent roots)");
  EXPECT_EQ(snapshot[snapshot.Follow(roots, "world")].name,
            TypeInfoOf<World>().name);
  ImageView view(Path());
  ASSERT_TRUE(view.Open().ok());
  EXPECT_EQ(snapshot.SelfBytes(), uint64_t{view.page_count()} * kPageBytes);
}

TEST_F(ImageSnapshotTest, AnObjectThatStaysHasItsId) {
  const std::string before = OfImage();
  {
    const auto heap = OpenWorld();
    heap->SetRoot("more",
                  MakeGarbageCollected<Thing>(heap->GetAllocationHandle(), 1));
    Save(heap.get());
  }
  const LoadedSnapshot old_one(before);
  const LoadedSnapshot new_one(OfImage());
  const auto id_of_root = [](const LoadedSnapshot& snapshot) {
    const size_t roots = snapshot.Find("(Persistent roots)");
    return snapshot[snapshot.Follow(roots, "world")].id;
  };
  EXPECT_EQ(id_of_root(old_one), id_of_root(new_one));
}

TEST_F(ImageSnapshotTest, RedactsContents) {
  EXPECT_NE(OfImage().find(kSecret), std::string::npos);
  const std::string text = OfImage({.redact = true});
  EXPECT_EQ(text.find(kSecret), std::string::npos);
  EXPECT_NE(text.find("(redacted)"), std::string::npos);
}

TEST_F(ImageSnapshotTest, AFileAppearsWhole) {
  ImageView view(Path());
  ASSERT_TRUE(OpenChecked(&view).ok());
  const std::string out = Path("out.heapsnapshot");
  const SnapshotReport report = WriteImageSnapshot(view, out, {});
  EXPECT_TRUE(report.ok()) << report.error;
  EXPECT_EQ(std::filesystem::file_size(out), report.file_bytes);
  EXPECT_FALSE(WriteImageSnapshot(view, Path("none/out"), {}).ok());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
