// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tree in Boost.Interprocess's managed_mapped_file, by offset_ptr: links of
// 8 bytes relative to their own place. Its size is what its allocator has taken
// from the file; the file is cut to that at the end, and synced.

#ifndef HALFWORD_BENCH_IMAGE_STORE_BOOST_H_
#define HALFWORD_BENCH_IMAGE_STORE_BOOST_H_

#include <boost/interprocess/managed_mapped_file.hpp>
#include <boost/interprocess/offset_ptr.hpp>
#include <cstddef>
#include <filesystem>
#include <string>

#include "bench/image/stored_tree.h"

namespace bench {

inline constexpr bool kVerifies = false;

struct BoostNode {
  uint64_t key = 0;
  boost::interprocess::offset_ptr<BoostNode> left, right;
};

using BoostFile = boost::interprocess::managed_mapped_file;

inline BoostNode* GrowTree(BoostFile& file, uint64_t first, uint64_t end,
                           BoostNode* made) {
  const uint64_t middle = (first + end) / 2;
  if (made == nullptr) {
    made = file.construct<BoostNode>(boost::interprocess::anonymous_instance)();
  }
  made->key = middle;
  if (first < middle) made->left = GrowTree(file, first, middle, nullptr);
  if (middle + 1 < end) made->right = GrowTree(file, middle + 1, end, nullptr);
  return made;
}

inline void MakeTree(const std::string& path, uint64_t count) {
  {
    BoostFile file(boost::interprocess::create_only, path.c_str(),
                   count * 64 + 65'536);
    GrowTree(file, 0, count, file.construct<BoostNode>("tree")());
  }
  BoostFile::shrink_to_fit(path.c_str());
  BoostFile file(boost::interprocess::open_only, path.c_str());
  file.flush();
}

inline Size SizeOf(const std::string& path) {
  const BoostFile file(boost::interprocess::open_read_only, path.c_str());
  return {.tree_bytes = file.get_size() - file.get_free_memory(),
          .file_bytes = std::filesystem::file_size(path)};
}

class OpenTree {
 public:
  OpenTree(const std::string& path, Check)
      : file_(boost::interprocess::open_read_only, path.c_str()),
        root_(file_.find<BoostNode>("tree").first) {}

  uint64_t RootKey() const { return root_->key; }
  uint64_t SumKeys() const { return Sum(root_); }

 private:
  static uint64_t Sum(const BoostNode* node) {
    if (node == nullptr) return 0;
    return node->key + Sum(node->left.get()) + Sum(node->right.get());
  }

  BoostFile file_;
  const BoostNode* root_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_IMAGE_STORE_BOOST_H_
