// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Atoms: names of tags and attributes as numbers. A page says "div" ten
// thousand times, and a node holds 4 bytes for it. The names stand in this
// table, outside every heap that is measured.

#ifndef EXAMPLES_DOM_ATOMS_H_
#define EXAMPLES_DOM_ATOMS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dom {

// A number that AtomTable gave. Two names are equal if their atoms are.
enum class Atom : uint32_t {};

class AtomTable {
 public:
  // The atom of a name, from now on if there was none.
  Atom Intern(std::string_view name) {
    const auto known = atoms_.find(name);
    if (known != atoms_.end()) return known->second;
    const Atom atom = static_cast<Atom>(names_.size());
    // A deque never moves its strings, so the keys may point at them.
    atoms_.emplace(names_.emplace_back(name), atom);
    return atom;
  }

  // The name of an atom of this table.
  std::string_view NameOf(Atom atom) const {
    return names_[static_cast<size_t>(atom)];
  }

 private:
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, Atom> atoms_;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_ATOMS_H_
