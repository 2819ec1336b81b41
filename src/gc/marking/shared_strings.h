// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SharedStrings: how strings in managed objects learn that nobody shares their
// bytes any more. They have no destructor, so that a copy that dies tells
// nobody; both sides of a copy carry the flag "perhaps shared".
//
// The marker does not follow such an owner but lists it. When all else is
// marked, a listed owner whose body is unmarked is the first to be found; one
// whose body is marked shares it, with the first owner or with whatever else
// was marked: a String, an owner without the flag, a held string, a word of the
// stack. The bodies of the latter lose their marks again; the first owners
// whose bodies still have theirs are alone. Then all get their marks back. So
// two bits a body decide, and nothing is sorted or hashed
// (design/mutable_string.md#req.mutable.regain).
//
// Threads: the heap's own, in a pause.

#ifndef HALFWORD_GC_MARKING_SHARED_STRINGS_H_
#define HALFWORD_GC_MARKING_SHARED_STRINGS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfword/internal/string_body.h"
#include "halfword/internal/string_owner.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SharedStrings {
 public:
  // Requires: the owner lies in an object that is marked.
  void Add(StringOwner* owner) { listed_.push_back(owner); }

  // Takes over what another marker has listed.
  // Requires: MarkBodies() has seen none of it.
  void Absorb(const SharedStrings& other) {
    listed_.insert(listed_.end(), other.listed_.begin(), other.listed_.end());
  }

  size_t size() const { return listed_.size(); }

  // Forgets owners that were listed while the program ran, and have lost their
  // bodies since. Requires: MarkBodies() has seen none.
  void DropChanged();

  // Whether owners are listed whose bodies MarkBodies() has not seen.
  bool HasNew() const { return next_ < listed_.size(); }

  // Calls function(address) for those of their bodies that refer to others, and
  // are to be marked and traced before the rest.
  template <typename Function>
  void ForEachNewIndirect(Function function) const {
    for (size_t i = next_; i < listed_.size(); ++i) {
      const uintptr_t address = BodyOf(*listed_[i]);
      const auto& body = *reinterpret_cast<const StringBody*>(address);
      if (body.kind() > BodyKind::kBuffer) function(address);
    }
  }

  // Marks the bodies of the new ones. Requires: those that refer to others are
  // marked. Returns the bytes of slots that it marked.
  size_t MarkBodies();

  size_t bytes() const { return listed_.capacity() * sizeof(StringOwner*); }

  // Clears the flags of owners that are alone, and lets them use all of their
  // buffers. Requires: nothing was marked since MarkBodies().
  void ClearSoleOwners();

 private:
  static uintptr_t BodyOf(const StringOwner& owner) {
    return DecompressWord(owner.body);
  }

  std::span<StringOwner* const> firsts() const {
    return {listed_.data(), first_count_};
  }
  std::span<StringOwner* const> others() const {
    return {listed_.data() + first_count_, next_ - first_count_};
  }

  // Those that found their bodies unmarked, then those that found them marked,
  // then the new ones.
  std::vector<StringOwner*> listed_;
  size_t first_count_ = 0;
  size_t next_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_SHARED_STRINGS_H_
