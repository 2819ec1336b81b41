// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Diff: what each class has gained and lost between two snapshots of one
// program, and what of the gain a third one still has. Objects are the same if
// their ids are, as long as they stay in their class; one whose size has
// changed is neither added nor removed, it has grown.
//
// Of an object the third snapshot has kept what all have of it that is beyond
// the first: min(newer, later) - base bytes, if that is more than 0; an object
// that a snapshot does not have, has 0 bytes there. So what only the third has,
// as garbage of its own, counts as little as what it has given back.

#ifndef HALFWORD_ANALYSIS_DIFF_H_
#define HALFWORD_ANALYSIS_DIFF_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "analysis/file/progress.h"

namespace halfword::analysis {

struct DiffRow {
  std::string name;
  uint64_t added_count = 0;
  uint64_t removed_count = 0;
  uint64_t added_bytes = 0;
  uint64_t removed_bytes = 0;
  // Of those added, what a third snapshot has, whatever their classes are
  // there.
  uint64_t kept_count = 0;
  uint64_t kept_bytes = 0;

  int64_t delta_bytes() const {
    return static_cast<int64_t>(added_bytes) -
           static_cast<int64_t>(removed_bytes);
  }
};

// Objects of a class that both snapshots have, in different sizes.
struct GrownRow {
  std::string name;
  uint64_t grown_count = 0;
  int64_t grown_bytes = 0;  // less than 0: they have become smaller
  // Of those that have become larger, what a third snapshot has.
  uint64_t kept_count = 0;
  uint64_t kept_bytes = 0;
};

// An object that the newer snapshot has and the base has not.
struct AddedObject {
  std::string class_name;
  uint32_t id;
  uint32_t bytes;
  uint32_t kept_bytes;  // see DiffRow
};

struct Diff {
  // In the order of the Comparison view: what has added most bytes first, then
  // by name. Classes without a change have no row.
  std::vector<DiffRow> rows;
  // What has grown most first. (DevTools shows none of it.)
  std::vector<GrownRow> grown;
  // Of the classes that are listed, the largest first.
  std::vector<AddedObject> added;
  // Of all objects of the snapshots, changed or not.
  std::set<std::string> class_names;
  // Why the files may not be of one program, a line each; mostly none.
  std::vector<std::string> doubts;
};

// later_path: of the third; "": there is none. is_listed: whether the added
// objects of a class, by its name, are listed; null: none are. Throws
// SnapshotError, with the path in front.
Diff CompareSnapshots(
    const std::string& base_path, const std::string& newer_path,
    const std::string& later_path = "", const Progress& progress = {},
    const std::function<bool(const std::string& class_name)>& is_listed = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_DIFF_H_
