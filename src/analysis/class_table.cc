// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// First classes are numbers of names, without a look at a text; then the texts
// of those that there are are read, and tags are put together.

#include "analysis/class_table.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace halfword::analysis {

class ClassTableMaker {
 public:
  ClassTableMaker(const Snapshot& snapshot, const std::vector<bool>& is_renamed,
                  ClassTable* table)
      : snapshot_(snapshot), is_renamed_(is_renamed), table_(*table) {}

  void Make(const std::vector<Shape>& shapes) {
    AssignByNames();
    ReadNames();
    AssignShapes(shapes);
    for (ClassTable::Class& made : classes()) made.key = "," + made.name;
    AssignLocations();
  }

 private:
  static constexpr ClassIndex kNoClass = UINT32_MAX;
  static constexpr std::string_view kDetached = "Detached ";

  const HeapGraph& graph() const { return snapshot_.graph; }
  std::vector<ClassTable::Class>& classes() { return table_.classes_; }

  ClassIndex MakeClass(std::string name) {
    classes().push_back({std::move(name), ""});
    return table_.count() - 1;
  }

  // The one class of what is called so by its type or tag.
  ClassIndex ClassOfText(const std::string& text) {
    const auto [place, is_new] = by_text_.try_emplace(text, kNoClass);
    if (is_new) place->second = MakeClass(text);
    return place->second;
  }

  void AssignByNames() {
    by_slot_.assign(snapshot_.strings->count(), kNoClass);
    table_.class_of_.Resize(graph().node_count());
    for (Node node = 0; node < graph().node_count(); ++node) {
      table_.class_of_.Set(node, FirstClassOf(node));
    }
  }

  ClassIndex FirstClassOf(Node node) {
    const NodeKind kind = graph().KindOf(node);
    if (kind != NodeKind::kObject && kind != NodeKind::kNative) {
      return ClassOfKind(kind, node);
    }
    const NameSlot slot = graph().names[node];
    if (is_renamed_[node]) {
      const auto [place, is_new] = renamed_.try_emplace(slot, kNoClass);
      if (is_new) place->second = MakeClass("");
      return place->second;
    }
    if (by_slot_[slot] == kNoClass) by_slot_[slot] = MakeClass("");
    return by_slot_[slot];
  }

  ClassIndex ClassOfKind(NodeKind kind, Node node) {
    if (kind == NodeKind::kOther) return ClassOfText(OtherName(node));
    ClassIndex& known = by_kind_[static_cast<size_t>(kind)];
    if (known == 0) known = ClassOfText(NameOfKind(kind)) + 1;
    return known - 1;
  }

  static std::string NameOfKind(NodeKind kind) {
    switch (kind) {
      case NodeKind::kHidden:
        return "(system)";
      case NodeKind::kCode:
        return "(compiled code)";
      case NodeKind::kClosure:
        return "Function";
      case NodeKind::kRegExp:
        return "RegExp";
      default:
        return "(" + std::string(TypeNameOf(kind)) + ")";
    }
  }

  std::string OtherName(Node node) const {
    const auto place =
        std::lower_bound(snapshot_.node_section.other_types.begin(),
                         snapshot_.node_section.other_types.end(),
                         std::pair<Node, uint32_t>(node, 0));
    const uint32_t type = place->second;
    const std::vector<std::string>& types =
        snapshot_.sections.header.node_types;
    return "(" + (type < types.size() ? types[type] : "undefined") + ")";
  }

  // Of all classes that are a string of the file, and of their tags.
  void ReadNames() {
    std::vector<NameSlot> slots;
    for (NameSlot slot = 0; slot < by_slot_.size(); ++slot) {
      if (by_slot_[slot] != kNoClass || renamed_.contains(slot)) {
        slots.push_back(slot);
      }
    }
    const std::vector<std::string> texts = snapshot_.strings->TextsOf(slots);
    std::vector<ClassIndex> merged(table_.count());
    for (ClassIndex i = 0; i < merged.size(); ++i) merged[i] = i;
    for (size_t i = 0; i < slots.size(); ++i) {
      if (by_slot_[slots[i]] != kNoClass) {
        NameClass(by_slot_[slots[i]], texts[i], &merged);
      }
      const auto renamed = renamed_.find(slots[i]);
      if (renamed != renamed_.end()) {
        NameClass(renamed->second, std::string(kDetached) + texts[i], &merged);
      }
    }
    for (Node node = 0; node < graph().node_count(); ++node) {
      table_.class_of_.Set(node, merged[table_.class_of_[node]]);
    }
  }

  // "<p id=x>" and "<p>" are both "<p>".
  void NameClass(ClassIndex index, const std::string& name,
                 std::vector<ClassIndex>* merged) {
    const bool is_tag = name.starts_with('<');
    if (!is_tag && !name.starts_with("Detached <")) {
      classes()[index].name = name;
      return;
    }
    const size_t space = name.find(' ', is_tag ? 0 : kDetached.size() + 1);
    (*merged)[index] = ClassOfText(
        space == std::string::npos ? name : name.substr(0, space) + '>');
  }

  void AssignShapes(const std::vector<Shape>& shapes) {
    const std::vector<uint32_t> shape_of = MatchShapes(snapshot_, shapes);
    std::vector<ClassIndex> class_of_shape(shapes.size(), kNoClass);
    for (const PropertyLists::Object& object :
         snapshot_.plain_objects.objects()) {
      const uint32_t shape = shape_of[object.list];
      if (shape == kNoShape) continue;
      ClassIndex& index = class_of_shape[shape];
      if (index == kNoClass) index = MakeClass(shapes[shape].name);
      table_.class_of_.Set(object.node, index);
    }
  }

  void AssignLocations() {
    std::unordered_map<std::string, uint32_t> names;
    std::unordered_map<uint64_t, ClassIndex> by_place_and_name;
    for (const Location& location : snapshot_.locations.nodes) {
      const std::string name = table_.NameOf(table_.class_of_[location.node]);
      // Names that are equal are one here.
      const auto [name_number, is_new_name] =
          names.try_emplace(name, static_cast<uint32_t>(names.size()));
      const uint64_t key = uint64_t{location.place} << 32 | name_number->second;
      const auto [known, is_new] = by_place_and_name.try_emplace(key, kNoClass);
      if (is_new) known->second = MakeLocated(location, name);
      table_.class_of_.Set(location.node, known->second);
    }
  }

  ClassIndex MakeLocated(const Location& location, const std::string& name) {
    const Place& place = snapshot_.locations.places[location.place];
    std::string key = std::to_string(place.script_id) + ',' +
                      std::to_string(place.line) + ',' +
                      std::to_string(place.column) + ',' + name;
    const ClassIndex index = MakeClass(name);
    classes()[index].key = std::move(key);
    return index;
  }

  const Snapshot& snapshot_;
  const std::vector<bool>& is_renamed_;
  ClassTable& table_;
  std::vector<ClassIndex> by_slot_;
  std::unordered_map<NameSlot, ClassIndex> renamed_;
  std::unordered_map<std::string, ClassIndex> by_text_;
  ClassIndex by_kind_[16] = {};  // one more than the class; 0: none yet
};

ClassTable::ClassTable(const Snapshot& snapshot,
                       const std::vector<bool>& is_renamed,
                       const std::vector<Shape>& shapes) {
  ClassTableMaker(snapshot, is_renamed, this).Make(shapes);
}

}  // namespace halfword::analysis
