// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cue(): from the bytes of a jam to the noun in the heap.
//
// The bits of a jam are read from the least significant end of each byte:
//
//   0 mat(n)      the atom n
//   1 0 head tail a cell
//   1 1 mat(p)    the noun that begins at bit p, once more
//
// mat(0) is the bit 1. mat(n), where n has b bits and b has c: c zeros, a one,
// the low c - 1 bits of b, and the b bits of n.
//
// What is refused and what is not is as in Urbit's runtime: a length or a
// position may have leading zeros, and so may an atom, which loses them; a back
// reference may name an atom that would have been shorter. It may not name a
// back reference, a cell that it is in, or a bit where no noun begins. One
// thing is stricter here: behind the noun there are only zeros, because a jam
// is a number, and a file of it may have leading ones.

#ifndef EXAMPLES_NOUNS_CUE_H_
#define EXAMPLES_NOUNS_CUE_H_

#include <cstdint>
#include <span>
#include <stdexcept>

#include "examples/nouns/noun.h"

namespace nouns {

// What is wrong with a jam, as in "bit 12: ..., expected ...".
class CueError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The noun of a jam, with the sharing that its back references say. Throws
// CueError, and std::bad_alloc.
// Cost: linear in the bytes. Beside the heap 2 bytes a byte, 4 a noun (8 with
// 8-byte references) and 16 a level of depth, and of the last two three times
// as much while their arrays grow. Depth is no matter: the C++ stack does not
// grow with it.
Noun Cue(halfword::AllocationHandle& handle, std::span<const uint8_t> jam);

// The bytes of zeros behind the noun of a jam that Jam() wrote, whose last bit
// is always a one. Other writers leave one there where the noun ends with a
// byte (small-blocks.jam is such a file): the number is the same, the file is
// not.
uint32_t CountPaddingBytes(std::span<const uint8_t> jam);

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_CUE_H_
