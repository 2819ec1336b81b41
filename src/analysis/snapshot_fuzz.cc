// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fuzzer of the analyser: any bytes are a file, of which everything is
// asked that the command line can ask. Either the file is refused with one
// line, or there are figures, and what must hold of all figures holds.
//
// Bytes that come by chance are no snapshot, and edits of a snapshot hardly
// ever change what a number means; so every other change is to a number.
// snapshot_fuzz.dict has the words. docs/fuzzing.md says how it is used.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/detachedness.h"
#include "analysis/distances.h"
#include "analysis/dominator_view.h"
#include "analysis/figures.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/producer.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/test_file.h"
#include "analysis/node_browser.h"
#include "analysis/retainers.h"
#include "analysis/user_roots.h"
#include "base/fuzz_expectations.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t bytes,
                                   size_t bytes_max);

namespace halfword::analysis {

namespace {

// What commands show of one node.
void ShowNode(const Snapshot& snapshot, const std::vector<bool>& is_renamed,
              const std::vector<int32_t>& distances, Node node) {
  const NodeBrowser browser(snapshot, is_renamed);
  const NodeDetails details = browser.DetailsOf(node);
  EXPECT_EQ(FindNode(*snapshot.file, snapshot.sections, details.id).has_value(),
            true);
  browser.NameOf(node);
  for (const Retainer& retainer :
       FindRetainers(snapshot.graph, distances, browser, node)) {
    EXPECT_EQ(browser.EdgeAt(retainer.edge).target, node);
  }
  for (const Retainer& step :
       FindPath(snapshot.graph, distances, browser, node)) {
    EXPECT_LT(step.node, snapshot.graph.node_count());
  }
}

void FindWhatHolds(const std::string& path) {
  Snapshot snapshot = ReadSnapshot(path);
  FindProducer(*snapshot.file, snapshot.sections);
  HeapGraph& graph = snapshot.graph;
  const StringTable& strings = *snapshot.strings;
  const std::vector<bool> is_renamed = SpreadDetachedness(&graph, strings);
  const std::vector<int32_t> distances =
      FindDistances(graph, FindUserRoots(graph, strings));
  for (const Node node : {Node{0}, graph.node_count() / 2}) {
    ShowNode(snapshot, is_renamed, distances, node);
  }
}

uint64_t SumOf(const std::vector<uint32_t>& numbers) {
  uint64_t sum = 0;
  for (const uint32_t number : numbers) sum += number;
  return sum;
}

Figures FiguresOf(const std::string& path) {
  Snapshot snapshot = ReadSnapshot(path);
  Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  const HeapGraph& graph = snapshot.graph;
  const DominatorTree& tree = figures.tree;
  EXPECT_EQ(tree.count(), graph.node_count());
  EXPECT_EQ(figures.retained_bytes[0], SumOf(graph.self_bytes));
  for (uint32_t place = 1; place < tree.count(); ++place) {
    EXPECT_LT(tree.parents[place], place);
  }
  FindLargest(tree, figures.retained_bytes, 10);
  return figures;
}

void CompareScopes(const std::string& path, const Figures& wanted) {
  Snapshot snapshot = ReadSnapshot(path);
  const Figures found = ComputeFigures(&snapshot, FigureScope::kSummary);
  ASSERT_EQ(found.class_rows.size(), wanted.class_rows.size());
  for (size_t i = 0; i < found.class_rows.size(); ++i) {
    EXPECT_EQ(found.class_rows[i].name, wanted.class_rows[i].name);
    EXPECT_EQ(found.class_rows[i].retained_bytes,
              wanted.class_rows[i].retained_bytes);
  }
  EXPECT_EQ(found.statistics.total_bytes, wanted.statistics.total_bytes);
}

// Replaces a number by another: a small one, one near to what it was, or one
// at an end of what fits into 32 bits.
std::string ChangeNumber(std::string_view text, std::mt19937* random) {
  constexpr std::string_view kDigits = "0123456789";
  const size_t start = text.empty() ? 0 : (*random)() % text.size();
  const size_t begin = text.find_first_of(kDigits, start);
  if (begin == std::string_view::npos) return std::string(text);
  const size_t end =
      std::min(text.find_first_not_of(kDigits, begin), text.size());
  const uint64_t old = std::strtoull(
      std::string(text.substr(begin, end - begin)).c_str(), nullptr, 10);
  const uint64_t choices[] = {(*random)() % 10,
                              old + 1,
                              old - 1,
                              old + 6,
                              old + 5,
                              old + (*random)() % 64,
                              uint64_t{UINT32_MAX} - (*random)() % 2,
                              UINT64_MAX};
  return std::string(text.substr(0, begin)) +
         std::to_string(choices[(*random)() % std::size(choices)]) +
         std::string(text.substr(end));
}

}  // namespace

}  // namespace halfword::analysis

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t bytes,
                                          size_t bytes_max, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, bytes, bytes_max);
  const std::string changed = halfword::analysis::ChangeNumber(
      {reinterpret_cast<const char*>(data), bytes}, &random);
  if (changed.size() > bytes_max) return bytes;
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t bytes) {
  using halfword::analysis::SnapshotError;
  const halfword::analysis::TestFile file(
      {reinterpret_cast<const char*>(data), bytes});
  try {
    halfword::analysis::FindWhatHolds(file.path());
    halfword::analysis::CompareScopes(
        file.path(), halfword::analysis::FiguresOf(file.path()));
  } catch (const SnapshotError& error) {
    EXPECT_EQ(std::string_view(error.what()).find('\n'),
              std::string_view::npos);
  }
  return 0;
}
