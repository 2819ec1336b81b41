// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A body is known by the address of its bytes. Strings of tables are owners
// too, but no part of the checksum: tables are in no order.

#include "examples/dom/string_census.h"

#include <string_view>
#include <unordered_map>

namespace dom {
namespace {

class StringCounter {
 public:
  void Visit(const Node* node) {
    // In document order these two say where a node stands in the tree.
    Mix(node->first_child() != nullptr);
    Mix(node->next_sibling() != nullptr);
    if (const auto* element = DynamicTo<Element>(node)) {
      Mix('<');
      Read(element->tag());
      Mix(static_cast<uint32_t>(element->place()));
      for (const Attr* attribute = element->first_attribute();
           attribute != nullptr; attribute = attribute->next()) {
        Read(attribute->name());
        Read(attribute->value());
      }
    } else if (const auto* text = DynamicTo<Text>(node)) {
      Read(text->text());
    } else if (const auto* comment = DynamicTo<Comment>(node)) {
      Mix('!');
      Read(comment->text());
    } else if (const auto* document = DynamicTo<Document>(node)) {
      Read(document->path());
      VisitTables(*document);
    }
  }

  StringCensus Sum() const {
    StringCensus census{
        .inline_count = inline_count_, .bodies = {}, .checksum = checksum_};
    for (const auto& [bytes, owner_count] : owner_counts_) {
      uint64_t& bodies = owner_count == 1   ? census.bodies.one
                         : owner_count == 2 ? census.bodies.two
                                            : census.bodies.three_or_more;
      ++bodies;
    }
    return census;
  }

 private:
  void VisitTables(const Document& document) {
    for (const auto& entry : document.ids()) Own(entry.first);
    for (const auto& entry : document.listeners()) {
      for (const Listener* listener = entry.second.get(); listener != nullptr;
           listener = listener->next()) {
        Own(listener->event());
        Own(listener->script());
        Own(listener->target_id());
      }
    }
  }

  // A string that a node holds.
  void Read(const String& string) {
    Own(string);
    Mix(static_cast<uint32_t>(string.size()));
    for (const char c : std::string_view(string)) {
      Mix(static_cast<unsigned char>(c));
    }
  }

  void Own(const String& string) {
    if (string.IsInline()) {
      ++inline_count_;
    } else {
      ++owner_counts_[string.data()];
    }
  }

  // FNV-1a.
  void Mix(uint32_t word) { checksum_ = (checksum_ ^ word) * 16777619u; }

  std::unordered_map<const char*, uint64_t> owner_counts_;
  uint64_t inline_count_ = 0;
  uint32_t checksum_ = 2166136261u;
};

}  // namespace

StringCensus CountStrings(const Forest& forest) {
  StringCounter counter;
  ForEachNode(forest, [&](const Node* node) { counter.Visit(node); });
  return counter.Sum();
}

}  // namespace dom
