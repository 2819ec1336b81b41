// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From lists of fields to lists of edges. The order is that of the fields, the
// bases' first, as a reader of the class would look for them.

#include "snapshot/type_plan.h"

#include <algorithm>
#include <string_view>

#include "halfword/internal/foreign_body.h"
#include "halfword/internal/string_body.h"
#include "halfword/internal/string_owner.h"
#include "halfword/internal/type_definition.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// By name, since types of an image may be those of no program.
StringKind StringKindOf(const TypeInfo& type) {
  const std::string_view name = type.name;
  if (name == kTypeName<IndirectBody>) return StringKind::kIndirect;
  if (name == kTypeName<FlatBody> || name == kTypeName<ForeignBody> ||
      name == kTypeName<ReleasedForeignBody>) {
    return StringKind::kWhole;
  }
  return StringKind::kNone;
}

// Of Halfword's own structs the fields are nobody's business.
bool IsOwnStruct(const StructInfo& info) {
  return std::string_view(info.name).starts_with("halfword::");
}

size_t CountReferences(const FieldInfo& field) {
  switch (field.kind) {
    case FieldKind::kStruct: {
      size_t count = 0;
      for (const FieldInfo& inner : field.nested->fields) {
        count += CountReferences(inner);
      }
      return count * field.count;
    }
    case FieldKind::kMember:
    case FieldKind::kWeakMember:
    case FieldKind::kTagged:
    case FieldKind::kString:
    case FieldKind::kMutableString:
    case FieldKind::kEphemeronKey:
      return field.count;
    case FieldKind::kEphemeronValue:
    case FieldKind::kUntracedMember:
    case FieldKind::kScalar:
    case FieldKind::kOpaque:
      break;
  }
  return 0;
}

}  // namespace

TypePlans::TypePlans(NameTable* names, size_t word_bytes)
    : names_(names), word_bytes_(word_bytes) {}

uint32_t TypePlans::LabelOf(EdgeType type, NameNumber name) {
  labels_.push_back({type, name});
  return static_cast<uint32_t>(labels_.size() - 1);
}

const TypePlan& TypePlans::Make(const TypeInfo& type) {
  if (by_id_.size() <= type.id) by_id_.resize(size_t{type.id} + 1);
  auto plan = std::make_unique<TypePlan>();
  PlanNode(type, plan.get());
  PlanType(type, 0, &plan->edges);
  if (type.trailing != nullptr && !type.trailing_is_leaf) {
    plan->numbers_elements = CountReferences(*type.trailing) <= 1;
    PlanField(*type.trailing, 0, "", &plan->element_edges);
  }
  if (type.trace_mode == TraceMode::kCustom) {
    std::sort(plan->edges.begin(), plan->edges.end(),
              [](const PlannedEdge& a, const PlannedEdge& b) {
                return a.offset < b.offset;
              });
  }
  plan->is_plain =
      plan->element_edges.empty() && type.trace_mode != TraceMode::kCustom &&
      plan->string_kind != StringKind::kIndirect &&
      std::all_of(
          plan->edges.begin(), plan->edges.end(), [](const PlannedEdge& edge) {
            return edge.kind == PlannedEdge::Kind::kStrong && !edge.to_mixin;
          });
  by_id_[type.id] = std::move(plan);
  return *by_id_[type.id];
}

void TypePlans::PlanNode(const TypeInfo& type, TypePlan* plan) {
  plan->type = &type;
  plan->name = names_->Add(type.name);
  plan->string_kind = StringKindOf(type);
  if (plan->string_kind != StringKind::kNone) {
    plan->node_type = NodeType::kString;
  } else if (type.is_backing) {
    // DevTools counts an array that one object has as part of that object.
    plan->node_type = NodeType::kArray;
  } else {
    plan->node_type = NodeType::kNative;
  }
}

