// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Document: the root of a page, and what it knows of its elements beside their
// place in the tree: which one has an id, and what they do when they are
// clicked. Read it for tables that keep nothing alive:
//
//   ids        Table<Atom, Weak<Element>>          an entry goes with its value
//   listeners  Table<Weak<Element>, Owned<...>>    an entry goes with its key,
//                                                  and takes its value along
//
// So removing an element from the tree is all there is to do. The collector
// drops what the tables say of it together with the element; until then it is
// found by its id, as long as it lives. A build without a collector has to call
// Unregister() for each element that it frees.

#ifndef EXAMPLES_DOM_DOCUMENT_H_
#define EXAMPLES_DOM_DOCUMENT_H_

#include "examples/dom/dom.h"
#include "examples/dom/handles.h"

namespace dom {

// What an element does when an event reaches it: runs a script, or leads to
// another element.
class Listener : public Managed<Listener> {
 public:
  Listener(Atom event, Atom script, Atom target_id)
      : event_(event), script_(script), target_id_(target_id) {}

  const Atom& event() const { return event_; }          // "click"
  const Atom& script() const { return script_; }        // may be empty
  const Atom& target_id() const { return target_id_; }  // may be empty
  // The element's next listener: the one that was added before.
  Listener* next() const { return next_.get(); }

 private:
  friend class Document;
  friend struct Destroyer;

  Atom event_;
  Atom script_;
  Atom target_id_;
  Owned<Listener> next_;

  HALFWORD_FIELDS(Listener, event_, script_, target_id_, next_)
};

using IdTable = Table<Atom, Weak<Element>>;
using ListenerTable = Table<Weak<Element>, Owned<Listener>>;

class Document : public Node {
 public:
  // `path`: the file that the page was read from.
  explicit Document(const String& path)
      : Node(KindTag::Of<Document>()), path_(path) {}

  const String& path() const { return path_; }

  // Notes what an attribute means to the document: an id, a link to another
  // element, a script. Requires: it has an owner, and comes here once, in
  // document order: of elements with the same id the first one counts.
  void Register(NodeHeap& heap, const Attr& attribute);

  // Forgets an element that is about to be freed.
  void Unregister(Element* element);

  // The element that has this id, or null.
  Element* FindById(const Atom& id) const;
  // What was added last, or null.
  Listener* FirstListenerOf(Element* element) const;

  const IdTable& ids() const { return ids_; }
  const ListenerTable& listeners() const { return listeners_; }

 private:
  void AddListener(Element* element, Listener* listener);

  String path_;
  IdTable ids_;
  ListenerTable listeners_;

  HALFWORD_FIELDS(Document, path_, ids_, listeners_)
  HALFWORD_BASES(Document, Node)
};

}  // namespace dom

#endif  // EXAMPLES_DOM_DOCUMENT_H_
