// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// OldFields: the fields of an image's objects by their names, while the image
// has just been rewritten for a program whose classes have changed: what
// OldObject tells functions of the program (halfword/layout_functions.h).
// Bytes are read from the old image, references lead to the new heap.
//
// A name is looked for each time: some ten comparisons of short texts.

#ifndef HALFWORD_IMAGE_OPEN_OLD_FIELDS_H_
#define HALFWORD_IMAGE_OPEN_OLD_FIELDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "halfword/layout_functions.h"
#include "image/offline/rewritten_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

class OldFields {
 public:
  // first_page: where the heap has the new image's first page.
  OldFields(const RewrittenObjects& objects, std::byte* first_page)
      : objects_(objects), first_page_(first_page) {}

  // As OldObject has them. Requires: the object lives.
  OldFieldKind KindOf(ImageGranule object, std::string_view name) const;
  size_t CountOf(ImageGranule object, std::string_view name) const;
  OldNumber NumberAt(ImageGranule object, std::string_view name, size_t index,
                     bool is_signed);
  // Requires: the heap is the thread's current one.
  String StringAt(ImageGranule object, std::string_view name, size_t index);
  void* ReferenceAt(ImageGranule object, std::string_view name, size_t index,
                    const TypeInfo& type);
  std::string_view BytesOf(ImageGranule object, std::string_view name);

  // Where an object of the old image is now.
  void* NewObject(ImageGranule object) const;

  void Fail(ImageGranule object, std::string_view why);
  void FailAt(ImageGranule object, std::string_view name, std::string_view why);
  // What went wrong first; empty: nothing.
  const std::string& error() const { return error_; }

 private:
  struct Field {
    const FieldDescription* description = nullptr;  // null: there is none
    uint32_t offset = 0;                            // from the object
  };
  Field FindIn(const TypeDescription& type, uint32_t offset,
               std::string_view name) const;
  static Field FindIn(const std::vector<FieldDescription>& fields,
                      uint32_t offset, std::string_view name);
  Field Find(ImageGranule object, std::string_view name) const;
  // The bytes of an element of a field of such a kind. Null: there is none,
  // which has been said.
  const std::byte* ElementAt(ImageGranule object, std::string_view name,
                             size_t index, OldFieldKind kind,
                             const FieldDescription** description);
  std::string_view BytesOfString(ImageGranule object, std::string_view name,
                                 const std::byte* string);
  const TypeDescription& ClassOf(ImageGranule object) const;
  void* NewObjectAround(uint64_t offset) const;

  const RewrittenObjects& objects_;
  std::byte* const first_page_;
  std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OPEN_OLD_FIELDS_H_
