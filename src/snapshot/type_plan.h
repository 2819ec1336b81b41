// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TypePlan: what a snapshot shows of the objects of one class: the type and the
// name of their nodes, and for each reference that the marker follows, the name
// of its edge. It is made from the class's field list once a snapshot, so that
// nothing is looked up or put together for an object.
//
// Edges are named by fields as the source has them, "parent_"; those of nested
// structs and arrays "place_.owner" and "slots_[2]". What is inside a container
// is not named: "children_" leads to its backing, and from there an element has
// its number. An element that is a struct of several references has the names
// of its fields instead, since the format gives an edge either.

#ifndef HALFWORD_SNAPSHOT_TYPE_PLAN_H_
#define HALFWORD_SNAPSHOT_TYPE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "halfword/internal/type_info.h"
#include "halfword/internal/word.h"
#include "snapshot/name_table.h"
#include "snapshot/snapshot_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A word of an object, or of an element of a trailing array.
struct PlannedEdge {
  enum class Kind : uint8_t {
    kStrong,
    kWeak,
    kMutableString,  // the offset is that of its word
    kEphemeron,      // a key; the value's word is value_offset
  };

  uint32_t offset;
  uint32_t value_offset;
  uint32_t label;  // its number among all that have a name
  Kind kind;
  bool to_mixin;
  bool value_to_mixin;
};

// A type and a name of edges; the writer keeps one text of each.
struct EdgeLabel {
  EdgeType type;
  NameNumber name;
};

// What kind of string a class holds.
enum class StringKind : uint8_t {
  kNone,
  kWhole,     // all bytes are its own, or outside of the heap
  kIndirect,  // a slice or a concatenation
};

struct TypePlan {
  const TypeInfo* type = nullptr;
  NodeType node_type = NodeType::kNative;
  StringKind string_kind = StringKind::kNone;
  NameNumber name = kNoName;  // of the class
  // All words are strong references, and there is nothing else.
  bool is_plain = false;
  // Elements are one reference each, and have numbers.
  bool numbers_elements = false;
  // Words of the object; of a class with a hand-written Trace, what it has a
  // name for, by ascending offset.
  std::vector<PlannedEdge> edges;
  std::vector<PlannedEdge> element_edges;  // offsets in an element
};

class TypePlans {
 public:
  // word_bytes: of references; those of an image may have another width.
  explicit TypePlans(NameTable* names, size_t word_bytes = sizeof(Word));

  // Made at the first request; it stays where it is.
  const TypePlan& Of(const TypeInfo& type) {
    const TypePlan* const plan =
        type.id < by_id_.size() ? by_id_[type.id].get() : nullptr;
    return plan != nullptr ? *plan : Make(type);
  }

  // The number of a type and a name of edges.
  uint32_t LabelOf(EdgeType type, NameNumber name);
  const std::vector<EdgeLabel>& labels() const { return labels_; }
  size_t bytes() const;

 private:
  const TypePlan& Make(const TypeInfo& type);
  void PlanNode(const TypeInfo& type, TypePlan* plan);
  void PlanType(const TypeInfo& type, uint32_t offset,
                std::vector<PlannedEdge>* edges);
  void PlanField(const FieldInfo& field, uint32_t offset,
                 const std::string& outer, std::vector<PlannedEdge>* edges);
  void PlanWord(const FieldInfo& field, uint32_t offset,
                const std::string& name, std::vector<PlannedEdge>* edges);
  void PlanStruct(const FieldInfo& field, uint32_t offset,
                  const std::string& name, std::vector<PlannedEdge>* edges);

  NameTable* const names_;
  const size_t word_bytes_;
  std::vector<std::unique_ptr<TypePlan>> by_id_;
  std::vector<EdgeLabel> labels_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_TYPE_PLAN_H_
