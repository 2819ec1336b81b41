// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Texts as DevTools wants them.

#include "snapshot/string_texts.h"

#include <cinttypes>
#include <cstdio>

#include "halfword/internal/string_body.h"
#include "snapshot/utf8.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr std::string_view kRedacted = "(redacted)";

}  // namespace

// A buffer that one MutableString alone refers to has its capacity for a
// length, and behind the string's bytes and a NUL what was there before. Where
// the string has NULs in it, the first one is its end here. The backing of a
// HeapVector<char> has its capacity in place of all of the head, and no room
// for the NUL of a string.
std::string_view ShownBytes(uint32_t head, const char* bytes, size_t capacity) {
  const auto kind = BodyKind{head >> kBodyKindShift};
  const size_t length = head & kStringBytesMax;
  if (kind > BodyKind::kBuffer || length > capacity) return kVectorOfBytes;
  const std::string_view view(bytes, length);
  const bool may_have_rest = kind == BodyKind::kBuffer && length == capacity;
  return may_have_rest ? view.substr(0, view.find('\0')) : view;
}

void StringTexts::WriteContent(std::string_view bytes) {
  if (options_.redact) {
    Write(kRedacted);
  } else if (bytes.size() <= options_.string_bytes_max) {
    Write(bytes);
  } else {
    WriteCut(bytes);
  }
}

// Different strings must not look the same.
void StringTexts::WriteCut(std::string_view bytes) {
  char rest[80];
  std::snprintf(rest, sizeof(rest), " (%zu bytes, hash %016" PRIx64 ")",
                bytes.size(), XXH3_64bits(bytes.data(), bytes.size()));
  Begin();
  output_.PutEscaped(CutUtf8(bytes, options_.string_bytes_max));
  output_.PutEscaped("\u2026");
  output_.PutEscaped(rest);
  output_.Put("\"");
}

// DevTools takes the table's id from it, and compares the rest as text.
void StringTexts::WritePair(uint32_t number, const Node& key, const Node& value,
                            uint64_t table_id) {
  Begin();
  output_.PutNumber(uint64_t{number} + 1);
  output_.Put(" / part of key ");
  PutNode(key);
  output_.Put(" -> value ");
  PutNode(value);
  output_.Put(" pair in WeakMap (table @");
  output_.PutNumber(table_id);
  output_.Put(")\"");
}

void StringTexts::PutNode(const Node& node) {
  output_.Put("(");
  output_.PutEscaped(node.class_name);
  output_.Put(" @");
  output_.PutNumber(node.id);
  output_.Put(")");
}

void StringTexts::WriteIndex(const WeakIndexRange& range) {
  Begin();
  output_.PutNumber(range.first);
  if (range.last != range.first) {
    output_.Put(" to ");
    output_.PutNumber(range.last);
  }
  output_.Put("\"");
}

void StringTexts::Write(std::string_view text) {
  if (!is_first_ && output_.PutPlainElement(text)) return;
  Begin();
  output_.PutEscaped(text);
  output_.Put("\"");
}

void StringTexts::Begin() {
  output_.Put(is_first_ ? "\n\"" : ",\n\"");
  is_first_ = false;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
