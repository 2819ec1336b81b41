// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who owns the bytes of a MutableString, and who knows of whom.
//
// The scoped strings with one body are a group: one is alone, two point at each
// other, three or more have a SharedCell; a group that has shrunk keeps its
// cell until one is left. A group holds its body: it is a root. Strings in
// managed objects are in no group, and a group that shared with one of them, or
// with a String, is flagged as a whole: the flag is in the cell, or in both
// links of a pair.
//
// A body has one group at most. A scoped copy of a string in a managed object,
// whose body some group holds that is not known there, gets a ForeignBody of
// its own that refers to the bytes.

#ifndef HALFWORD_TEXT_STRING_SHARING_H_
#define HALFWORD_TEXT_STRING_SHARING_H_

#include <cstddef>

#include "halfword/internal/string_operations.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What is not inline is shared: that costs a third of the time of a copy, and a
// copy that is written to afterwards half as much again
// (design/mutable_string.md#req.mutable.border).
inline constexpr size_t kShareBytesMin = StringOwner::kInlineBytesMax + 1;
// Below it, bytes are copied where they could only be shared through one more
// body that refers to them.
inline constexpr size_t kIndirectBytesMin = 128;
// Below it, parts are copied, as those of a String are: so short a part would
// keep the whole from being written to in place.
inline constexpr size_t kPartBytesMin = 128;
// Below it, a buffer that has become garbage is left to the next collection,
// to which it costs next to nothing.
inline constexpr size_t kFreeBytesMin = 128;

// Whether `to` would need such a body.
bool NeedsAlias(StringHandle to, StringHandle from);

// Makes `to`, which is empty, one more owner of the body of `from`.
// Requires: both belong to one heap.
void ShareBody(StringHandle to, StringHandle from);

// Gives up the body and leaves the string empty. An owner that was alone frees
// the body at once.
void ReleaseBody(StringHandle string);

// The same without freeing it: the collector will. Requires: the string is
// writable.
void LeaveBody(StringHandle string);

// Gives a string a body that nobody else has, instead of what it has. Errors:
// std::bad_alloc; then nothing changes.
void InstallBody(StringHandle string, StringBody* body, const char* data,
                 size_t length);
// The same without freeing what it has. Requires: as LeaveBody().
void ExchangeBody(StringHandle string, StringBody* body, const char* data,
                  size_t length);

// Moves what `from` has to `to`, which is empty. Requires: as ShareBody().
void MoveBody(StringHandle to, StringHandle from);

// Notes that something in the heap has the bytes too, unknown to the string.
void FlagAsShared(StringHandle string);

// The heap that a string allocates in.
AllocationHandle& HandleOf(StringHandle string);
bool BelongToOneHeap(StringHandle to, const StringOwner& from);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_STRING_SHARING_H_
