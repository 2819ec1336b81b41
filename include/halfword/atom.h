// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Atom: an interned string in 4 bytes. Two atoms of a heap are the same word if
// and only if they have the same bytes, so that comparing and hashing them
// takes one instruction: tag names, identifiers, keys.
//
//   halfword::Atom div("div");
//   if (element->tag() == div) ...
//
// The heap has a table of its atoms that does not keep them alive: a string
// that no Atom and no String refers to any more is collected.
//
// Where an Atom may stand, whose heap it takes memory from, and what a thread
// may do is as for a String. Atoms of two heaps are never equal, unless they
// have at most three bytes.

#ifndef HALFWORD_ATOM_H_
#define HALFWORD_ATOM_H_

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string_view>

#include "halfword/hash_traits.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/field_traits.h"
#include "halfword/string.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

class Atom {
 public:
  // The empty string; zeroed memory is that too.
  constexpr Atom() noexcept = default;
  // Cost: a hash of the bytes, and a look into the heap's table.
  template <internal::BytesLike T>
  explicit Atom(const T& bytes)
      : string_(Intern(internal::HandleFor(this), std::string_view(bytes))) {}
  // Where it is the first of its kind, the atom has the body of the String.
  explicit Atom(const String& string) : string_(Intern(string)) {}
  // In a given heap.
  Atom(AllocationHandle& handle, std::string_view bytes)
      : string_(Intern(handle, bytes)) {}

  const String& string() const& { return string_; }
  String string() const&& { return string_; }
  operator const String&() const& { return string_; }  // NOLINT: it is one

  size_t size() const noexcept { return string_.size(); }
  bool empty() const noexcept { return string_.empty(); }
  std::string_view view() const& { return string_.view(); }
  std::string_view view() const&& = delete;
  operator std::string_view() const& { return view(); }  // NOLINT: a view
  operator std::string_view() const&& = delete;

  friend bool operator==(const Atom& a, const Atom& b) {
    return a.GetRawStorage() == b.GetRawStorage();
  }
  friend bool operator==(const Atom& a, std::string_view b) {
    return a.string_ == b;
  }

  internal::Word GetRawStorage() const { return string_.GetRawStorage(); }

  void Trace(Visitor* visitor) const { visitor->Trace(string_); }

 private:
  static String Intern(AllocationHandle& handle, std::string_view bytes);
  static String Intern(const String& string);

  String string_;
};
static_assert(sizeof(Atom) == sizeof(String));

std::ostream& operator<<(std::ostream& stream, const Atom& atom);

namespace internal {

template <>
struct WordField<Atom> : WordField<String> {};

}  // namespace internal

template <>
struct HashTraits<Atom> {
  static constexpr bool kIsMixed = true;
  static constexpr bool kUsesNoHeap = true;

  static uint64_t Hash(const Atom& atom, uint64_t seed) {
    return HashNumber(internal::HomeWord(atom.GetRawStorage()), seed);
  }
  static bool Equal(const Atom& a, const Atom& b) { return a == b; }
  static constexpr internal::KeyHash kKeyHash = internal::KeyHash::kReference;
};

}  // namespace halfword::inline HALFWORD_ABI

// Of the word: not the same in another process or heap.
template <>
struct std::hash<halfword::Atom> {
  size_t operator()(const halfword::Atom& atom) const {
    return halfword::HashTraits<halfword::Atom>::Hash(atom, 0);
  }
};

#endif  // HALFWORD_ATOM_H_
