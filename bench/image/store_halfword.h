// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tree in an image of Halfword, in either width. Its size is that of all
// pages that the image has, with the tables and free pages among them, and 16
// bytes a page in the directory; the file's headers, its log and what aligns
// its pages are not of the tree.

#ifndef HALFWORD_BENCH_IMAGE_STORE_HALFWORD_H_
#define HALFWORD_BENCH_IMAGE_STORE_HALFWORD_H_

#include <filesystem>
#include <memory>
#include <string>

#include "bench/image/image_tree.h"
#include "bench/image/stored_tree.h"
#include "image/file/image_format.h"
#include "image/image_view.h"

namespace bench {

inline constexpr bool kVerifies = true;

inline void MakeTree(const std::string& path, uint64_t count) {
  const auto heap = OpenImage(path, halfword::ImageAccess::kReadWrite);
  heap->SetRoot("tree", GrowTree(heap->GetAllocationHandle(), 0, count,
                                 [](TreeNode*) {}));
  ExpectOk(heap->Save());
  ExpectOk(heap->Close());
}

inline Size SizeOf(const std::string& path) {
  halfword::internal::ImageView view(path);
  ExpectOk(view.Open());
  const uint64_t page_bytes = halfword::internal::kImagePageBytes +
                              sizeof(halfword::internal::ImageHash);
  return {.tree_bytes = view.page_count() * page_bytes,
          .file_bytes = std::filesystem::file_size(path)};
}

class OpenTree {
 public:
  OpenTree(const std::string& path, Check check)
      : heap_(OpenImage(path, halfword::ImageAccess::kReadOnly,
                        check == Check::kEverything
                            ? halfword::ImageCheck::kFull
                            : halfword::ImageCheck::kTrust)),
        root_(heap_->GetRoot<TreeNode>("tree")) {}

  uint64_t RootKey() const { return root_->key_; }
  uint64_t SumKeys() const { return Sum(root_); }

 private:
  static uint64_t Sum(const TreeNode* node) {
    if (node == nullptr) return 0;
    return node->key_ + Sum(node->left_) + Sum(node->right_);
  }

  const std::unique_ptr<halfword::Heap> heap_;
  const TreeNode* const root_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_IMAGE_STORE_HALFWORD_H_
