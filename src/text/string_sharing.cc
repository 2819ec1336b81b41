// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Groups of owners. Whoever changes one does so in constant time.

#include "text/string_sharing.h"

#include "gc/held_objects.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/write_barrier.h"
#include "text/shared_cell.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr uint64_t kFlag = StringOwner::kPerhapsShared;

StringBody* BodyOf(const StringOwner& owner) {
  return StringOperations::BodyOf(owner);
}

uint64_t KindOf(uint64_t link) { return link & StringOwner::kKindMask; }
uint64_t FlagOf(uint64_t link) { return link & kFlag; }

uint64_t AddressOf(const void* place) {
  const uint64_t address = reinterpret_cast<uintptr_t>(place);
  HALFWORD_DCHECK((address & StringOwner::kTagMask) == 0,
                  "a string is aligned as its class says");
  return address;
}
StringOwner* PartnerOf(uint64_t link) {
  return reinterpret_cast<StringOwner*>(link & ~StringOwner::kTagMask);
}
SharedCell* CellOf(uint64_t link) {
  return reinterpret_cast<SharedCell*>(link & ~StringOwner::kTagMask);
}

uint64_t PairLink(const StringOwner* partner, uint64_t flag) {
  return AddressOf(partner) | StringOwner::kPair | flag;
}
uint64_t CellLink(const SharedCell* cell) {
  return AddressOf(cell) | StringOwner::kCell;
}

// Another string joins the group of `from`.
void JoinGroup(StringOwner* to, StringOwner* from) {
  const uint64_t link = from->link();
  if (KindOf(link) == StringOwner::kSole) {
    from->set_link(PairLink(to, FlagOf(link)));
    to->set_link(PairLink(from, FlagOf(link)));
    return;
  }
  if (KindOf(link) == StringOwner::kPair) {
    StringOwner* const partner = PartnerOf(link);
    SharedCell* const cell = TakeSharedCell();
    cell->count = 2;
    cell->perhaps_shared = FlagOf(link) != 0;
    cell->owners = AddressOf(from) ^ AddressOf(partner);
    from->set_link(CellLink(cell));
    partner->set_link(CellLink(cell));
  }
  SharedCell* const cell = CellOf(from->link());
  ++cell->count;
  cell->owners ^= AddressOf(to);
  to->set_link(CellLink(cell));
}

// The last of a group may use all of its buffer again.
void MakeSole(StringOwner* survivor, uint64_t flag) {
  survivor->set_link(StringOwner::kSole | flag);
  StringBody* const body = BodyOf(*survivor);
  // A group that holds nothing any more has outlived its heap.
  if (flag != 0 || !IsHeldObject(body)) return;
  if (body->kind() == BodyKind::kBuffer) {
    body->SetHead(BodyKind::kBuffer, BufferCapacity(UsableBytesOf(body)));
  }
}

// Requires: the string is not alone.
void LeaveGroup(const StringOwner* leaver) {
  const uint64_t link = leaver->link();
  if (KindOf(link) == StringOwner::kPair) {
    MakeSole(PartnerOf(link), FlagOf(link));
    return;
  }
  SharedCell* const cell = CellOf(link);
  cell->owners ^= AddressOf(leaver);
  if (--cell->count > 1) return;
  auto* const survivor = reinterpret_cast<StringOwner*>(cell->owners);
  MakeSole(survivor, cell->perhaps_shared ? kFlag : 0);
  GiveBackSharedCell(cell);
}

// The string at `from` now stands at `to`.
void MoveInGroup(StringOwner* to, const StringOwner* from) {
  const uint64_t link = from->link();
  to->set_link(link);
  if (KindOf(link) == StringOwner::kPair) {
    PartnerOf(link)->set_link(PairLink(to, FlagOf(link)));
  } else if (KindOf(link) == StringOwner::kCell) {
    CellOf(link)->owners ^= AddressOf(from) ^ AddressOf(to);
  }
}

void SetBody(StringOwner* owner, const StringBody* body, const char* data,
             size_t length) {
  owner->set_delta(static_cast<int64_t>(reinterpret_cast<uintptr_t>(data) -
                                        reinterpret_cast<uintptr_t>(body)));
  owner->length = static_cast<uint32_t>(length);
  owner->StoreBody(CompressPointer(body));
  WriteBarrier(&owner->body);
}

void SetEmpty(StringOwner* owner) {
  owner->length = 0;
  owner->StoreBody(kNullWord);
  owner->set_delta(0);
  owner->set_link(0);
}

// What a sole owner is told about its buffer ends when it shares: then the head
// says how far the bytes reach that will not change.
void StopWriting(StringOwner* owner) {
  if (!StringOperations::IsWritable(*owner)) return;
  owner->data()[owner->length] = 0;
  BodyOf(*owner)->SetHead(BodyKind::kBuffer,
                          StringOperations::FrontBytes(*owner) + owner->length);
}

