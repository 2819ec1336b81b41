// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Snapshots that programs write because their environment asks for them: each
// program is this one again, since a process reads its options once.

#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "nlohmann/json.hpp"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr char kChildVariable[] = "HALFWORD_SNAPSHOT_TEST_CHILD";

class Leaf : public GarbageCollected<Leaf> {
 public:
  explicit Leaf(Leaf* next) : next_(next) {}

 private:
  Member<Leaf> next_;
  uint64_t payload_[6] = {};
  HALFWORD_FIELDS(Leaf, next_, payload_)
};

class Secret : public GarbageCollected<Secret> {
 public:
  String text_;
  HALFWORD_FIELDS(Secret, text_)
};

// What a child does, and then ends.
void Leak() {
  auto heap = Heap::Create({.out_of_memory_handler = [](Heap&, size_t) {
    std::puts("out of memory");
    std::fflush(stdout);
    _exit(3);
  }});
  Persistent<Leaf> list;
  for (;;) {
    list = MakeGarbageCollected<Leaf>(heap->GetAllocationHandle(), list.Get());
  }
}

void LeakOneLargeObject() {
  auto heap =
      Heap::Create({.out_of_memory_handler = [](Heap&, size_t) { _exit(3); }});
  const HeapScope scope(*heap);
  Persistent<Leaf> list =
      MakeGarbageCollected<Leaf>(heap->GetAllocationHandle(), nullptr);
  ScopedMutableString large;
  large.resize(size_t{30} << 20);
}

void BeSignalled() {
  auto heap = Heap::Create();
  Persistent<Leaf> list;
  raise(SIGUSR2);
  for (int i = 0; i < 2000; ++i) {
    list = MakeGarbageCollected<Leaf>(heap->GetAllocationHandle(), list.Get());
  }
  _exit(0);
}

void BeSignalledWithAPreciseStack() {
  auto heap = Heap::Create({.stack_support = StackSupport::kPrecise});
  raise(SIGUSR2);
  heap->Collect({.stack = StackState::kNoHeapPointers});
  heap->Collect({.stack = StackState::kNoHeapPointers});
  _exit(0);
}

void BeSignalledWithASecret() {
  auto heap = Heap::Create();
  const HeapScope scope(*heap);
  const Persistent<Secret> secret =
      MakeGarbageCollected<Secret>(heap->GetAllocationHandle());
  secret->text_ = String("what nobody may know");
  raise(SIGUSR2);
  heap->Collect();
  _exit(0);
}

void HandleTheSignal() {
  std::signal(SIGUSR2, [](int) {});
  auto heap = Heap::Create();
  raise(SIGUSR2);
  heap->Collect();
  _exit(0);
}

void RunAsChild(const std::string& what) {
  if (what == "leak") Leak();
  if (what == "large") LeakOneLargeObject();
  if (what == "signal") BeSignalled();
  if (what == "precise") BeSignalledWithAPreciseStack();
  if (what == "secret") BeSignalledWithASecret();
  if (what == "handler") HandleTheSignal();
  _exit(99);
}

struct Outcome {
  int status;
  std::string output;
  std::vector<std::filesystem::path> files;  // by name
};

class AutomaticSnapshotTest : public ::testing::Test {
 protected:
  AutomaticSnapshotTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~AutomaticSnapshotTest() override { std::filesystem::remove_all(folder_); }

  Outcome Run(const std::string& what, const std::string& options) const {
    Outcome outcome = RunChild(what, options);
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      outcome.files.push_back(entry.path());
    }
    std::sort(outcome.files.begin(), outcome.files.end());
    return outcome;
  }

  // Does not look for files.
  Outcome RunChild(const std::string& what, const std::string& options) const {
    char program[PATH_MAX] = {};
    EXPECT_GT(readlink("/proc/self/exe", program, sizeof(program) - 1), 0);
    const std::string command = "env HALFWORD_OPTIONS='" + options +
                                ",snapshot-dir=" + folder_.string() + "' " +
                                kChildVariable + "=" + what + " '" + program +
                                "' 2>&1";
    Outcome outcome = {.status = -1, .output = {}, .files = {}};
    FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return outcome;
    char text[4096];
    for (size_t n; (n = fread(text, 1, sizeof(text), pipe)) > 0;) {
      outcome.output.append(text, n);
    }
    outcome.status = WEXITSTATUS(pclose(pipe));
    return outcome;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) /
      ("automatic_snapshots." + std::to_string(getpid()));
};

std::string TextOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

size_t LeafCount(const std::filesystem::path& path) {
  std::ifstream file(path);
  const auto snapshot = nlohmann::json::parse(file);
  const auto& nodes = snapshot["nodes"];
  const auto& strings = snapshot["strings"];
  EXPECT_EQ(nodes.size(), 6 * size_t{snapshot["snapshot"]["node_count"]});
  size_t count = 0;
  for (size_t i = 0; i < nodes.size(); i += 6) {
    const std::string name = strings[size_t{nodes[i + 1]}];
    if (name.find("Leaf") != std::string::npos && name[0] != '(') ++count;
  }
  return count;
}

