// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A document object model in the spirit of a browser's: what a page is in
// memory, and this example's reason to be. Read it for how classes are written
// for Halfword:
//
//  - a class derives from Managed<T>, which is halfword::GarbageCollected<T>;
//  - it refers to others by Member (here Owned and Link, see handles.h), and
//    holds a String, an Atom or a container as it would hold a number;
//  - HALFWORD_FIELDS lists its fields once, HALFWORD_BASES its bases, and that
//    is all that collector, statistics and tools need to know;
//  - there is no virtual function, so an object has no hidden word: Is<Element>
//    and DynamicTo<Element> ask the heap.
//
//   Node            parent, children and siblings
//     Document      the root of a page, in document.h
//     Element       <a href="...">, with a list of Attr
//     CharacterData has a String
//       Text        what stands between tags
//       Comment     <!-- ... -->
//   Attr            href="..."
//
// With 4-byte references an Element takes 32 bytes, a Text 24, an Attr 16; with
// 8-byte references 64, 48 and 32. On malloc, where a node must say itself what
// it is, an Element takes 64 and a Text 56.
//
// Next to read: document.h for tables that keep nothing alive, handles.h for
// what Owned and Link are in each build, tree_builder.cc for how a tree is
// made.

#ifndef EXAMPLES_DOM_DOM_H_
#define EXAMPLES_DOM_DOM_H_

#include <string>

#include "examples/dom/handles.h"
#include "examples/dom/page_places.h"

namespace dom {

class Element;

// A node of the tree. Its children are a doubly linked list.
//
// Invariant: a child's parent is this node, the first child has no previous and
// the last no next sibling; a node without parent has no siblings.
class Node : public Managed<Node> {
 public:
  Node* parent() const { return parent_; }
  Node* first_child() const { return first_child_.get(); }
  Node* last_child() const { return last_child_; }
  Node* next_sibling() const { return next_sibling_.get(); }
  Node* previous_sibling() const { return previous_sibling_; }

  // Makes `child` the last child. Requires: it has no parent.
  void AppendChild(Node* child);

  // Takes `child` out, with its subtree, and returns it: it is the caller's now
  // (see NodeHeap::Discard). Requires: its parent is this node.
  Node* RemoveChild(Node* child);

  // The node that follows in document order: the first child, or else the next
  // sibling, or that of the nearest ancestor that has one. Null behind the last
  // node of the tree under `root`.
  Node* NextInDocument(const Node* root) const;

  KindTag kind() const { return kind_; }

 protected:
  explicit Node(KindTag kind) : kind_(kind) {}

 private:
  friend struct Destroyer;

  Link<Node> parent_{};
  Owned<Node> first_child_;
  Link<Node> last_child_{};
  Owned<Node> next_sibling_;
  Link<Node> previous_sibling_{};
  // Takes no room on the collected heap; a byte elsewhere.
  [[no_unique_address]] KindTag kind_;

  HALFWORD_FIELDS(Node, parent_, first_child_, last_child_, next_sibling_,
                  previous_sibling_)
};

// name="value" on an element. Pages say the same few names and values over and
// over (class="reference internal"), so both are atoms.
class Attr : public Managed<Attr> {
 public:
  Attr(Atom name, Atom value) : name_(name), value_(value) {}

  const Atom& name() const { return name_; }
  const Atom& value() const { return value_; }
  Element* owner() const { return owner_; }
  Attr* next() const { return next_.get(); }

 private:
  friend class Element;
  friend struct Destroyer;

  Link<Element> owner_{};
  Owned<Attr> next_;
  Atom name_;
  Atom value_;

  HALFWORD_FIELDS(Attr, owner_, next_, name_, value_)
};

class Element : public Node {
 public:
  // `place`: where its tag begins in the pages; kNoPlace if no page has such a
  // tag (a parser adds <head> or <tbody> where it is left out).
  Element(Atom tag, Place place)
      : Node(KindTag::Of<Element>()), place_(place), tag_(tag) {}

  const Atom& tag() const { return tag_; }
  Place place() const { return place_; }
  Attr* first_attribute() const { return first_attribute_.get(); }
  // The attribute of that name, or null.
  const Attr* FindAttribute(const Atom& name) const;

  // Puts an attribute behind `previous`, or first if that is null. Requires:
  // `attribute` has no owner, `previous` is the last one of this element.
  void AppendAttribute(Attr* previous, Attr* attribute);

  // What a heap snapshot asks of each element: what to call it, as
  // `<p id="news">`, of which DevTools makes a class <p>, and which tag of
  // which page it is. Neither is virtual, nor takes room in the object.
  std::string GetHumanReadableName() const;
  SourcePosition GetSourcePosition() const { return SourcePositionOf(place_); }

 private:
  Place place_;
  Atom tag_;
  Owned<Attr> first_attribute_;

  HALFWORD_FIELDS(Element, place_, tag_, first_attribute_)
  HALFWORD_BASES(Element, Node)
};

// What Text and Comment have in common.
class CharacterData : public Node {
 public:
  const String& text() const { return text_; }

 protected:
  CharacterData(KindTag kind, const String& text) : Node(kind), text_(text) {}

 private:
  String text_;

  HALFWORD_FIELDS(CharacterData, text_)
  HALFWORD_BASES(CharacterData, Node)
};

class Text : public CharacterData {
 public:
  explicit Text(const String& text)
      : CharacterData(KindTag::Of<Text>(), text) {}

  HALFWORD_FIELDS(Text)
  HALFWORD_BASES(Text, CharacterData)
};

class Comment : public CharacterData {
 public:
  explicit Comment(const String& text)
      : CharacterData(KindTag::Of<Comment>(), text) {}

  HALFWORD_FIELDS(Comment)
  HALFWORD_BASES(Comment, CharacterData)
};

}  // namespace dom

#endif  // EXAMPLES_DOM_DOM_H_
