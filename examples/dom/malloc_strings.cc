// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How bodies of strings come and go.

#include "examples/dom/malloc_strings.h"

#include <cstring>
#include <new>

namespace dom {

StringBody* String::MakeBody(std::string_view bytes) {
  void* const memory =
      Memories::Current().strings.Take(sizeof(StringBody) + bytes.size());
  auto* const body = new (memory)
      StringBody{.owner_count = 1,
                 .size_bytes = static_cast<uint32_t>(bytes.size()) & INT32_MAX,
                 .is_atom = 0};
  std::memcpy(body + 1, bytes.data(), bytes.size());
  return body;
}

void String::FreeBody(StringBody* body) {
  if (body->is_atom) AtomTable::Current().Remove(body);
  mi_free(body);
}

Atom::Atom(std::string_view bytes) {
  if (bytes.empty()) return;
  AtomTable& table = AtomTable::Current();
  if (StringBody* const known = table.Find(bytes)) {
    ++known->owner_count;
    string_ = String(known);
    return;
  }
  string_ = String(bytes);
  table.Add(string_.body_);
  string_.body_->is_atom = 1;
}

StringBody* AtomTable::Find(std::string_view bytes) const {
  const auto found = bodies_.find(bytes);
  return found != bodies_.end() ? *found : nullptr;
}

}  // namespace dom
