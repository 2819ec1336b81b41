// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tree in LMDB, a copy-on-write B+ tree in a mapped file: a node is a
// record whose key is its number of 4 bytes, in the order of depth; a link is
// such a number, and following it a search. Records are put in their order
// (MDB_APPEND), which fills LMDB's pages. Its size is that of these pages.

#ifndef HALFWORD_BENCH_IMAGE_STORE_LMDB_H_
#define HALFWORD_BENCH_IMAGE_STORE_LMDB_H_

#include <lmdb.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "bench/image/stored_tree.h"

namespace bench {

inline constexpr bool kVerifies = false;

struct LmdbNode {
  uint64_t key = 0;
  uint32_t left = 0, right = 0;  // 0: none; the root is 1
};

inline void ExpectOk(int status) {
  if (status == 0) return;
  std::fprintf(stderr, "lmdb: %s\n", mdb_strerror(status));
  std::exit(1);
}

class LmdbFile {
 public:
  LmdbFile(const std::string& path, unsigned int flags, size_t map_bytes) {
    ExpectOk(mdb_env_create(&environment_));
    if (map_bytes != 0) ExpectOk(mdb_env_set_mapsize(environment_, map_bytes));
    ExpectOk(mdb_env_open(environment_, path.c_str(),
                          MDB_NOSUBDIR | MDB_NOLOCK | flags, 0644));
    ExpectOk(mdb_txn_begin(environment_, nullptr, flags & MDB_RDONLY,
                           &transaction_));
    const unsigned int create = (flags & MDB_RDONLY) != 0 ? 0 : MDB_CREATE;
    ExpectOk(mdb_dbi_open(transaction_, nullptr, MDB_INTEGERKEY | create,
                          &database_));
  }
  LmdbFile(const LmdbFile&) = delete;
  LmdbFile& operator=(const LmdbFile&) = delete;
  ~LmdbFile() {
    if (transaction_ != nullptr) mdb_txn_abort(transaction_);
    mdb_env_close(environment_);
  }

  void Append(uint32_t number, const LmdbNode& node) {
    MDB_val key{sizeof(number), &number};
    MDB_val value{sizeof(node), const_cast<LmdbNode*>(&node)};
    ExpectOk(mdb_put(transaction_, database_, &key, &value, MDB_APPEND));
  }

  LmdbNode Get(uint32_t number) const {
    MDB_val key{sizeof(number), &number};
    MDB_val value;
    ExpectOk(mdb_get(transaction_, database_, &key, &value));
    LmdbNode node;
    std::memcpy(&node, value.mv_data, sizeof(node));
    return node;
  }

  MDB_stat Statistics() const {
    MDB_stat statistics;
    ExpectOk(mdb_stat(transaction_, database_, &statistics));
    return statistics;
  }

  void Commit() {
    ExpectOk(mdb_txn_commit(transaction_));
    transaction_ = nullptr;
  }

 private:
  MDB_env* environment_ = nullptr;
  MDB_txn* transaction_ = nullptr;
  MDB_dbi database_ = 0;
};

// The first number is 1 more than that of what was put before.
inline void PutTree(LmdbFile& file, uint64_t first, uint64_t end,
                    uint32_t number) {
  const uint64_t middle = (first + end) / 2;
  LmdbNode node{.key = middle};
  const auto left_count = static_cast<uint32_t>(middle - first);
  if (first < middle) node.left = number + 1;
  if (middle + 1 < end) node.right = number + 1 + left_count;
  file.Append(number, node);
  if (node.left != 0) PutTree(file, first, middle, node.left);
  if (node.right != 0) PutTree(file, middle + 1, end, node.right);
}

inline void MakeTree(const std::string& path, uint64_t count) {
  LmdbFile file(path, 0, count * 64 + (1 << 20));
  PutTree(file, 0, count, 1);
  file.Commit();
}

inline Size SizeOf(const std::string& path) {
  const LmdbFile file(path, MDB_RDONLY, 0);
  const MDB_stat statistics = file.Statistics();
  return {.tree_bytes = (statistics.ms_branch_pages + statistics.ms_leaf_pages +
                         statistics.ms_overflow_pages) *
                        uint64_t{statistics.ms_psize},
          .file_bytes = std::filesystem::file_size(path)};
}

class OpenTree {
 public:
  OpenTree(const std::string& path, Check) : file_(path, MDB_RDONLY, 0) {}

  uint64_t RootKey() const { return file_.Get(1).key; }
  uint64_t SumKeys() const { return Sum(1); }

 private:
  uint64_t Sum(uint32_t number) const {
    if (number == 0) return 0;
    const LmdbNode node = file_.Get(number);
    return node.key + Sum(node.left) + Sum(node.right);
  }

  const LmdbFile file_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_IMAGE_STORE_LMDB_H_
