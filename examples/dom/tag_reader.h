// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TagReader: the tags of an HTML text one after the other, without a tree. It
// knows what looks like a tag and is none: comments, declarations, quoted
// attributes, and, when told, raw text as in <script>.
//
// Next to read: nesting.h, the one that needs it.

#ifndef EXAMPLES_DOM_TAG_READER_H_
#define EXAMPLES_DOM_TAG_READER_H_

#include <gumbo.h>

#include <cstddef>
#include <optional>
#include <string_view>

namespace dom {

struct Tag {
  std::string_view name;  // as written: "DIV"
  GumboTag id = GUMBO_TAG_UNKNOWN;
  size_t offset = 0;           // of its '<'
  bool is_end = false;         // </div>
  bool closes_itself = false;  // <path/>
};

// Reads a text that must outlive it. Cost: linear in the text, whatever it is.
class TagReader {
 public:
  explicit TagReader(std::string_view html) : html_(html) {}

  // The next tag, or nothing at the end of the text.
  std::optional<Tag> Next();

  // Skips text up to the end tag </name>, which is read with the next tag.
  void SkipRawText(std::string_view name);

 private:
  // NUL at the end of the text: pages hold none (input.h).
  char Peek() const {
    return position_ < html_.size() ? html_[position_] : '\0';
  }
  void SkipSpace();
  void SkipBehind(std::string_view mark);
  void SkipDeclaration();
  bool SkipAttribute();
  Tag ReadTag(size_t start, bool is_end);

  std::string_view html_;
  size_t position_ = 0;  // at most html_.size()
};

bool EqualIgnoringCase(std::string_view a, std::string_view b);

}  // namespace dom

#endif  // EXAMPLES_DOM_TAG_READER_H_
