// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// KnownName: what a name means to the rules by which DevTools computes its
// figures. Each string of a snapshot has one byte of it.

#ifndef HALFWORD_ANALYSIS_FILE_KNOWN_NAME_H_
#define HALFWORD_ANALYSIS_FILE_KNOWN_NAME_H_

#include <cstdint>
#include <string_view>

namespace halfword::analysis {

enum class KnownName : uint8_t {
  kNone,
  kPair,  // of the two edges of an ephemeron: see analysis/pair_name.h
  kArray,
  kDocumentDomTrees,    // (Document DOM trees)
  kElements,            // elements
  kExternalStringData,  // system / ExternalStringData
  kArrayBufferData,     // system / JSArrayBufferData
  kMapDescriptors,      // (map descriptors)
  kNativeContext,       // system / NativeContext
  kObject,
  kProto,              // __proto__
  kSloppyFunctionMap,  // sloppy_function_map
};

class NameTraits {
 public:
  constexpr NameTraits() = default;
  // Of a text.
  explicit NameTraits(std::string_view text);

  KnownName known() const { return static_cast<KnownName>(bits_ & 0x0f); }
  // "Detached ..."
  bool is_detached() const { return (bits_ & kDetached) != 0; }
  // "<tag ..." or "Detached <tag ...".
  bool is_tag() const { return (bits_ & kTag) != 0; }
  // It begins with a number at which the descriptors of a map may lead to
  // another map.
  bool is_descriptor_link() const { return (bits_ & kDescriptorLink) != 0; }
  // Digits alone: the place of a slot in an array or a table.
  bool is_number() const { return (bits_ & kNumber) != 0; }

 private:
  static constexpr uint8_t kDetached = 0x10;
  static constexpr uint8_t kTag = 0x20;
  static constexpr uint8_t kDescriptorLink = 0x40;
  static constexpr uint8_t kNumber = 0x80;

  uint8_t bits_ = 0;
};
static_assert(sizeof(NameTraits) == 1);

// The same of an edge whose name is a number.
constexpr bool IsDescriptorLink(uint32_t index) {
  return index >= 2 && index % 3 == 1;
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_KNOWN_NAME_H_
