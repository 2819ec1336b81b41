// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heaps that the suite snapshots writes. node/heaps.js makes the same ones:
// as many objects, with the same references, and strings of the same bytes.
//
//   document  nodes with five links; three quarters are elements, of which
//             every second has an attribute of two strings, one quarter are
//             texts of 8 to 63 bytes
//   list      items with three references: next, previous, an earlier one
//   strings   a vector of strings of 8 to 23 bytes
//   numbers   a map from "0", "1", "2", ... to items
//
// Node has no part in those that are mostly what a snapshot has to note:
//
//   handles   a CrossThreadPersistent for each item of a list
//   named     a list of items, each of which gives itself another name
//   pairs     ephemerons, each of whose values is the key of the next
//
// Next: snapshots.cc.

#ifndef HALFWORD_BENCH_SNAPSHOTS_HEAPS_H_
#define HALFWORD_BENCH_SNAPSHOTS_HEAPS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "halfword/halfword.h"

namespace bench {

class Node : public halfword::GarbageCollected<Node> {
 public:
  // Makes `child` the last child.
  void Append(Node* child);
  Node* parent() const { return parent_.get(); }

 private:
  halfword::Member<Node> parent_;
  halfword::Member<Node> first_child_;
  halfword::Member<Node> last_child_;
  halfword::Member<Node> next_;
  halfword::Member<Node> previous_;
  HALFWORD_FIELDS(Node, parent_, first_child_, last_child_, next_, previous_)
};

class Attribute : public halfword::GarbageCollected<Attribute> {
 public:
  Attribute(const halfword::String& name, const halfword::String& value)
      : name_(name), value_(value) {}

 private:
  halfword::Member<Attribute> next_;
  halfword::String name_;
  halfword::String value_;
  HALFWORD_FIELDS(Attribute, next_, name_, value_)
};

class Element : public Node {
 public:
  explicit Element(const halfword::Atom& tag) : tag_(tag) {}
  void Add(Attribute* attribute) { attribute_ = attribute; }

 private:
  halfword::Atom tag_;
  halfword::Member<Attribute> attribute_;
  HALFWORD_FIELDS(Element, tag_, attribute_)
  HALFWORD_BASES(Element, Node)
};

class Text : public Node {
 public:
  explicit Text(const halfword::String& text) : text_(text) {}

 private:
  halfword::String text_;
  HALFWORD_FIELDS(Text, text_)
  HALFWORD_BASES(Text, Node)
};

class Item : public halfword::GarbageCollected<Item> {
 public:
  explicit Item(uint32_t number) : number_(number) {}
  void Link(Item* previous, Item* earlier);
  Item* next() const { return next_.get(); }
  uint32_t number() const { return number_; }

 private:
  halfword::Member<Item> next_;
  halfword::Member<Item> previous_;
  halfword::Member<Item> earlier_;
  uint32_t number_;
  HALFWORD_FIELDS(Item, next_, previous_, earlier_, number_)
};

class NamedItem : public Item {
 public:
  using Item::Item;
  std::string GetHumanReadableName() const;
  HALFWORD_FIELDS(NamedItem)
  HALFWORD_BASES(NamedItem, Item)
};

// One of them is filled.
struct Root : halfword::GarbageCollected<Root> {
  halfword::Member<Element> document;
  halfword::Member<Item> list;
  halfword::HeapVector<halfword::String> strings;
  halfword::HeapHashMap<halfword::String, halfword::Member<Item>> numbers;
  halfword::HeapVector<halfword::EphemeronPair<Item, Item>> pairs;
  HALFWORD_FIELDS(Root, document, list, strings, numbers, pairs)
};

class Subject {
 public:
  void MakeDocument(uint64_t node_count);
  void MakeList(uint64_t item_count);
  void MakeStrings(uint64_t count);
  void MakeNumbers(uint64_t count);
  void MakeHandles(uint64_t count);
  void MakeNamed(uint64_t count);
  void MakePairs(uint64_t count);

  halfword::Heap& heap() { return *heap_; }
  // After a collection.
  uint64_t HeapBytes();
  // How many nodes, attributes, items and strings were made.
  uint64_t made_count() const { return made_count_; }

 private:
  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    ++made_count_;
    return halfword::MakeGarbageCollected<T>(
        heap_->GetAllocationHandle(), std::forward<Arguments>(arguments)...);
  }
  template <typename T>
  void MakeListOf(uint64_t item_count);
  // Different ones for different numbers. Requires: 7 <= bytes <= 63.
  halfword::String MakeString(uint64_t number, uint32_t bytes);

  uint64_t made_count_ = 0;
  const std::unique_ptr<halfword::Heap> heap_ = halfword::Heap::Create();
  const halfword::Persistent<Root> root_{
      halfword::MakeGarbageCollected<Root>(heap_->GetAllocationHandle())};
  std::vector<halfword::CrossThreadPersistent<Item>> handles_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_SNAPSHOTS_HEAPS_H_
