// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RewriteTypes: the classes of an image and those of the image that is made of
// it, and what moves where in objects of each. Classes without objects are left
// out of the new image.
//
// Where a class is laid out in another way there comes from the rules of
// compilers (derive_layout.h), or, for a program whose classes have changed,
// from the program (ChangedTypes).
//
// Bodies of strings whose bytes were outside when the image was saved are
// slices in it (image/settle_strings.h): the new image has them as slices.

#ifndef HALFWORD_IMAGE_OFFLINE_REWRITE_TYPES_H_
#define HALFWORD_IMAGE_OFFLINE_REWRITE_TYPES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "image/offline/field_moves.h"
#include "image/offline/live_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Classes that are to be as a program has them, for the target's widths.
struct ChangedTypes {
  std::vector<TypeDescription> types;
  // Which of them takes the place of a class of the image. Their bases do so
  // by being named, too, or are new.
  struct Name {
    std::string in_image;
    ImageTypeIndex type;
    // What a field cannot become is left out: the program sees to it.
    bool leaves_out = false;
  };
  std::vector<Name> names;
};

class RewriteTypes {
 public:
  static constexpr uint32_t kNoField = UINT32_MAX;

  // What is known of objects of one class of the image.
  struct Class {
    const TypeDescription* source = nullptr;
    ImageTypeIndex target = kNoImageType;  // in targets()
    ObjectMoves moves;
    uint32_t count_field = kNoField;  // a u32: elements of the trailing array
    bool is_bytes = false;            // FlatBody
  };

  // False: *error names a class and why it cannot be rewritten.
  bool Find(const ImageObjects& objects, const LiveObjects& live,
            const ImageAbi& target, const ChangedTypes* changes,
            std::string* error);

  // Of an object, by its class in the image.
  const Class& ClassOf(ImageTypeIndex source) const {
    return classes_[stands_for_[source]];
  }
  const std::vector<TypeDescription>& targets() const { return targets_; }
  const TypeDescription& TargetOf(const Class& of) const {
    return targets_[of.target];
  }
  // The class of what the image says of itself.
  ImageTypeIndex image_bytes() const { return image_bytes_; }

 private:
  void AddLibraryTypes(const ImageAbi& source);
  ImageTypeIndex FindSource(const std::string& name) const;
  void MarkUsed(ImageTypeIndex type);
  bool Derive(const ImageAbi& source, const ImageAbi& target,
              std::string* error);
  void Apply(const ChangedTypes& changes);
  void Compact();
  bool Match(std::string* error);

  std::vector<TypeDescription> sources_;
  std::vector<ImageTypeIndex> stands_for_;  // by the catalog's types
  std::vector<bool> is_used_;               // of sources_
  std::vector<bool> leaves_out_;            // of sources_
  std::vector<TypeDescription> derived_;    // as sources_, and what is new
  std::vector<TypeDescription> targets_;
  std::vector<Class> classes_;  // as sources_
  ImageTypeIndex image_bytes_ = kNoImageType;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_REWRITE_TYPES_H_
