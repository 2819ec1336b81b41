// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings of the build on malloc, as browsers have them there: the bytes stand
// in one block behind a count of their owners, so that a copy costs an addition
// and no memory. A std::string takes 32 bytes in each node and cannot share:
// with it, the trees of real pages would be 10 to 20 % larger.
//
// An Atom is such a string of which there is one; malloc_atoms.h finds it.

#ifndef EXAMPLES_DOM_MALLOC_STRINGS_H_
#define EXAMPLES_DOM_MALLOC_STRINGS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "examples/dom/malloc_memory.h"

namespace dom {

// The bytes follow.
struct StringBody {
  uint32_t owner_count;
  uint32_t size_bytes : 31;
  uint32_t is_atom : 1;

  std::string_view view() const {
    return {reinterpret_cast<const char*>(this + 1), size_bytes};
  }
};

class String {
 public:
  String() = default;  // empty
  explicit String(std::string_view bytes)
      : body_(bytes.empty() ? nullptr : MakeBody(bytes)) {}
  String(const String& other) : body_(other.body_) {
    if (body_ != nullptr) ++body_->owner_count;
  }
  String(String&& other) noexcept
      : body_(std::exchange(other.body_, nullptr)) {}
  String& operator=(String other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~String() {
    if (body_ != nullptr && --body_->owner_count == 0) FreeBody(body_);
  }

  size_t size() const { return body_ != nullptr ? body_->size_bytes : 0; }
  bool empty() const { return body_ == nullptr; }
  std::string_view view() const {
    return body_ != nullptr ? body_->view() : std::string_view();
  }
  operator std::string_view() const { return view(); }  // NOLINT: a view
  const char* data() const { return view().data(); }
  // Whether it needs no body.
  bool IsInline() const { return body_ == nullptr; }

  friend bool operator==(const String& a, std::string_view b) {
    return a.view() == b;
  }

 private:
  friend class Atom;

  // Takes over a count.
  explicit String(StringBody* body) : body_(body) {}

  // With one owner.
  static StringBody* MakeBody(std::string_view bytes);
  static void FreeBody(StringBody* body);

  StringBody* body_ = nullptr;
};

class Atom {
 public:
  Atom() = default;  // empty
  explicit Atom(std::string_view bytes);

  const String& string() const { return string_; }
  operator const String&() const { return string_; }  // NOLINT: it is one
  size_t size() const { return string_.size(); }
  bool empty() const { return string_.empty(); }
  std::string_view view() const { return string_.view(); }
  operator std::string_view() const { return view(); }  // NOLINT: a view

  friend bool operator==(const Atom& a, const Atom& b) {
    return a.string_.data() == b.string_.data();
  }
  friend bool operator==(const Atom& a, std::string_view b) {
    return a.view() == b;
  }

 private:
  String string_;
};

}  // namespace dom

template <>
struct std::hash<dom::Atom> {
  size_t operator()(const dom::Atom& atom) const {
    return std::hash<const void*>()(atom.string().data());
  }
};

#endif  // EXAMPLES_DOM_MALLOC_STRINGS_H_
