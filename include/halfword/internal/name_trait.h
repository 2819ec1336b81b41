// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NameTrait<T>: the name of an object as tools show it: its own, if the class
// is a NameProvider, or that of its class, or a name that hides the class.

#ifndef HALFWORD_INTERNAL_NAME_TRAIT_H_
#define HALFWORD_INTERNAL_NAME_TRAIT_H_

#include <cstring>
#include <string_view>
#include <type_traits>

#include "halfword/internal/type_name.h"
#include "halfword/name_provider.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class HeapObjectNameForUnnamedObject : unsigned char {
  kUseClassNameIfSupported,
  kUseHiddenName,
};

struct HeapObjectName {
  const char* value;
  bool name_was_hidden;
};

class NameTraitBase {
 protected:
  // The class in a compiler's spelling of a function, "... [T = Class]"; made
  // with new[], and never freed by anything here.
  static HeapObjectName GetNameFromTypeSignature(const char* signature) {
    if (signature == nullptr) return {NameProvider::kNoNameDeducible, false};
    const std::string_view text(signature);
    const size_t begin = text.find("T = ") + std::strlen("T = ");
    const size_t bytes = text.rfind(']') - begin;
    char* const name = new char[bytes + 1];
    text.copy(name, bytes, begin);
    name[bytes] = '\0';
    return {name, false};
  }
};

template <typename T>
class NameTrait final : public NameTraitBase {
 public:
  // The object may be null if T is no NameProvider.
  static HeapObjectName GetName(const void* object,
                                HeapObjectNameForUnnamedObject unnamed) {
    if constexpr (std::is_base_of_v<NameProvider, T>) {
      return {static_cast<const T*>(object)->GetHumanReadableName(), false};
    } else if (unnamed == HeapObjectNameForUnnamedObject::kUseHiddenName) {
      return {NameProvider::kHiddenName, true};
    } else {
      return {kTypeName<T>, false};
    }
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_NAME_TRAIT_H_
