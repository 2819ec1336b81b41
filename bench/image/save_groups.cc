// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Trees that are saved again and again: in an image of a GiB, and in one of 256
// MiB, half of whose slots are free. Rows:
//
//   save_full               the first save of a GiB
//   save_one_percent        of 1 % of its pages, a word changed on each;
//                           "of_full" is the least to save_full
//   save_nothing            of none
//   fragmented_save         as save_one_percent, where every other slot is free
//   fragmented_verified     with SaveOptions::verifies_all
//   fragmented_verify       Heap::Verify() alone
//
// cpu_ms is the average, "least_ms" the least. All saves are strict, and those
// before fragmented_verified check what has changed, as always.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench/image/groups.h"
#include "bench/image/image_tree.h"

namespace bench {
namespace {

using halfword::Heap;
using halfword::SaveOptions;

constexpr uint64_t kNodesAPage = 1024;
constexpr uint64_t kGibibytePages = (uint64_t{1} << 30) / 16'384;
constexpr int kSaves = 12;

// Runs work() before each of some saves, and times these.
template <typename Work>
double TimeSaves(Heap& heap, const char* name, const SaveOptions& options,
                 double full_ms, Work work) {
  double sum_ms = 0;
  double least_ms = 0;
  Row row("image", name);
  for (int i = 0; i < kSaves; ++i) {
    work();
    Row one("image", "save");
    ExpectOk(heap.Save(options));
    one.Stop();
    sum_ms += one.cpu_ms();
    least_ms = i == 0 ? one.cpu_ms() : std::min(least_ms, one.cpu_ms());
  }
  row.Stop(kSaves);
  row.Add("save_ms", sum_ms / kSaves);
  row.Add("least_ms", least_ms);
  if (full_ms > 0) row.Add("of_full", least_ms / full_ms);
  row.CompareBy("save_ms");
  row.Print();
  return least_ms;
}

class Changer {
 public:
  explicit Changer(const std::vector<TreeNode*>& nodes) : nodes_(nodes) {}

  void Change(uint64_t page_count) {
    for (uint64_t i = 0; i < page_count; ++i) {
      ++nodes_[random_.Below(static_cast<uint32_t>(nodes_.size()))]->key_;
    }
  }

 private:
  const std::vector<TreeNode*>& nodes_;
  Random random_{1};
};

// Takes the leaves away, which are half of the nodes, and says which nodes
// stay.
std::vector<TreeNode*> DropLeaves(const std::vector<TreeNode*>& nodes) {
  const auto is_leaf = [](const TreeNode* node) {
    return !node->left_ && !node->right_;
  };
  std::vector<TreeNode*> kept;
  for (TreeNode* const node : nodes) {
    if (!is_leaf(node)) kept.push_back(node);
  }
  std::vector<TreeNode*> above;
  for (TreeNode* const node : kept) {
    if ((node->left_ && is_leaf(node->left_)) ||
        (node->right_ && is_leaf(node->right_))) {
      above.push_back(node);
    }
  }
  for (TreeNode* const node : above) {
    if (node->left_ && is_leaf(node->left_)) node->left_ = nullptr;
  }
  for (TreeNode* const node : above) {
    if (node->right_ && is_leaf(node->right_)) node->right_ = nullptr;
  }
  return kept;
}

}  // namespace

void RunSaves(const Scale& scale) {
  const ImageFile file;
  const uint64_t page_count = scale(kGibibytePages);
  const auto heap = OpenImage(file.path(), halfword::ImageAccess::kReadWrite);
  std::vector<TreeNode*> nodes;
  nodes.reserve(page_count * kNodesAPage);
  heap->SetRoot(
      "tree", GrowTree(heap->GetAllocationHandle(), 0, page_count * kNodesAPage,
                       [&](TreeNode* node) { nodes.push_back(node); }));
  Row full("image", "save_full");
  ExpectOk(heap->Save());
  full.Stop();
  full.Print();

  Changer changer(nodes);
  TimeSaves(*heap, "save_one_percent", {}, full.cpu_ms(),
            [&] { changer.Change(page_count / 100); });
  TimeSaves(*heap, "save_nothing", {}, full.cpu_ms(), [] {});
}

void RunFragmented(const Scale& scale) {
  const ImageFile file;
  const uint64_t page_count = scale(kGibibytePages / 4);
  const auto heap = OpenImage(file.path(), halfword::ImageAccess::kReadWrite);
  std::vector<TreeNode*> nodes;
  heap->SetRoot(
      "tree", GrowTree(heap->GetAllocationHandle(), 0, page_count * kNodesAPage,
                       [&](TreeNode* node) { nodes.push_back(node); }));
  nodes = DropLeaves(nodes);
  heap->Collect({.stack = halfword::StackState::kNoHeapPointers});
  ExpectOk(heap->Save());

  Changer changer(nodes);
  const auto change = [&] { changer.Change(page_count / 100); };
  TimeSaves(*heap, "fragmented_save", {}, 0, change);
  TimeSaves(*heap, "fragmented_verified", {.verifies_all = true}, 0, change);
  Row verify("image", "fragmented_verify");
  const bool is_ok = heap->Verify().ok();
  verify.Stop();
  verify.Checksum(is_ok);
  verify.Print();
}

}  // namespace bench
