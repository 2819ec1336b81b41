// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ClassTable: which row of a summary a node belongs to: its class, mostly what
// a program calls a constructor. Tags are classes without their attributes;
// plain objects go by their shapes; objects whose constructors stand at
// different places of the source are of different classes.
//
// Two classes may have one name, where the file has the same string twice; they
// are then counted apart, as DevTools does.

#ifndef HALFWORD_ANALYSIS_CLASS_TABLE_H_
#define HALFWORD_ANALYSIS_CLASS_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/class_array.h"
#include "analysis/file/snapshot.h"
#include "analysis/shapes.h"

namespace halfword::analysis {

class ClassTable {
 public:
  ClassTable() = default;
  // is_renamed: see SpreadDetachedness(). shapes: of the snapshot, or of the
  // newer one that it is compared with.
  ClassTable(const Snapshot& snapshot, const std::vector<bool>& is_renamed,
             const std::vector<Shape>& shapes);

  ClassIndex ClassOf(Node node) const { return class_of_[node]; }
  ClassIndex count() const { return static_cast<ClassIndex>(classes_.size()); }
  const std::string& NameOf(ClassIndex index) const {
    return classes_[index].name;
  }
  // By which rows of two snapshots belong together.
  const std::string& KeyOf(ClassIndex index) const {
    return classes_[index].key;
  }

 private:
  friend class ClassTableMaker;

  struct Class {
    std::string name;
    std::string key;
  };

  std::vector<Class> classes_;
  ClassArray class_of_;  // by node
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_CLASS_TABLE_H_
