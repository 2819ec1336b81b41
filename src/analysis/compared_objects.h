// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ComparedObjects: what a comparison keeps of a snapshot: of each object its
// class, id and size, and what the classes are called.

#ifndef HALFWORD_ANALYSIS_COMPARED_OBJECTS_H_
#define HALFWORD_ANALYSIS_COMPARED_OBJECTS_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/class_table.h"
#include "analysis/file/progress.h"
#include "analysis/file/snapshot.h"
#include "analysis/shapes.h"

namespace halfword::analysis {

// Numbers of the keys of classes, of all snapshots that are compared.
class ClassKeys {
 public:
  uint32_t NumberOf(const std::string& key) {
    const auto next = static_cast<uint32_t>(numbers_.size());
    return numbers_.try_emplace(key, next).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

struct ComparedObject {
  uint32_t key;
  uint32_t id;
  uint32_t bytes;  // more than 0
};

class ComparedObjects {
 public:
  // Throws SnapshotError, with the path in front.
  ComparedObjects(const std::string& path, const Progress& progress);

  // Lists the objects and drops the rest of the snapshot. other_shapes: those
  // of the newer snapshot; null for its own.
  void List(const std::vector<Shape>* other_shapes, ClassKeys* keys);

  const std::vector<Shape>& shapes() const { return shapes_; }
  // By key and id.
  const std::vector<ComparedObject>& objects() const { return objects_; }
  void SortById();
  // Of its classes, in the order of their first objects.
  const std::vector<uint32_t>& keys() const { return keys_; }
  // "": it has none of these.
  std::string NameOf(uint32_t key) const {
    return key < names_.size() ? names_[key] : "";
  }
  const std::vector<std::string>& names() const { return names_; }
  // See FindProducer().
  const std::string& producer() const { return producer_; }

 private:
  static constexpr uint32_t kLost = UINT32_MAX;

  struct Last {
    uint32_t id = 0;
    Node node = 0;
    bool has_any = false;
  };

  std::vector<uint32_t> KeysOf(const ClassTable& classes, ClassKeys* keys);
  size_t CountObjects() const;
  void NoteName(uint32_t key, uint32_t id, Node node);
  void Name(const ClassTable& classes);

  std::string producer_;
  Snapshot snapshot_;
  std::vector<bool> is_renamed_;
  std::vector<Shape> shapes_;
  std::vector<ComparedObject> objects_;
  std::vector<uint32_t> keys_;
  std::vector<Last> last_;          // by key
  std::vector<std::string> names_;  // by key
};

// Whether two snapshots may be of one program.
enum class Kinship {
  kSameProgram,
  kNothingInCommon,  // no id is in both
  kOtherClasses,     // of the ids in both, most are of other classes
};

// As some thousand of the objects tell. What has no objects is of any program.
Kinship FindKinship(const std::vector<ComparedObject>& a,
                    const std::vector<ComparedObject>& b);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_COMPARED_OBJECTS_H_
