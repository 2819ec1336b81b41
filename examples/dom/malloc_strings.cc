// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How bodies of strings come and go.

#include "examples/dom/malloc_strings.h"

#include <cstring>
#include <new>

#include "examples/dom/malloc_atoms.h"

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
  StringBody*& place = AtomTable::Current().PlaceFor(bytes);
  if (place != nullptr) {
    ++place->owner_count;
  } else {
    place = String::MakeBody(bytes);
    place->is_atom = 1;
  }
  string_ = String(place);
}

}  // namespace dom
