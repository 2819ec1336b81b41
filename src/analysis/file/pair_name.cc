// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From both ends: names of key and value may hold anything but line breaks,
// also the words that stand between them.

#include "analysis/file/pair_name.h"

#include <cstddef>

#include "analysis/file/number_scan.h"

namespace halfword::analysis {

namespace {

constexpr std::string_view kKey = " / part of key (";
constexpr std::string_view kValue = ") -> value (";
constexpr std::string_view kTable = ") pair in WeakMap (table @";

// Takes digits off the end; false: there are none.
bool DropDigits(std::string_view* text) {
  const size_t before = text->size();
  while (!text->empty() && IsDigit(text->back())) text->remove_suffix(1);
  return text->size() != before;
}

bool Drop(std::string_view* text, std::string_view suffix) {
  if (!text->ends_with(suffix)) return false;
  text->remove_suffix(suffix.size());
  return true;
}

// "... @21"
bool EndsWithId(std::string_view text) {
  return DropDigits(&text) && text.ends_with(" @");
}

bool HasLineBreak(std::string_view text) {
  return text.find_first_of("\n\r") != std::string_view::npos ||
         text.find("\u2028") != std::string_view::npos ||
         text.find("\u2029") != std::string_view::npos;
}

uint32_t IdOf(std::string_view digits) {
  uint64_t id = 0;
  for (const char digit : digits) {
    id = id * 10 + static_cast<uint64_t>(digit - '0');
    if (id >= UINT32_MAX) return UINT32_MAX;
  }
  return static_cast<uint32_t>(id);
}

}  // namespace

std::optional<PairName> ParsePairName(std::string_view text) {
  size_t number_end = 0;
  while (number_end < text.size() && IsDigit(text[number_end])) ++number_end;
  const std::string_view rest = text.substr(number_end);
  if (number_end == 0 || !rest.starts_with(kKey)) return std::nullopt;
  std::string_view head = rest;
  if (!Drop(&head, ")")) return std::nullopt;
  const std::string_view with_id = head;
  if (!DropDigits(&head)) return std::nullopt;
  const std::string_view table_id = with_id.substr(head.size());
  if (!Drop(&head, kTable) || !EndsWithId(head)) return std::nullopt;
  if (HasLineBreak(head)) return std::nullopt;
  // Of the value's part, the id and what is in front of it.
  std::string_view value = head;
  DropDigits(&value);
  value.remove_suffix(2);
  for (size_t at = value.find(kValue, kKey.size());
       at != std::string_view::npos; at = value.find(kValue, at + 1)) {
    if (!EndsWithId(value.substr(kKey.size(), at - kKey.size()))) continue;
    return PairName{IdOf(table_id), rest};
  }
  return std::nullopt;
}

}  // namespace halfword::analysis
