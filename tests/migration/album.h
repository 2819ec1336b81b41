// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the images of these tests hold: an album, which is never changed again,
// since images of it are kept as files of each version of the format and each
// kind of build (images/).

#ifndef TESTS_MIGRATION_ALBUM_H_
#define TESTS_MIGRATION_ALBUM_H_

#include <cstdint>
#include <string>

#include "halfword/atom.h"
#include "halfword/halfword.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/image.h"

namespace album {

class Rated : public halfword::GarbageCollectedMixin {
 public:
  int32_t stars_ = 0;
  HALFWORD_FIELDS(Rated, stars_)
};

struct Size {
  uint16_t width = 0;
  uint64_t area = 0;
  HALFWORD_FIELDS(Size, width, area)
};

// Fields before and behind words of two widths.
class Picture : public halfword::GarbageCollected<Picture>, public Rated {
 public:
  explicit Picture(int32_t number) : number_(number) { stars_ = -number; }

  uint8_t kind_ = 1;
  halfword::Member<Picture> next_;
  int32_t number_;
  halfword::String title_;
  Size size_;
  halfword::MutableString text_;
  halfword::Member<Picture> near_[3];
  double weight_ = 0.5;
  bool is_shown_ = true;
  HALFWORD_FIELDS(Picture, kind_, next_, number_, title_, size_, text_, near_,
                  weight_, is_shown_)
  HALFWORD_BASES(Picture, Rated)
};

// In the padding of its base.
class LargePicture : public Picture {
 public:
  explicit LargePicture(int32_t number) : Picture(number) {}
  uint8_t in_padding_ = 9;
  halfword::WeakMember<Picture> weak_;
  HALFWORD_FIELDS(LargePicture, in_padding_, weak_)
  HALFWORD_BASES(LargePicture, Picture)
};

class Frames : public halfword::GarbageCollected<Frames> {
 public:
  uint32_t count_ = 0;
  HALFWORD_FIELDS(Frames, count_)
  HALFWORD_TRAILING(Frames, halfword::Member<Picture>)
};

class Album : public halfword::GarbageCollected<Album> {
 public:
  static constexpr int32_t kPictures = 1000;
  static std::string TitleOf(int32_t i) {
    return "picture number " + std::to_string(i);
  }

  void Fill(halfword::AllocationHandle& handle);
  // The first thing that is not as it was filled; empty: all is.
  // Requires: a HeapScope of its heap.
  std::string FindFault();

 private:
  std::string FindFaultOf(int32_t i);
  std::string FindFaultOfOthers();

  halfword::HeapVector<halfword::Member<Picture>> pictures_;
  halfword::Member<Rated> best_;
  halfword::Tagged<Picture> cover_;
  halfword::Tagged<Picture> none_;
  halfword::Atom atom_;
  halfword::String slice_;
  halfword::Member<Frames> frames_;
  halfword::HeapDeque<halfword::String> queue_;
  halfword::HeapVector<halfword::MutableString> texts_;
  halfword::HeapHashMap<halfword::Member<Picture>, uint16_t> numbers_;
  halfword::HeapHashMap<halfword::String, halfword::Member<Picture>> titles_;
  halfword::HeapHashMap<halfword::Atom, halfword::Member<Picture>> atoms_;
  halfword::HeapHashMap<int64_t, halfword::Member<Picture>> by_number_;
  halfword::HeapHashMap<halfword::WeakMember<Picture>,
                        halfword::Member<Picture>>
      pairs_;
  halfword::HeapHashSet<halfword::WeakMember<Picture>> seen_;
  halfword::HeapLinkedHashSet<halfword::Member<Picture>> order_;
  HALFWORD_FIELDS(Album, pictures_, best_, cover_, none_, atom_, slice_,
                  frames_, queue_, texts_, numbers_, titles_, atoms_,
                  by_number_, pairs_, seen_, order_)
};

inline halfword::ImageTypes Types() {
  return halfword::ImageTypes::Of<Album, Picture, LargePicture>();
}

}  // namespace album

#endif  // TESTS_MIGRATION_ALBUM_H_
