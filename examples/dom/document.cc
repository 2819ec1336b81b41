// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which attributes mean something to the document. Short names, such as "id",
// are compared without a look into memory: they are in the Atom itself.

#include "examples/dom/document.h"

#include <string_view>

namespace dom {

void Document::Register(NodeHeap& heap, const Attr& attribute) {
  const std::string_view name = attribute.name();
  const std::string_view value = attribute.value();
  Element* const element = attribute.owner();
  const auto listen = [&](Atom event, Atom script, Atom target_id) {
    AddListener(element, heap.Make<Listener>(event, script, target_id));
  };
  if (value.empty()) return;
  if (name == "id") {
    ids_.try_emplace(attribute.value(), element);
  } else if (name == "for") {
    listen(Atom("click"), Atom(), attribute.value());
  } else if (name == "href" && value[0] == '#' && value.size() > 1) {
    listen(Atom("click"), Atom(), Atom(value.substr(1)));
  } else if (name.starts_with("on")) {
    listen(Atom(name.substr(2)), attribute.value(), Atom());
  }
}

void Document::AddListener(Element* element, Listener* listener) {
  Owned<Listener>& first = listeners_[element];
  listener->next_ = first.Release();
  first = listener;
}

void Document::Unregister(Element* element) {
  if (element->first_attribute() == nullptr) return;
  listeners_.erase(element);
  const Attr* const id = element->FindAttribute(Atom("id"));
  if (id != nullptr && FindById(id->value()) == element) {
    ids_.erase(id->value());
  }
}

Element* Document::FindById(const Atom& id) const {
  const auto found = ids_.find(id);
  return found != ids_.end() ? static_cast<Element*>(found->second) : nullptr;
}

Listener* Document::FirstListenerOf(Element* element) const {
  const auto found = listeners_.find(element);
  return found != listeners_.end() ? found->second.get() : nullptr;
}

}  // namespace dom
