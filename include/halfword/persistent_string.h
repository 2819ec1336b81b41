// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PersistentString: a String outside of the heap: a global, a field of one of
// the program's own objects, an element of a standard container. It keeps its
// bytes alive, as a Persistent does its object, and costs as much; a short one
// has its bytes in itself.
//
// Threads: that of the heap.

#ifndef HALFWORD_PERSISTENT_STRING_H_
#define HALFWORD_PERSISTENT_STRING_H_

#include <string_view>

#include "halfword/internal/string_body.h"
#include "halfword/persistent.h"
#include "halfword/source_location.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI {

class PersistentString {
 public:
  PersistentString(  // NOLINT: the location has a default
      const SourceLocation& location = SourceLocation::Current())
      : body_(location) {}
  PersistentString(  // NOLINT: a value like the String
      const String& string,
      const SourceLocation& location = SourceLocation::Current())
      : body_(internal::StringAccess::BodyOf(string), location),
        string_(string) {}
  PersistentString& operator=(const String& string) {
    body_ = internal::StringAccess::BodyOf(string);
    string_ = string;
    return *this;
  }

  // After the end of the heap a string that had a body is empty.
  String Get() const { return IsGone() ? String() : string_; }
  operator String() const { return Get(); }  // NOLINT: it is one

  std::string_view view() const& {
    return IsGone() ? std::string_view() : string_.view();
  }
  std::string_view view() const&& = delete;
  operator std::string_view() const& { return view(); }  // NOLINT: a view
  operator std::string_view() const&& = delete;

  friend bool operator==(const PersistentString& a, const PersistentString& b) {
    return a.Get() == b.Get();
  }

 private:
  // The heap has cleared the handle.
  bool IsGone() const { return !string_.IsInline() && !body_; }

  Persistent<internal::StringBody> body_;  // what keeps string_ valid
  String string_;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_PERSISTENT_STRING_H_
