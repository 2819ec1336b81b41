// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TypeList: the types of an image by their numbers there, which are not those
// of the process, and never change while the image lives.

#ifndef HALFWORD_IMAGE_TYPE_LIST_H_
#define HALFWORD_IMAGE_TYPE_LIST_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "halfword/internal/type_info.h"
#include "image/type_description.h"

namespace halfword::inline HALFWORD_ABI::internal {

class TypeList {
 public:
  // The types of an image as this process has them: by name, and with the same
  // fields. A type that the process does not have is null here; it is an error
  // only where an object is of it. Otherwise *error tells which type is not the
  // same, and how.
  enum class MatchResult {
    kSame,
    kOtherLayout,
    kAmbiguous,  // two types have one name
  };
  MatchResult Match(const std::vector<TypeDescription>& types,
                    std::string* error);

  // The number of a type, given to it now if it has none; its bases get theirs
  // before it.
  ImageTypeIndex Add(const TypeInfo& type);
  // kNoImageType: none.
  ImageTypeIndex IndexOf(const TypeInfo& type) const;

  size_t size() const { return types_.size(); }
  // Null: not of this process, or no such number.
  const TypeInfo* At(ImageTypeIndex index) const {
    return index < types_.size() ? types_[index] : nullptr;
  }
  // "Node"; for messages.
  const std::string& NameAt(ImageTypeIndex index) const;

  // As they are written. Those that the process does not have are as they were
  // read.
  std::vector<TypeDescription> Describe() const;

 private:
  std::vector<const TypeInfo*> types_;
  std::vector<TypeDescription> read_;  // those of an image that was opened
  std::unordered_map<const TypeInfo*, ImageTypeIndex> indices_;
};

// The process's types of these names; null: there is none, or more than one.
std::vector<const TypeInfo*> FindTypesByName(
    const std::vector<TypeDescription>& types);

// How a type of a program differs from that of an image, for a message:
// "field 'x_' is at byte 8, not 4"; empty: they are the same.
std::string DifferenceOf(const TypeDescription& in_image,
                         const TypeDescription& in_program);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_TYPE_LIST_H_
