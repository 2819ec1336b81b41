// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Members in the names of classes, spelled as programs write them:
// "halfword::HeapHashSet<halfword::Member<app::Node>>". Compilers print the
// policies of a Member, one of them those that are defaults, too; and its
// storage differs with the width of references. Images and snapshots are read
// by programs of the other compiler and of the other width.

#ifndef HALFWORD_INTERNAL_MEMBER_SPELLING_H_
#define HALFWORD_INTERNAL_MEMBER_SPELLING_H_

#include <cstddef>
#include <string_view>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Where the template argument ends that begins the text.
constexpr size_t TemplateArgumentEnd(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (depth == 0 && (c == ',' || c == '>')) return i;
    if (c == '>' || c == ')' || c == ']') --depth;
  }
  return text.size();
}

// What a program calls a Member with these policies: the arguments after the
// first.
constexpr std::string_view MemberTemplateName(std::string_view policies) {
  constexpr std::string_view kNamespace = "halfword::internal::";
  constexpr std::string_view kWholePointer =
      "halfword::internal::BasicStorage<halfword::internal::PointerCodec>";
  if (kCompressed && policies.ends_with(kWholePointer)) {
    return "halfword::subtle::UncompressedMember";
  }
  policies.remove_prefix(policies.find(kNamespace) + kNamespace.size());
  return policies.starts_with("Weak")       ? "halfword::WeakMember"
         : policies.starts_with("Untraced") ? "halfword::UntracedMember"
                                            : "halfword::Member";
}

// Calls put(c) for each character of the name, which has the one spelling of
// type_name.h otherwise.
template <typename Put>
constexpr void SpellMembers(std::string_view name, Put put) {
  constexpr std::string_view kBefore = "halfword::internal::BasicMember<";
  const auto put_all = [&](std::string_view text) {
    for (const char c : text) put(c);
  };
  for (;;) {
    const size_t at = name.find(kBefore);
    put_all(name.substr(0, at));
    if (at == std::string_view::npos) return;
    name.remove_prefix(at + kBefore.size());

    const size_t target_bytes = TemplateArgumentEnd(name);
    const std::string_view target = name.substr(0, target_bytes);
    name.remove_prefix(target_bytes);
    size_t policy_bytes = 0;
    while (policy_bytes < name.size() && name[policy_bytes] == ',') {
      policy_bytes += 1 + TemplateArgumentEnd(name.substr(policy_bytes + 1));
    }
    put_all(MemberTemplateName(name.substr(0, policy_bytes)));
    put('<');
    SpellMembers(target, put);
    name.remove_prefix(policy_bytes);  // ">" and what follows remain
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_MEMBER_SPELLING_H_
