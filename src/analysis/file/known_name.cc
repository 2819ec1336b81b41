// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Most names are none of these: the first character tells.

#include "analysis/file/known_name.h"

#include "analysis/file/pair_name.h"

namespace halfword::analysis {

namespace {

KnownName Find(std::string_view text) {
  struct Row {
    std::string_view text;
    KnownName name;
  };
  static constexpr Row kRows[] = {
      {"Array", KnownName::kArray},
      {"(Document DOM trees)", KnownName::kDocumentDomTrees},
      {"elements", KnownName::kElements},
      {"system / ExternalStringData", KnownName::kExternalStringData},
      {"system / JSArrayBufferData", KnownName::kArrayBufferData},
      {"(map descriptors)", KnownName::kMapDescriptors},
      {"system / NativeContext", KnownName::kNativeContext},
      {"Object", KnownName::kObject},
      {"__proto__", KnownName::kProto},
      {"sloppy_function_map", KnownName::kSloppyFunctionMap},
  };
  for (const Row& row : kRows) {
    if (row.text == text) return row.name;
  }
  return ParsePairName(text).has_value() ? KnownName::kPair : KnownName::kNone;
}

// As JavaScript's parseInt(): blanks and a sign may come first.
bool BeginsWithDescriptorLink(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n\v\f\r");
  if (begin == std::string_view::npos) return false;
  text.remove_prefix(begin);
  if (text.front() == '+') text.remove_prefix(1);
  bool is_large = false;  // at least 2
  uint32_t remainder = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') break;
    is_large = is_large || remainder != 0 || digit >= '2';
    remainder = (remainder * 10 + static_cast<uint32_t>(digit - '0')) % 3;
  }
  return is_large && remainder == 1;
}

}  // namespace

NameTraits::NameTraits(std::string_view text) {
  if (text.empty()) return;
  constexpr std::string_view kFirst = "A(esO_0123456789";
  if (kFirst.find(text.front()) != std::string_view::npos) {
    bits_ = static_cast<uint8_t>(Find(text));
  }
  if (text.front() == '<' || text.starts_with("Detached <")) bits_ |= kTag;
  if (text.starts_with("Detached ")) bits_ |= kDetached;
  // Letters, which most names begin with, are no numbers.
  if (text.front() < 'A' && BeginsWithDescriptorLink(text)) {
    bits_ |= kDescriptorLink;
  }
  if (text.front() <= '9' &&
      text.find_first_not_of("0123456789") == std::string_view::npos) {
    bits_ |= kNumber;
  }
}

}  // namespace halfword::analysis
