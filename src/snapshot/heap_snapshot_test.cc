// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WriteHeapSnapshot() as a whole: small heaps, what is shown of them, and where
// no snapshot can be taken. Random heaps are in heap_snapshot_model_test.cc.

#include "halfword/heap_snapshot.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(int number = 0) : number_(number) {}
  int number_;
  Member<Node> left_;
  Member<Node> right_;
  HALFWORD_FIELDS(Node, number_, left_, right_)
};

class Named : public GarbageCollected<Named> {
 public:
  explicit Named(std::string_view name) : name_(name) {}
  std::string_view GetHumanReadableName() const { return name_; }

  std::string_view name_;
  HALFWORD_FIELDS(Named, name_)
};

// What a test does while an object is made, dies or is named.
class Acting : public GarbageCollected<Acting> {
 public:
  using Action = std::function<void(Acting*)>;

  explicit Acting(const Action& in_constructor = {}) {
    if (in_constructor) in_constructor(this);
  }
  ~Acting() {
    if (in_destructor != nullptr) (*in_destructor)(this);
  }
  std::string_view GetHumanReadableName() const {
    if (in_name != nullptr) (*in_name)(const_cast<Acting*>(this));
    return "an acting one";
  }

  Member<Node> node_;
  static inline const Action* in_destructor = nullptr;
  static inline const Action* in_name = nullptr;

  void Trace(Visitor* visitor) const { visitor->Trace(node_); }
};

// Sets a static action for as long as it lives.
class ActionScope {
 public:
  ActionScope(const Acting::Action** place, Acting::Action action)
      : place_(place), action_(std::move(action)) {
    *place_ = &action_;
  }
  ~ActionScope() { *place_ = nullptr; }
  ActionScope(const ActionScope&) = delete;
  ActionScope& operator=(const ActionScope&) = delete;

 private:
  const Acting::Action** const place_;
  const Acting::Action action_;
};