void TypePlans::PlanType(const TypeInfo& type, uint32_t offset,
                         std::vector<PlannedEdge>* edges) {
  for (const BaseInfo& base : type.bases) {
    PlanType(*base.type, offset + base.offset, edges);
  }
  for (const FieldInfo& field : type.fields) {
    PlanField(field, offset, "", edges);
  }
}

void TypePlans::PlanField(const FieldInfo& field, uint32_t offset,
                          const std::string& outer,
                          std::vector<PlannedEdge>* edges) {
  if (CountReferences(field) == 0 && field.kind != FieldKind::kEphemeronValue) {
    return;
  }
  // A plain base is a field that is called as its class.
  const bool is_base =
      field.nested != nullptr && field.name == field.nested->name;
  std::string name = outer;
  if (!is_base && *field.name != '\0') {
    if (!name.empty()) name += '.';
    name += field.name;
  }
  for (uint32_t i = 0; i < field.count; ++i) {
    const uint32_t at = offset + field.offset + i * field.element_bytes;
    std::string of_element = name;
    if (field.count > 1) {
      of_element += '[';
      of_element += std::to_string(i);
      of_element += ']';
    }
    if (field.kind == FieldKind::kStruct) {
      PlanStruct(field, at, of_element, edges);
    } else {
      PlanWord(field, at, of_element, edges);
    }
  }
}

void TypePlans::PlanStruct(const FieldInfo& field, uint32_t offset,
                           const std::string& name,
                           std::vector<PlannedEdge>* edges) {
  const bool keeps_name = !name.empty() && IsOwnStruct(*field.nested);
  for (const FieldInfo& inner : field.nested->fields) {
    if (!keeps_name) {
      PlanField(inner, offset, name, edges);
      continue;
    }
    FieldInfo unnamed = inner;
    unnamed.name = "";
    PlanField(unnamed, offset, name, edges);
  }
}

void TypePlans::PlanWord(const FieldInfo& field, uint32_t offset,
                         const std::string& name,
                         std::vector<PlannedEdge>* edges) {
  PlannedEdge edge = {};
  edge.offset = offset;
  edge.to_mixin = field.to_mixin;
  switch (field.kind) {
    case FieldKind::kMember:
    case FieldKind::kTagged:
    case FieldKind::kString:
      edge.kind = PlannedEdge::Kind::kStrong;
      break;
    case FieldKind::kWeakMember:
      edge.kind = PlannedEdge::Kind::kWeak;
      break;
    case FieldKind::kMutableString:
      edge.kind = PlannedEdge::Kind::kMutableString;
      // Behind the length, which takes a word.
      static_assert(offsetof(StringOwner, body) == sizeof(Word));
      edge.offset += static_cast<uint32_t>(word_bytes_);
      break;
    case FieldKind::kEphemeronKey:
      edge.kind = PlannedEdge::Kind::kEphemeron;
      break;
    case FieldKind::kEphemeronValue:
      // It follows its key (types/reference_map.h).
      edges->back().value_offset = offset;
      edges->back().value_to_mixin = field.to_mixin;
      return;
    case FieldKind::kUntracedMember:
    case FieldKind::kScalar:
    case FieldKind::kStruct:
    case FieldKind::kOpaque:
      return;
  }
  const bool is_weak = edge.kind == PlannedEdge::Kind::kWeak ||
                       edge.kind == PlannedEdge::Kind::kEphemeron;
  edge.label = LabelOf(is_weak ? EdgeType::kWeak : EdgeType::kProperty,
                       names_->Add(name));
  edges->push_back(edge);
}

size_t TypePlans::bytes() const {
  size_t bytes = by_id_.capacity() * sizeof(void*) +
                 labels_.capacity() * sizeof(EdgeLabel);
  for (const auto& plan : by_id_) {
    if (plan == nullptr) continue;
    bytes += sizeof(TypePlan) +
             (plan->edges.capacity() + plan->element_edges.capacity()) *
                 sizeof(PlannedEdge);
  }
  return bytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
