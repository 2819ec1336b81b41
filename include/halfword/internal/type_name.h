// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// kTypeName<T>: the name of a class as the source writes it, made when the
// program is compiled: "app::Node", "app::Box<int>". Compilers spell some names
// differently; they are brought to one spelling, because images and snapshots
// made by one build are read by another.

#ifndef HALFWORD_INTERNAL_TYPE_NAME_H_
#define HALFWORD_INTERNAL_TYPE_NAME_H_

#include <cstddef>
#include <iterator>
#include <string_view>

#include "halfword/internal/build_config.h"
#include "halfword/internal/member_spelling.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A namespace of its own, since g++ leaves out the one that a function is in.
namespace type_name {

// "... PrettyFunction() [with T = app::Node]", or without "with".
template <typename T>
constexpr const char* PrettyFunction() {
  return __PRETTY_FUNCTION__;
}

}  // namespace type_name

template <typename T>
constexpr std::string_view RawTypeName() {
  constexpr std::string_view kBefore = "T = ";
  std::string_view name = type_name::PrettyFunction<T>();
  name.remove_prefix(name.find(kBefore) + kBefore.size());
  name.remove_suffix(1);
  return name;
}

struct NameSpelling {
  std::string_view from;
  std::string_view to;
};

#define HALFWORD_INTERNAL_QUOTE_(text) #text
#define HALFWORD_INTERNAL_QUOTE(text) HALFWORD_INTERNAL_QUOTE_(text)

// Tried where a word begins; a spelling that begins with another one is first.
inline constexpr NameSpelling kNameSpellings[] = {
    {"struct ", ""},
    {"class ", ""},
    {"enum ", ""},
    {"union ", ""},
    {HALFWORD_INTERNAL_QUOTE(HALFWORD_ABI) "::", ""},
    {"__cxx11::", ""},
    {"__1::", ""},
    {"{anonymous}", "(anonymous namespace)"},
    {"long long unsigned int", "unsigned long long"},
    {"long unsigned int", "unsigned long"},
    {"short unsigned int", "unsigned short"},
    {"long long int", "long long"},
    {"long int", "long"},
    {"short int", "short"},
};

constexpr bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

// An index rather than a pointer: with -fsanitize=null g++ takes no comparison
// with nullptr for a constant expression.
inline constexpr size_t kNoSpelling = std::size(kNameSpellings);

constexpr size_t FindSpelling(std::string_view rest) {
  for (size_t i = 0; i < kNoSpelling; ++i) {
    const NameSpelling& spelling = kNameSpellings[i];
    if (spelling.from[0] != rest[0] || !rest.starts_with(spelling.from)) {
      continue;
    }
    const std::string_view after = rest.substr(spelling.from.size());
    const bool is_whole_word = !IsNameCharacter(spelling.from.back()) ||
                               after.empty() || !IsNameCharacter(after[0]);
    if (is_whole_word) return i;
  }
  return kNoSpelling;
}

// Calls put(c) for each character of the name in the one spelling.
template <typename Put>
constexpr void SpellName(std::string_view raw, Put put) {
  char previous = ' ';
  for (size_t i = 0; i < raw.size();) {
    if (!IsNameCharacter(previous)) {
      if (const size_t found = FindSpelling(raw.substr(i));
          found != kNoSpelling) {
        const NameSpelling& spelling = kNameSpellings[found];
        for (const char c : spelling.to) put(c);
        if (!spelling.to.empty()) previous = spelling.to.back();
        i += spelling.from.size();
        continue;
      }
    }
    const char c = raw[i++];
    const char next = i < raw.size() ? raw[i] : ' ';
    const bool is_filler =
        c == ' ' && (next == '*' || next == '&' || next == '[' ||
                     (next == '>' && previous == '>'));
    if (!is_filler) put(c);
    previous = c == ' ' && is_filler ? previous : c;
  }
}

template <size_t kBytes>
struct NameStorage {
  char text[kBytes] = {};
};

template <typename T>
constexpr size_t SpelledNameBytes() {
  size_t bytes = 0;
  SpellName(RawTypeName<T>(), [&](char) { ++bytes; });
  return bytes;
}

// But for Members in it.
template <typename T>
constexpr auto MakeSpelledName() {
  NameStorage<SpelledNameBytes<T>() + 1> storage;
  size_t bytes = 0;
  SpellName(RawTypeName<T>(), [&](char c) { storage.text[bytes++] = c; });
  return storage;
}

template <typename T>
constexpr auto MakeTypeName() {
  constexpr auto kSpelled = MakeSpelledName<T>();
  constexpr size_t kBytes = [&] {
    size_t bytes = 0;
    SpellMembers(kSpelled.text, [&](char) { ++bytes; });
    return bytes;
  }();
  NameStorage<kBytes + 1> storage;
  size_t bytes = 0;
  SpellMembers(kSpelled.text, [&](char c) { storage.text[bytes++] = c; });
  return storage;
}

template <typename T>
inline constexpr auto kTypeNameStorage = MakeTypeName<T>();

template <typename T>
inline constexpr const char* kTypeName = kTypeNameStorage<T>.text;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_TYPE_NAME_H_
