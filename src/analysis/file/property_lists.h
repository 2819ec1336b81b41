// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PropertyLists: the names of the properties of plain objects, in the order of
// the file. Objects are many, but made in few places of a program, so that each
// list is kept once.
//
// Cost: 8 bytes an object, and each list.

#ifndef HALFWORD_ANALYSIS_FILE_PROPERTY_LISTS_H_
#define HALFWORD_ANALYSIS_FILE_PROPERTY_LISTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/file/heap_graph.h"

namespace halfword::analysis {

class PropertyLists {
 public:
  using List = uint32_t;

  struct Object {
    Node node;
    List list;
  };

  // Objects come in ascending order.
  void Add(Node object, std::span<const NameSlot> properties) {
    objects_.push_back({object, ListOf(properties)});
  }

  const std::vector<Object>& objects() const { return objects_; }
  List count() const { return static_cast<List>(begins_.size() - 1); }
  std::span<const NameSlot> operator[](List list) const {
    return {slots_.data() + begins_[list], slots_.data() + begins_[list + 1]};
  }

 private:
  List ListOf(std::span<const NameSlot> properties);

  std::vector<Object> objects_;
  std::vector<NameSlot> slots_;       // of all lists
  std::vector<size_t> begins_ = {0};  // and one for the end
  std::unordered_multimap<uint64_t, List> by_hash_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_PROPERTY_LISTS_H_
