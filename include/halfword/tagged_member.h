// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// subtle::TaggedUncompressedMember<T, Tag1, Tag2>: a strong reference and one
// bit, which says whether it is of the one kind or the other.
//
//   struct Parent {};
//   struct Host {};
//   TaggedUncompressedMember<Node, Parent, Host> up(Parent(), parent);
//   if (Node* node = up.TryGetAs<Host>()) ...
//
// It stores a whole pointer, whose lowest bit is the tag: clear for Tag1. Like
// every uncompressed reference it needs a hand-written Trace around it.

#ifndef HALFWORD_TAGGED_MEMBER_H_
#define HALFWORD_TAGGED_MEMBER_H_

#include <cstdint>
#include <type_traits>

#include "halfword/internal/checks.h"
#include "halfword/internal/write_barrier.h"
#include "halfword/macros.h"
#include "halfword/member.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::subtle {

template <typename Pointee, typename Tag1, typename Tag2>
class TaggedUncompressedMember final {
  HALFWORD_DISALLOW_NEW();

 public:
  static_assert(!std::is_same_v<Tag1, Tag2>, "two tags tell two kinds apart");

  TaggedUncompressedMember(Tag1, Pointee* pointer) { SetAs<Tag1>(pointer); }
  TaggedUncompressedMember(Tag2, Pointee* pointer) { SetAs<Tag2>(pointer); }
  TaggedUncompressedMember(const TaggedUncompressedMember& other) {
    Store(other.GetUntagged(), other.value_ & kTagBit);
  }
  TaggedUncompressedMember& operator=(const TaggedUncompressedMember& other) {
    Store(other.GetUntagged(), other.value_ & kTagBit);
    return *this;
  }

  template <typename Tag>
  bool Is() const {
    return (value_ & kTagBit) == BitOf<Tag>();
  }

  // Requires: Is<Tag>().
  template <typename Tag>
  Pointee* GetAs() const {
    HALFWORD_DCHECK(Is<Tag>(), "ask Is() or TryGetAs() for the tag first");
    return GetUntagged();
  }

  // Null if the tag is the other one.
  template <typename Tag>
  Pointee* TryGetAs() const {
    return Is<Tag>() ? GetUntagged() : nullptr;
  }

  Pointee* GetUntagged() const {
    return reinterpret_cast<Pointee*>(value_ & ~kTagBit);
  }

  template <typename Tag>
  void SetAs(Pointee* pointer) {
    Store(pointer, BitOf<Tag>());
  }

  void Trace(Visitor* visitor) const {
    const uintptr_t value = __atomic_load_n(&value_, __ATOMIC_ACQUIRE);
    // A copy, of which no barrier is to hear: this may be a helper's thread.
    visitor->Trace(
        internal::BasicMember<
            Pointee, internal::StrongMemberTag, internal::NoWriteBarrierPolicy,
            internal::DisabledCheckingPolicy, internal::RawPointer>(
            reinterpret_cast<Pointee*>(value & ~kTagBit)));
  }

 private:
  static constexpr uintptr_t kTagBit = 1;

  template <typename Tag>
  static constexpr uintptr_t BitOf() {
    static_assert(std::is_same_v<Tag, Tag1> || std::is_same_v<Tag, Tag2>,
                  "ask for one of the two tags");
    return std::is_same_v<Tag, Tag2> ? kTagBit : 0;
  }

  void Store(Pointee* pointer, uintptr_t bit) {
    __atomic_store_n(&value_, reinterpret_cast<uintptr_t>(pointer) | bit,
                     __ATOMIC_RELEASE);
    internal::ObjectBarrier(pointer);
  }

  uintptr_t value_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::subtle

#endif  // HALFWORD_TAGGED_MEMBER_H_
