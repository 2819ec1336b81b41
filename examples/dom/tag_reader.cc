// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The states of the HTML standard's tokenizer, as far as they decide where a
// tag begins and ends. What a broken tag means follows the standard too: a tag
// without '>' reaches to the end of the text.

#include "examples/dom/tag_reader.h"

#include <algorithm>

namespace dom {
namespace {

bool IsLetter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
bool IsSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
bool IsNameByte(char c) { return !IsSpace(c) && c != '/' && c != '>'; }

}  // namespace

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char c, char d) {
    return c == d || (IsLetter(c) && (c ^ d) == 0x20);
  });
}

std::optional<Tag> TagReader::Next() {
  while ((position_ = std::min(html_.find('<', position_), html_.size())) <
         html_.size()) {
    const size_t start = position_++;
    if (Peek() == '!') {
      SkipDeclaration();
      continue;
    }
    const bool is_end = Peek() == '/';
    if (is_end) ++position_;
    if (IsLetter(Peek())) return ReadTag(start, is_end);
    if (is_end || Peek() == '?') SkipBehind(">");
  }
  return std::nullopt;
}

void TagReader::SkipRawText(std::string_view name) {
  for (;;) {
    SkipBehind("</");
    if (position_ == html_.size()) return;
    const size_t end = position_ + name.size();
    if (EqualIgnoringCase(html_.substr(position_, name.size()), name) &&
        (end >= html_.size() || !IsNameByte(html_[end]))) {
      position_ -= 2;
      return;
    }
  }
}

void TagReader::SkipSpace() {
  while (IsSpace(Peek())) ++position_;
}

// Skips to behind the mark, or to the end if it does not come.
void TagReader::SkipBehind(std::string_view mark) {
  position_ = html_.find(mark, position_);
  position_ = position_ == html_.npos ? html_.size() : position_ + mark.size();
}

// Skips a comment or another <!...>, from its '!'.
void TagReader::SkipDeclaration() {
  if (html_.substr(position_, 3) != "!--") return SkipBehind(">");
  // The dashes that open a comment may close it too: <!--> and <!---> are
  // whole.
  if (html_.substr(position_ + 1, 3) == "-->") return SkipBehind(">");
  position_ += 2;
  if (html_.substr(position_, 3) != "-->") ++position_;
  SkipBehind("-->");
}

// Reads the tag whose '<' is at start and whose name begins here.
Tag TagReader::ReadTag(size_t start, bool is_end) {
  const size_t name_start = position_;
  while (position_ < html_.size() && IsNameByte(Peek())) ++position_;
  Tag tag;
  tag.name = html_.substr(name_start, position_ - name_start);
  tag.id = gumbo_tagn_enum(tag.name.data(),
                           static_cast<unsigned int>(tag.name.size()));
  tag.offset = start;
  tag.is_end = is_end;
  while (position_ < html_.size() && Peek() != '>') {
    tag.closes_itself = SkipAttribute();
  }
  return tag;
}

// Skips an attribute or a slash, and space before it. True after a slash, which
// means something only if it is the last.
bool TagReader::SkipAttribute() {
  SkipSpace();
  if (Peek() == '/') {
    ++position_;
    return true;
  }
  while (position_ < html_.size() && IsNameByte(Peek()) && Peek() != '=') {
    ++position_;
  }
  SkipSpace();
  if (Peek() != '=') return false;
  ++position_;
  SkipSpace();
  const char quote = Peek();
  if (quote == '"' || quote == '\'') {
    ++position_;
    SkipBehind(std::string_view(&quote, 1));
    return false;
  }
  while (position_ < html_.size() && !IsSpace(Peek()) && Peek() != '>') {
    ++position_;
  }
  return false;
}

}  // namespace dom
