// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Relocation: the references of an image that is not where its file has it.
//
//   opening   each word that leads into the image's home is moved to its place
//   saving    ... and back, in a copy of the page
//
// Both are the same swap: words of the home become words of the place, words of
// the place those of the home, and all others stay. So whatever stands in a
// page, twice swapped it is as it was, and relocation alone changes nothing in
// the file (design/images.md#req.image.moved). Slots without objects are
// swapped too where all slots of a page are alike; what they hold is stale
// either way.
//
// Which words are references the program's classes tell: all kinds, also those
// that no marker follows.
//
// Threads: the heap's, but that parts of SwapAll() have a Relocation each.

#ifndef HALFWORD_IMAGE_RELOCATION_H_
#define HALFWORD_IMAGE_RELOCATION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "gc/platform/shared_parts.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/word.h"
#include "image/image_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Words at equal distances.
struct WordRun {
  uint32_t offset = 0;
  uint32_t stride = sizeof(Word);
  uint32_t count = 1;
};

// The words of a class that may be references, its bases' among them.
struct TypeWords {
  std::vector<WordRun> fixed;
  std::vector<WordRun> trailing;  // of an element
  size_t trailing_offset = 0;
  size_t trailing_bytes = 0;

  bool empty() const { return fixed.empty() && trailing.empty(); }
};

TypeWords WordsOf(const TypeInfo& type);

// Swaps words of two ranges that do not overlap.
class WordSwap {
 public:
  // words: how many there are in each range.
  WordSwap(Word home, Word place, Word words)
      : home_(home + kLeast),
        place_(place + kLeast),
        end_(static_cast<SignedWord>(words + kLeast)),
        distance_(place - home) {}

  Word Of(Word word) const { return word + DistanceOf(word); }

  // What a word is moved by.
  Word DistanceOf(Word word) const {
    const Word there = IsFrom(home_, word) ? distance_ : Word{0};
    const Word back = IsFrom(place_, word) ? distance_ : Word{0};
    return there - back;
  }

 private:
  // Numbers are compared with a sign, and the least stands for a range's begin:
  // most machines have such a comparison of several words, but no other.
  using SignedWord = std::make_signed_t<Word>;
  static constexpr Word kLeast = Word{1} << (8 * sizeof(Word) - 1);

  bool IsFrom(Word begin, Word word) const {
    return static_cast<SignedWord>(word - begin) < end_;
  }

  Word home_;
  Word place_;
  SignedWord end_;
  Word distance_;
};

class Relocation {
 public:
  explicit Relocation(const ImageMemory& memory) : memory_(memory) {}

  // Whether a page may hold references.
  bool Concerns(PageIndex page);

  // Swaps the references of a page in `bytes`: its own, or a copy.
  void SwapPage(PageIndex page, std::byte* bytes);

  // Swaps those of all pages, in place. Most of the time goes to the system,
  // which copies each page.
  // Errors: std::bad_alloc.
  void SwapAll(const Sharing& sharing);

 private:
  void SwapPages(ImagePage page, ImagePage pages_end);
  const TypeWords& CachedWordsOf(const TypeInfo& type);
  const std::vector<Word>& CachedMaskOf(const TypeWords& words,
                                        size_t slot_bytes);
  WordSwap Swap() const;

  const ImageMemory& memory_;
  std::unordered_map<const TypeInfo*, std::unique_ptr<TypeWords>> words_;
  const TypeInfo* last_type_ = nullptr;
  const TypeWords* last_words_ = nullptr;
  std::vector<Word> mask_;
  const TypeWords* mask_words_ = nullptr;
  size_t mask_slot_bytes_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_RELOCATION_H_