// A body of its own for a scoped string that does not know the group that holds
// the bytes. They do not change meanwhile, whatever the allocation calls,
// because their other owners know that they are shared.
HALFWORD_NOINLINE void ShareAlias(StringHandle to, StringHandle from) {
  FlagAsShared(from);
  StringBody* const body = BodyOf(*from.owner);
  const std::string_view bytes(from->data(), from->length);
  StringBody* const alias =
      MakeGarbageCollected<ForeignBody>(HandleOfObject(body), bytes, body);
  // The collection may have cleared the flag, or `from` has another body.
  if (from->has_body() && BodyOf(*from.owner) == body) FlagAsShared(from);
  InstallBody(to, alias, bytes.data(), bytes.size());
}

}  // namespace

void FlagAsShared(StringHandle string) {
  StopWriting(string.owner);
  const uint64_t link = string->link();
  string->set_link(link | kFlag);
  if (KindOf(link) == StringOwner::kPair) {
    StringOwner* const partner = PartnerOf(link);
    partner->set_link(partner->link() | kFlag);
  } else if (KindOf(link) == StringOwner::kCell) {
    string->set_link(link);
    CellOf(link)->perhaps_shared = true;
  }
}

bool NeedsAlias(StringHandle to, StringHandle from) {
  return to.hold == StringHold::kScoped && from.hold == StringHold::kTraced &&
         IsHeldObject(BodyOf(*from.owner));
}

void ShareBody(StringHandle to, StringHandle from) {
  StringBody* const body = BodyOf(*from.owner);
  if (to.hold == StringHold::kScoped && from.hold == StringHold::kScoped) {
    StopWriting(from.owner);
    JoinGroup(to.owner, from.owner);
    SetBody(to.owner, body, from->data(), from->length);
    return;
  }
  if (to.hold == StringHold::kScoped) {
    if (NeedsAlias(to, from)) return ShareAlias(to, from);
    HoldObject(body);
  }
  FlagAsShared(from);
  to->set_link(StringOwner::kSole | kFlag);
  SetBody(to.owner, body, from->data(), from->length);
}

void ReleaseBody(StringHandle string) {
  StringBody* const body = BodyOf(*string.owner);
  const uint64_t link = string->link();
  const bool is_alone = KindOf(link) == StringOwner::kSole;
  if (!is_alone) LeaveGroup(string.owner);
  SetEmpty(string.owner);
  if (!is_alone) return;
  if (string.hold == StringHold::kScoped && !ReleaseObject(body)) return;
  if (FlagOf(link) != 0) return;
  // Others have something to give back: bytes, or what their release calls.
  const bool holds_bytes = body->kind() <= BodyKind::kBuffer;
  if (holds_bytes && body->length_bytes() < kFreeBytesMin) return;
  // What a foreign body refers to was shared, and is not freed explicitly.
  static_cast<void>(FreeBacking(body, BackingContent::kBytes));
}

void LeaveBody(StringHandle string) {
  if (string.hold == StringHold::kScoped) {
    ReleaseObject(BodyOf(*string.owner));
  }
  SetEmpty(string.owner);
}

void InstallBody(StringHandle string, StringBody* body, const char* data,
                 size_t length) {
  if (string.hold == StringHold::kScoped) HoldObject(body);
  if (!string->is_inline()) StringOperations::Release(string);
  string->set_link(StringOwner::kSole);
  SetBody(string.owner, body, data, length);
}

void ExchangeBody(StringHandle string, StringBody* body, const char* data,
                  size_t length) {
  if (string.hold == StringHold::kScoped) HoldObject(body);
  LeaveBody(string);
  string->set_link(StringOwner::kSole);
  SetBody(string.owner, body, data, length);
}

void MoveBody(StringHandle to, StringHandle from) {
  StringBody* const body = BodyOf(*from.owner);
  const uint64_t link = from->link();
  const char* const data = from->data();
  const size_t length = from->length;
  if (to.hold == StringHold::kScoped && from.hold == StringHold::kScoped) {
    MoveInGroup(to.owner, from.owner);
  } else if (to.hold == from.hold) {
    to->set_link(link);
  } else if (KindOf(link) != StringOwner::kSole ||
             (to.hold == StringHold::kScoped && IsHeldObject(body))) {
    ShareBody(to, from);
    // Whatever it has now.
    StringOperations::Release(from);
    return;
  } else {
    if (to.hold == StringHold::kScoped) {
      HoldObject(body);
    } else {
      ReleaseObject(body);
    }
    to->set_link(FlagOf(link));
  }
  SetBody(to.owner, body, data, length);
  SetEmpty(from.owner);
}

AllocationHandle& HandleOf(StringHandle string) {
  if (string->has_body()) return HandleOfObject(BodyOf(*string.owner));
  if (!IsInCage(string.owner)) return CurrentAllocationHandle();
  return HandleFor(string.owner);
}

// A scoped string belongs to no heap while it has no body.
bool BelongToOneHeap(StringHandle to, const StringOwner& from) {
  AllocationHandle* const handle = &HandleOfObject(BodyOf(from));
  return &HandleFor(to.owner) == handle;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