TEST_F(AutomaticSnapshotTest, ALeakLeavesAsManyAsAskedFor) {
  const Outcome outcome = Run("leak", "max-heap=8m,near-limit-snapshots=4");

  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(outcome.output.ends_with("out of memory\n")) << outcome.output;
  ASSERT_EQ(outcome.files.size(), 4u) << outcome.output;
  size_t last = 0;
  for (const auto& file : outcome.files) {
    EXPECT_TRUE(std::regex_match(
        file.filename().string(),
        std::regex(R"(Heap\.\d{8}-\d{6}\.\d+\.[1-4]\.heapsnapshot)")))
        << file;
    const size_t count = LeafCount(file);
    EXPECT_GT(count, last);
    last = count;
  }
}

TEST_F(AutomaticSnapshotTest, OneIsWrittenWhenALargeObjectFindsNoRoom) {
  const Outcome outcome = Run("large", "max-heap=8m,near-limit-snapshots=4");

  EXPECT_EQ(outcome.status, 3);
  ASSERT_EQ(outcome.files.size(), 1u) << outcome.output;
  EXPECT_EQ(LeafCount(outcome.files[0]), 1u);
  EXPECT_NE(outcome.output.find("cause='out of memory'"), std::string::npos);
}

TEST_F(AutomaticSnapshotTest, WithoutTheOptionThereIsNone) {
  const Outcome outcome = Run("leak", "max-heap=8m");

  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(outcome.files.empty());
}

TEST_F(AutomaticSnapshotTest, ASignalIsAnsweredOnce) {
  const Outcome outcome = Run("signal", "snapshot-signal=USR2");

  EXPECT_EQ(outcome.status, 0);
  ASSERT_EQ(outcome.files.size(), 1u) << outcome.output;
  EXPECT_NE(outcome.output.find("cause='signal'"), std::string::npos);
}

TEST_F(AutomaticSnapshotTest, APreciseHeapAnswersAtItsNextCollection) {
  const Outcome outcome = Run("precise", "snapshot-signal=USR2");

  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.files.size(), 1u) << outcome.output;
}

TEST_F(AutomaticSnapshotTest, ItIsRedactedIfTheUserWantsThat) {
  constexpr std::string_view kSecret = "what nobody may know";
  const Outcome open = Run("secret", "snapshot-signal=USR2");
  ASSERT_EQ(open.files.size(), 1u) << open.output;
  EXPECT_NE(TextOf(open.files[0]).find(kSecret), std::string::npos);

  const Outcome redacted =
      Run("secret", "snapshot-signal=USR2,redact-snapshots");
  ASSERT_EQ(redacted.files.size(), 2u) << redacted.output;
  const std::string both =
      TextOf(redacted.files[0]) + TextOf(redacted.files[1]);
  EXPECT_EQ(both.find(kSecret), both.rfind(kSecret)) << "that of the first";
  EXPECT_NE(both.find("(redacted)"), std::string::npos);
}

TEST_F(AutomaticSnapshotTest, ItTellsWhereObjectsWereAllocated) {
  const Outcome outcome =
      Run("secret", "snapshot-signal=USR2,track-allocations");

  ASSERT_EQ(outcome.files.size(), 1u) << outcome.output;
  const std::string text = TextOf(outcome.files[0]);
  EXPECT_NE(text.find("BeSignalledWithASecret()"), std::string::npos);
  EXPECT_NE(text.find("trace_node_id"), std::string::npos);
}

TEST_F(AutomaticSnapshotTest, AProgramsOwnHandlerStays) {
  const Outcome outcome = Run("handler", "snapshot-signal=USR2");

  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.files.empty());
  EXPECT_EQ(outcome.output,
            "halfword: HALFWORD_OPTIONS: ignored 'snapshot-signal': the "
            "program uses that signal itself\n");
}

TEST_F(AutomaticSnapshotTest, AFolderThatIsNotThereIsOneLineEach) {
  std::filesystem::remove_all(folder_);
  std::ofstream(folder_) << "a file";

  const Outcome outcome =
      RunChild("leak", "max-heap=8m,near-limit-snapshots=2");

  EXPECT_EQ(outcome.status, 3) << "the program goes on";
  EXPECT_TRUE(std::regex_match(
      outcome.output, std::regex("(halfword: no snapshot of heap 1 [^\n]*Not a "
                                 "directory\n){2}out of memory\n")))
      << outcome.output;
}

TEST_F(AutomaticSnapshotTest, ProfilesAreOneLineEach) {
  const Outcome outcome =
      Run("signal", "snapshot-signal=USR2,profile-snapshot");

  EXPECT_TRUE(std::regex_search(
      outcome.output,
      std::regex(R"(halfword snapshot heap=1 nodes=\d+ edges=\d+ strings=\d+ )"
                 R"(bytes=\d+ memory_bytes=\d+ generation_ms=[\d.]+ )"
                 R"(serialization_ms=[\d.]+\n)")))
      << outcome.output;
}

// A child never reaches the tests.
const bool is_child = [] {
  const char* const what = std::getenv(kChildVariable);
  if (what != nullptr) RunAsChild(what);
  return what != nullptr;
}();

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
