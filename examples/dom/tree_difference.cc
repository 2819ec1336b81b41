// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Children are matched by sorting them: of hashes that somebody has chosen, a
// table would make a list.

#include "examples/dom/tree_difference.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace dom {
namespace {

bool HaveEqualAttributes(const Element& a, const Element& b) {
  const Attr* first = a.first_attribute();
  const Attr* second = b.first_attribute();
  while (first != nullptr && second != nullptr) {
    if (first->name().view() != second->name().view() ||
        first->value().view() != second->value().view()) {
      return false;
    }
    first = first->next();
    second = second->next();
  }
  return first == second;
}

// Places aside, and what is below them.
bool AreEqualNodes(const Node* a, const Node* b) {
  if (const auto* element = DynamicTo<Element>(a)) {
    const auto* const other = DynamicTo<Element>(b);
    return other != nullptr && element->tag().view() == other->tag().view() &&
           HaveEqualAttributes(*element, *other);
  }
  if (const auto* text = DynamicTo<Text>(a)) {
    const auto* const other = DynamicTo<Text>(b);
    return other != nullptr && text->text().view() == other->text().view();
  }
  if (const auto* comment = DynamicTo<Comment>(a)) {
    const auto* const other = DynamicTo<Comment>(b);
    return other != nullptr && comment->text().view() == other->text().view();
  }
  return Is<Document>(b);
}

bool HaveEqualPlaces(const Node* a, const Node* b) {
  const auto* const element = DynamicTo<Element>(a);
  return element == nullptr ||
         element->place() == DynamicTo<Element>(b)->place();
}

// Children of a pair of nodes that have no partner yet, by their hashes.
using Children = std::vector<size_t>;

Children ChildrenOf(const TreeOutline& outline, size_t parent) {
  Children children;
  const size_t end = parent + outline[parent].node_count;
  for (size_t child = parent + 1; child < end;
       child += outline[child].node_count) {
    children.push_back(child);
  }
  return children;
}

class Counter {
 public:
  Counter(const TreeOutline& before, const TreeOutline& after)
      : before_(before), after_(after) {}

  NodeDifference Count() {
    pairs_.push_back({0, 0});
    while (!pairs_.empty()) {
      const auto [before, after] = pairs_.back();
      pairs_.pop_back();
      CountPair(before, after);
    }
    return difference_;
  }

 private:
  void CountPair(size_t before, size_t after) {
    if (before_[before].own_hash != after_[after].own_hash) {
      ++difference_.removed_count;
      ++difference_.added_count;
    }
    Children removed = ChildrenOf(before_, before);
    Children added = ChildrenOf(after_, after);
    Match(&OutlineEntry::tree_hash, &removed, &added, [](size_t, size_t) {});
    Match(&OutlineEntry::name_hash, &removed, &added,
          [this](size_t a, size_t b) { pairs_.push_back({a, b}); });
    for (const size_t child : removed) {
      difference_.removed_count += before_[child].node_count;
    }
    for (const size_t child : added) {
      difference_.added_count += after_[child].node_count;
    }
  }

  // Calls function(removed, added) for pairs of children that agree in a hash,
  // and leaves in the lists those that have no partner.
  template <typename Function>
  void Match(uint64_t OutlineEntry::* hash, Children* removed, Children* added,
             Function function) {
    const auto by_hash = [hash](const TreeOutline& outline) {
      return [&outline, hash](size_t a, size_t b) {
        return std::pair(outline[a].*hash, a) < std::pair(outline[b].*hash, b);
      };
    };
    std::sort(removed->begin(), removed->end(), by_hash(before_));
    std::sort(added->begin(), added->end(), by_hash(after_));
    Children only_removed, only_added;
    auto left = removed->begin();
    auto right = added->begin();
    while (left != removed->end() && right != added->end()) {
      const uint64_t left_hash = before_[*left].*hash;
      const uint64_t right_hash = after_[*right].*hash;
      if (left_hash < right_hash) {
        only_removed.push_back(*left++);
      } else if (right_hash < left_hash) {
        only_added.push_back(*right++);
      } else {
        function(*left++, *right++);
      }
    }
    only_removed.insert(only_removed.end(), left, removed->end());
    only_added.insert(only_added.end(), right, added->end());
    *removed = std::move(only_removed);
    *added = std::move(only_added);
  }

  const TreeOutline& before_;
  const TreeOutline& after_;
  // Nodes that were set against each other, and whose children were not.
  std::vector<std::pair<size_t, size_t>> pairs_;
  NodeDifference difference_;
};

}  // namespace

Likeness Compare(const Document& before, const Document& after) {
  const Node* a = &before;
  const Node* b = &after;
  Likeness likeness = Likeness::kEqual;
  while (a != nullptr && b != nullptr) {
    // In document order these two say where a node stands in the tree.
    if ((a->first_child() == nullptr) != (b->first_child() == nullptr) ||
        (a->next_sibling() == nullptr) != (b->next_sibling() == nullptr) ||
        !AreEqualNodes(a, b)) {
      return Likeness::kDifferent;
    }
    if (!HaveEqualPlaces(a, b)) likeness = Likeness::kMoved;
    a = a->NextInDocument(&before);
    b = b->NextInDocument(&after);
  }
  return a == b ? likeness : Likeness::kDifferent;
}

NodeDifference CountDifference(const TreeOutline& before,
                               const TreeOutline& after) {
  return Counter(before, after).Count();
}

}  // namespace dom