class HeapSnapshotTest : public HeapTest {
 protected:
  std::string ErrorOf(const SnapshotOptions& options = kPrecise) {
    StringSink sink;
    const SnapshotReport report = WriteHeapSnapshot(heap(), sink, options);
    EXPECT_EQ(report.ok(), report.error.empty());
    EXPECT_EQ(report.error.find('\n'), std::string::npos);
    if (!report.ok()) {
      EXPECT_EQ(sink.text(), "");
    }
    return report.error;
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(HeapSnapshotTest);

TEST_P(HeapSnapshotTest, AnEmptyHeapHasTheFixedNodes) {
  const LoadedSnapshot snapshot(heap());

  ASSERT_TRUE(snapshot.report().ok());
  EXPECT_EQ(snapshot.nodes().size(), snapshot.first_object());
  EXPECT_EQ(snapshot.EdgeTextsOf(0),
            (std::vector<std::string>{"element 1 -> (GC roots)",
                                      "element 2 -> (heap)",
                                      "shortcut heap -> Heap"}));
  EXPECT_EQ(
      snapshot.EdgeTextsOf(snapshot.Find("(GC roots)")),
      (std::vector<std::string>{
          "element 1 -> (Stack roots)", "element 2 -> (Persistent roots)",
          "element 3 -> (Cross-thread roots)", "element 4 -> (String roots)",
          "element 5 -> (Weak roots)", "element 6 -> (invalid references)"}));
  EXPECT_EQ(
      snapshot.EdgeTextsOf(snapshot.Find("Heap")),
      (std::vector<std::string>{"property cross_thread -> (Cross-thread roots)",
                                "property persistent -> (Persistent roots)",
                                "property stack -> (Stack roots)",
                                "property string -> (String roots)",
                                "property weak -> (Weak roots)"}));
}

TEST_P(HeapSnapshotTest, ShowsObjectsByClassAndEdgesByField) {
  const Persistent<Node> root = Make<Node>(1);
  root->left_ = Make<Node>(2);
  root->left_->right_ = root.Get();
  Make<Node>(3);  // dead

  const LoadedSnapshot snapshot(heap());

  const std::vector<size_t> nodes = snapshot.FindAll(kTypeName<Node>);
  EXPECT_EQ(nodes.size(), 2u);
  const size_t shown = snapshot.NodeOf(root.Get());
  const size_t left = snapshot.NodeOf(root->left_);
  ASSERT_NE(shown, LoadedSnapshot::kNone);
  ASSERT_NE(left, LoadedSnapshot::kNone);
  EXPECT_EQ(snapshot[shown].type, "native");
  EXPECT_EQ(snapshot[shown].self_bytes, SlotBytes(RecordOf(root.Get())));
  EXPECT_EQ(snapshot.EdgesOf(shown),
            (std::vector<ShownEdge>{{"property", "left_", left}}));
  EXPECT_EQ(snapshot.EdgesOf(left),
            (std::vector<ShownEdge>{{"property", "right_", shown}}));
}

TEST_P(HeapSnapshotTest, TwoSnapshotsOfOneHeapAreEqual) {
  const Persistent<Node> root = Make<Node>();
  root->left_ = Make<Node>();
  const Persistent<Named> named = Make<Named>("Ada");
  const LoadedSnapshot first(heap());

  const LoadedSnapshot second(heap());

  EXPECT_EQ(first.text(), second.text());
}

TEST_P(HeapSnapshotTest, ObjectsNameThemselves) {
  const std::string long_name(5000, 'x');
  const Persistent<Named> ada = Make<Named>("Ada \"Countess\" Lovel\u00e1ce");
  const Persistent<Named> nameless = Make<Named>("");
  const Persistent<Named> verbose = Make<Named>(long_name);

  const LoadedSnapshot snapshot(heap());

  const auto name_of = [&](const void* object) {
    return snapshot[snapshot.NodeOf(object)].name;
  };
  EXPECT_EQ(name_of(ada.Get()), "Ada \"Countess\" Lovel\u00e1ce");
  EXPECT_EQ(name_of(nameless.Get()), kTypeName<Named>);
  EXPECT_EQ(name_of(verbose.Get()), long_name.substr(0, 1024));
}

TEST_P(HeapSnapshotTest, ANameMayReadAConcatenation) {
  class Reader : public GarbageCollected<Reader> {
   public:
    std::string_view GetHumanReadableName() const { return text_.view(); }
    String text_;
    HALFWORD_FIELDS(Reader, text_)
  };
  const Persistent<Reader> reader = Make<Reader>();
  const String part(600, 'a');
  reader->text_ = part + String(600, 'b');
  const size_t collections =
      heap().CollectStatistics(HeapStatistics::kBrief).collection_count;

  const LoadedSnapshot snapshot(heap());

  ASSERT_TRUE(snapshot.report().ok()) << snapshot.report().error;
  EXPECT_EQ(snapshot[snapshot.NodeOf(reader.Get())].name,
            std::string(600, 'a') + std::string(424, 'b'));
  // Reading it has allocated: so all began again, once.
  EXPECT_EQ(heap().CollectStatistics(HeapStatistics::kBrief).collection_count,
            collections + 2);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapSnapshotTest, ANameThatAllocatesEachTimeIsAnError) {
  const Persistent<Acting> object = Make<Acting>();
  const ActionScope scope(&Acting::in_name, [this](Acting*) { Make<Node>(); });

  EXPECT_NE(ErrorOf().find("GetHumanReadableName() allocates"),
            std::string::npos);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapSnapshotTest, ANameThatThrowsLeavesTheHeapAsItIs) {
  const Persistent<Acting> object = Make<Acting>();
  {
    const ActionScope scope(
        &Acting::in_name, [](Acting*) { throw std::runtime_error("no name"); });
    EXPECT_THROW(ErrorOf(), std::runtime_error);
  }

  EXPECT_EQ(ErrorOf(), "");
  Make<Node>();
  CollectPrecisely(heap());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapSnapshotTest, RedactionAsksNoObjectForItsName) {
  const Persistent<Acting> object = Make<Acting>();
  int asked = 0;
  const ActionScope scope(&Acting::in_name, [&](Acting*) { ++asked; });
  SnapshotOptions options = kPrecise;
  options.redact = true;

  const LoadedSnapshot snapshot(heap(), options);

  EXPECT_EQ(asked, 0);
  EXPECT_EQ(snapshot[snapshot.NodeOf(object.Get())].name, kTypeName<Acting>);
}

TEST_P(HeapSnapshotTest, NoneIsTakenWhereNoCollectionIsAllowed) {
  {
    const subtle::NoGarbageCollectionScope scope(heap().GetHeapHandle());
    EXPECT_NE(ErrorOf().find("NoGarbageCollectionScope"), std::string::npos);
  }
  {
    const subtle::DisallowGarbageCollectionScope scope(heap().GetHeapHandle());
    EXPECT_NE(ErrorOf().find("DisallowGarbageCollectionScope"),
              std::string::npos);
  }
  EXPECT_EQ(ErrorOf(), "");
}

TEST_P(HeapSnapshotTest, NoneIsTakenInsideOfAName) {
  const Persistent<Acting> object = Make<Acting>();
  std::string error = "not asked";
  const ActionScope scope(&Acting::in_name,
                          [&](Acting*) { error = ErrorOf(); });

  EXPECT_EQ(ErrorOf(), "");
  EXPECT_NE(error.find("begins with a collection"), std::string::npos);
}

TEST_P(HeapSnapshotTest, NoneIsTakenInADestructor) {
  std::string error = "not destroyed";
  CallAndScrub([&] { Make<Acting>(); });
  const ActionScope scope(&Acting::in_destructor,
                          [&](Acting*) { error = ErrorOf(); });

  CollectPrecisely(heap());

  EXPECT_NE(error.find("inside a collection or a destructor"),
            std::string::npos)
      << error;
}

class Closing : public GarbageCollected<Closing> {
  HALFWORD_USING_PRE_FINALIZER(Closing, Close);

 public:
  void Close() { (*action)(); }
  static inline const std::function<void()>* action = nullptr;
  HALFWORD_FIELDS(Closing)
};

TEST_P(HeapSnapshotTest, NoneIsTakenInAPrefinalizer) {
  std::string error = "not closed";
  const std::function<void()> action = [&] { error = ErrorOf(); };
  Closing::action = &action;
  CallAndScrub([&] { Make<Closing>(); });

  CollectPrecisely(heap());

  EXPECT_NE(error.find("inside a collection or a destructor"),
            std::string::npos)
      << error;
}

// Its Trace() is not called, and its words are roots.
TEST_P(HeapSnapshotTest, ShowsAnObjectUnderConstructionWithoutEdges) {
  Make<Node>();
  const Persistent<Acting> object = Make<Acting>([&](Acting* self) {
    self->node_ = Make<Node>(5);
    const LoadedSnapshot snapshot(heap());

    ASSERT_TRUE(snapshot.report().ok()) << snapshot.report().error;
    const size_t node = snapshot.NodeOf(self);
    ASSERT_NE(node, LoadedSnapshot::kNone);
    EXPECT_EQ(snapshot[node].name, kTypeName<Acting>);
    EXPECT_EQ(snapshot[node].edge_count, 0u);
    const size_t stack = snapshot.Find("(Stack roots)");
    std::vector<size_t> targets;
    for (const ShownEdge& edge : snapshot.EdgesOf(stack)) {
      EXPECT_EQ(edge.type, "element");
      targets.push_back(edge.target);
    }
    std::vector<size_t> expected = {node, snapshot.NodeOf(self->node_)};
    std::sort(targets.begin(), targets.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(targets, expected);
  });

  const LoadedSnapshot later(heap());
  EXPECT_EQ(later.EdgesOf(later.NodeOf(object.Get())).size(), 1u);
}

TEST_P(HeapSnapshotTest, ShowsWhatOnlyTheStackHolds) {
  Node* volatile node = Make<Node>();

  const LoadedSnapshot snapshot(heap(), SnapshotOptions());

  const size_t shown = snapshot.NodeOf(node);
  ASSERT_NE(shown, LoadedSnapshot::kNone);
  size_t count = 0;
  for (const ShownEdge& edge :
       snapshot.EdgesOf(snapshot.Find("(Stack roots)"))) {
    count += edge.target == shown ? 1 : 0;
  }
  EXPECT_EQ(count, 1u);
}

// Members refuse such references. A raw store stands for a bug of the program;
// it is made where the program runs, after the marker has gone by.
TEST_P(HeapSnapshotTest, ShowsReferencesThatLeadNowhereAsInvalid) {
  const std::unique_ptr<Heap> other = Heap::Create();
  const Persistent<Node> foreign =
      MakeGarbageCollected<Node>(other->GetAllocationHandle());
  const Persistent<Node> root = Make<Node>();
  const Persistent<Node> sound = Make<Node>();
  const HiddenPointer dead =
      CallAndScrub([&] { return HiddenPointer(Make<Node>()); });
  const Persistent<Acting> acting = Make<Acting>();
  auto* const slot = reinterpret_cast<Word*>(&root->left_);
  const uintptr_t wrong_addresses[] = {
      reinterpret_cast<uintptr_t>(foreign.Get()),
      reinterpret_cast<uintptr_t>(dead.Reveal()),
      reinterpret_cast<uintptr_t>(sound.Get()) + kGranuleBytes,
      side_tables.begin - kWindowMarginBytes / 2};

  for (const uintptr_t address : wrong_addresses) {
    const ActionScope scope(&Acting::in_name,
                            [&](Acting*) { *slot = CompressAddress(address); });
    const LoadedSnapshot snapshot(heap());
    *slot = 0;

    EXPECT_EQ(
        snapshot.EdgeTextsOf(snapshot.NodeOf(root.Get())),
        (std::vector<std::string>{"property left_ -> (invalid references)"}));
  }
  EXPECT_EQ(Findings(heap()), "");
}

// A sink that does what it must not.
class ChangingSink final : public SnapshotSink {
 public:
  enum class Change { kAllocate, kCollect };
  ChangingSink(Heap* heap, Change change) : heap_(*heap), change_(change) {}
  bool Write(const char*, size_t) override {
    if (change_ == Change::kCollect) {
      CollectPrecisely(heap_);
    } else {
      kept_ = MakeGarbageCollected<Node>(heap_.GetAllocationHandle());
    }
    return true;
  }

 private:
  Heap& heap_;
  const Change change_;
  Persistent<Node> kept_;
};

TEST_P(HeapSnapshotTest, ASinkMustNotChangeTheHeap) {
  const Persistent<Node> root = Make<Node>();
  for (const auto change :
       {ChangingSink::Change::kAllocate, ChangingSink::Change::kCollect}) {
    ChangingSink sink(&heap(), change);
#if HALFWORD_DCHECK_ENABLED
    EXPECT_DEATH(WriteHeapSnapshot(heap(), sink, kPrecise),
                 "a SnapshotSink, .* must not allocate in it");
#else
    EXPECT_NE(WriteHeapSnapshot(heap(), sink, kPrecise)
                  .error.find("the heap changed while"),
              std::string::npos);
#endif
  }

  // The heap is free again.
  EXPECT_NE(Make<Node>(), nullptr);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapSnapshotTest, ASinkMayUseAnotherHeap) {
  const auto other = Heap::Create();
  ChangingSink sink(other.get(), ChangingSink::Change::kAllocate);
  EXPECT_EQ(WriteHeapSnapshot(heap(), sink, kPrecise).error, "");
}

// What is shown is what the collection kept, and by what.
TEST_P(HeapSnapshotTest, ANameMayMakeAndDropHandles) {
  const Persistent<Acting> object = Make<Acting>();
  Persistent<Node> dropped = Make<Node>();
  const Node* const node = dropped.Get();
  std::vector<Persistent<Acting>> made;
  std::vector<WeakPersistent<Acting>> weak;
  const ActionScope scope(&Acting::in_name, [&](Acting* self) {
    made.emplace_back(self, SourceLocation::Current());
    weak.emplace_back(self, SourceLocation::Current());
    dropped = nullptr;
  });

  const LoadedSnapshot snapshot(heap());

  ASSERT_TRUE(snapshot.report().ok()) << snapshot.report().error;
  EXPECT_EQ(made.size(), 1u);
  EXPECT_TRUE(snapshot.Held()[snapshot.NodeOf(node)]);
  EXPECT_EQ(snapshot.EdgesOf(snapshot.Find("(Persistent roots)")).size(), 2u);
  EXPECT_TRUE(snapshot.EdgesOf(snapshot.Find("(Weak roots)")).empty());
  EXPECT_EQ(Findings(heap()), "");
}

// Makes handles, or drops them, each time that it is written to.
class HandleSink final : public SnapshotSink {
 public:
  explicit HandleSink(Node* node) : node_(node) {}
  bool Write(const char* data, size_t bytes) override {
    text_.append(data, bytes);
    for (int i = 0; i < 300; ++i) {
      if (!drops_) {
        handles_.emplace_back(node_, SourceLocation::Current());
      } else if (!handles_.empty()) {
        handles_.pop_back();
      }
    }
    if (drops_) strings_.clear();
    return true;
  }

  std::string text_;
  std::deque<Persistent<Node>> handles_;
  std::vector<ScopedMutableString> strings_;
  bool drops_ = false;

 private:
  Node* const node_;
};

TEST_P(HeapSnapshotTest, ASinkMayMakeAndDropHandles) {
  Persistent<Node> list;
  for (int i = 0; i < 20'000; ++i) {
    Node* const node = Make<Node>();
    node->left_ = list.Get();
    list = node;
  }
  HandleSink sink(list.Get());
  for (const char letter : {'a', 'b', 'c'}) {
    sink.strings_.emplace_back(std::string(100, letter));
  }

  for (const bool drops : {false, true}) {
    sink.text_.clear();
    sink.drops_ = drops;
    const size_t handle_count = 1 + sink.handles_.size();
    const SnapshotReport report = WriteHeapSnapshot(heap(), sink, kPrecise);

    EXPECT_EQ(report.error, "");
    const LoadedSnapshot snapshot(sink.text_);
    EXPECT_EQ(snapshot.edge_count(), report.edge_count);
    EXPECT_EQ(snapshot.EdgesOf(snapshot.Find("(Persistent roots)")).size(),
              handle_count);
    EXPECT_EQ(snapshot.EdgesOf(snapshot.Find("(String roots)")).size(), 3u);
  }
  EXPECT_TRUE(sink.strings_.empty());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(HeapSnapshotTest, SaysThatTheSinkRefused) {
  const Persistent<Node> root = Make<Node>();
  const size_t needed = LoadedSnapshot(heap()).text().size();
  StringSink none(0);
  const SnapshotReport report = WriteHeapSnapshot(heap(), none, kPrecise);

  EXPECT_EQ(report.error, "the sink of the snapshot refused");
  EXPECT_EQ(none.write_count(), 1u);
  StringSink enough(needed);
  EXPECT_TRUE(WriteHeapSnapshot(heap(), enough, kPrecise).ok());
}

class HeapSnapshotFileTest : public HeapSnapshotTest {
 protected:
  HeapSnapshotFileTest() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("halfword_snapshot_" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
  }
  ~HeapSnapshotFileTest() override { std::filesystem::remove_all(folder_); }

  std::string PathOf(const char* name) const { return folder_ / name; }
  size_t FileCount() const {
    return static_cast<size_t>(
        std::distance(std::filesystem::directory_iterator(folder_),
                      std::filesystem::directory_iterator()));
  }
  static std::string TextOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path folder_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(HeapSnapshotFileTest);

TEST_P(HeapSnapshotFileTest, WritesAFileUnderItsName) {
  const Persistent<Node> root = Make<Node>();
  const std::string path = PathOf("now.heapsnapshot");

  const SnapshotReport report = WriteHeapSnapshot(heap(), path, kPrecise);

  ASSERT_TRUE(report.ok()) << report.error;
  const LoadedSnapshot snapshot(TextOf(path));
  EXPECT_EQ(snapshot.text().size(), report.file_bytes);
  EXPECT_NE(snapshot.NodeOf(root.Get()), LoadedSnapshot::kNone);
  EXPECT_EQ(FileCount(), 1u);
}

TEST_P(HeapSnapshotFileTest, SaysWhyThereIsNoFile) {
  const SnapshotReport report =
      WriteHeapSnapshot(heap(), PathOf("none/now.heapsnapshot"), kPrecise);

  EXPECT_EQ(report.error, "cannot create " +
                              PathOf("none/now.heapsnapshot.tmp") +
                              ": No such file or directory");
  EXPECT_EQ(FileCount(), 0u);
}

// In the middle of the walk over the heap.
TEST_P(HeapSnapshotFileTest, AKilledProcessLeavesNoPartUnderTheName) {
  const Persistent<Acting> object = Make<Acting>();
  const std::string path = PathOf("now.heapsnapshot");
  const pid_t child = fork();
  if (child == 0) {
    const ActionScope scope(&Acting::in_name,
                            [](Acting*) { std::raise(SIGKILL); });
    WriteHeapSnapshot(heap(), path, kPrecise);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(FileCount(), 1u);

  // The next attempt takes the place of what is left.
  EXPECT_TRUE(WriteHeapSnapshot(heap(), path, kPrecise).ok());
  EXPECT_EQ(FileCount(), 1u);
  const LoadedSnapshot snapshot(TextOf(path));
  EXPECT_NE(snapshot.NodeOf(object.Get()), LoadedSnapshot::kNone);
}

TEST_P(HeapSnapshotFileTest, LeavesNothingBehindWhereNoneCanBeTaken) {
  const subtle::NoGarbageCollectionScope scope(heap().GetHeapHandle());
  const SnapshotReport report =
      WriteHeapSnapshot(heap(), PathOf("now.heapsnapshot"), kPrecise);

  EXPECT_NE(report.error.find("NoGarbageCollectionScope"), std::string::npos);
  EXPECT_EQ(FileCount(), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
