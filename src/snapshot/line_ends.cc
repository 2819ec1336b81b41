// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counting in source texts, sixteen bytes at a time.
//
// Whether a character begins at a byte depends on that byte and the next three
// only. So four loads, each one byte further, show sixteen bytes with all that
// follows them, and every byte is judged without knowing what came before. That
// makes the count exact for invalid text too: a byte that begins no character
// adds nothing to the surplus.

#include "snapshot/line_ends.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "halfword/internal/checks.h"
#include "snapshot/bytes16.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Zero, which is in no line end and continues no character, behind the end.
uint8_t ByteAt(std::string_view text, size_t offset) {
  return offset < text.size() ? static_cast<uint8_t>(text[offset]) : 0;
}

bool IsContinuation(uint8_t byte) { return (byte & 0xc0) == 0x80; }

// Of the character of UTF-8 that begins here; 1 if none does. What is longer
// than need be, a surrogate or beyond U+10FFFF is none: the second byte tells.
size_t CharacterBytes(std::string_view text, size_t offset) {
  const uint8_t first = ByteAt(text, offset);
  if (first < 0xc2 || first > 0xf4) return 1;
  const uint8_t second = ByteAt(text, offset + 1);
  const uint8_t second_min = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const uint8_t second_max = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (second < second_min || second > second_max) return 1;
  if (first < 0xe0) return 2;
  if (!IsContinuation(ByteAt(text, offset + 2))) return 1;
  if (first < 0xf0) return 3;
  return IsContinuation(ByteAt(text, offset + 3)) ? 4 : 1;
}

bool EndsLine(std::string_view text, size_t offset) {
  return text[offset] == '\n' ||
         (text[offset] == '\r' && ByteAt(text, offset + 1) != '\n');
}

void CheckRange([[maybe_unused]] std::string_view text,
                [[maybe_unused]] size_t begin, [[maybe_unused]] size_t end) {
  HALFWORD_DCHECK(begin <= end, "a range ends behind its beginning");
  HALFWORD_DCHECK(end <= text.size(), "count inside the text");
}

}  // namespace

size_t CharacterBegin(std::string_view text, size_t offset) {
  CheckRange(text, 0, offset);
  if (!IsContinuation(ByteAt(text, offset))) return offset;
  const size_t back_max = std::min(offset, size_t{3});
  for (size_t back = 1; back <= back_max; ++back) {
    if (CharacterBytes(text, offset - back) > back) return offset - back;
  }
  return offset;
}

uint32_t CountLineEndsPortably(std::string_view text, size_t begin,
                               size_t end) {
  CheckRange(text, begin, end);
  uint32_t count = 0;
  for (size_t i = begin; i < end; ++i) count += EndsLine(text, i);
  return count;
}

uint32_t* ListLineStartsPortably(std::string_view text, size_t begin,
                                 size_t end, uint32_t* starts) {
  CheckRange(text, begin, end);
  for (size_t i = begin; i < end; ++i) {
    if (EndsLine(text, i)) *starts++ = static_cast<uint32_t>(i + 1);
  }
  return starts;
}

uint32_t CountSurplusPortably(std::string_view text, size_t begin, size_t end) {
  CheckRange(text, begin, end);
  size_t surplus = 0;
  for (size_t i = begin; i < end; ++i) {
    if (static_cast<uint8_t>(text[i]) < 0xc2) continue;
    // 1, 2, 2 for 2, 3, 4 bytes.
    surplus += std::min(CharacterBytes(text, i) - 1, size_t{2});
  }
  return static_cast<uint32_t>(surplus);
}

#if HALFWORD_HAS_BYTES16

namespace {

constexpr size_t kVectorBytes = 16;
// What is loaded to judge so many.
constexpr size_t kLoadedBytes = kVectorBytes + 3;
// A sum has eight bits for each byte, and a byte adds up to 2.
constexpr size_t kVectorsPerSum = 127;

// Calls visit(at, from, keep) for each sixteen bytes of [begin, end): `from`
// points at them and three more, zeros behind the text; what is not in the
// range has 0 in `keep`.
template <typename Visit>
void ForEachVector(std::string_view text, size_t begin, size_t end,
                   Visit visit) {
  static constexpr uint8_t kKeep[2 * kVectorBytes] = {
      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  size_t at = begin;
  const Bytes16 all = Bytes16::All(0xff);
  for (; at + kVectorBytes <= end && at + kLoadedBytes <= text.size();
       at += kVectorBytes) {
    visit(at, text.data() + at, all);
  }
  for (; at < end; at += kVectorBytes) {
    const size_t kept = std::min(end - at, kVectorBytes);
    const Bytes16 keep = Bytes16::Load(kKeep + kVectorBytes - kept);
    if (at + kLoadedBytes <= text.size()) {
      visit(at, text.data() + at, keep);
      continue;
    }
    char padded[kLoadedBytes] = {};
    std::memcpy(padded, text.data() + at, text.size() - at);
    visit(at, padded, keep);
  }
}

Bytes16 LineEndsIn(const char* from) {
  const Bytes16 bytes = Bytes16::Load(from);
  const Bytes16 next = Bytes16::Load(from + 1);
  return bytes.Is('\n') | bytes.Is('\r').AndNot(next.Is('\n'));
}

// What each byte adds to the surplus: 0, 1 or 2. IsBelow(0xf5) is all of 0x80
// to 0xf4, because ASCII is above.
Bytes16 SurplusIn(const char* from) {
  const Bytes16 bytes = Bytes16::Load(from);
  if (bytes.HighBits() == 0) return {};
  const Bytes16 second = Bytes16::Load(from + 1);
  const Bytes16 third = Bytes16::Load(from + 2);
  const Bytes16 fourth = Bytes16::Load(from + 3);
  const Bytes16 first_ones = bytes.IsBelow(0xf5);
  const Bytes16 needs_second = first_ones & bytes.IsAbove(0xc1);
  const Bytes16 needs_third = first_ones & bytes.IsAbove(0xdf);
  const Bytes16 needs_fourth = first_ones & bytes.IsAbove(0xef);
  const Bytes16 wrong_second = (bytes.Is(0xe0) & second.IsBelow(0xa0)) |
                               (bytes.Is(0xed) & second.IsAbove(0x9f)) |
                               (bytes.Is(0xf0) & second.IsBelow(0x90)) |
                               (bytes.Is(0xf4) & second.IsAbove(0x8f));
  const Bytes16 begins = (needs_second & second.IsBelow(0xc0))
                             .AndNot(wrong_second)
                             .AndNot(needs_third.AndNot(third.IsBelow(0xc0)))
                             .AndNot(needs_fourth.AndNot(fourth.IsBelow(0xc0)));
  return begins.Ones() + (begins & needs_third).Ones();
}

// The sum over [begin, end) of what count(from) gives for each byte.
template <typename Count>
uint32_t SumBytes(std::string_view text, size_t begin, size_t end,
                  Count count) {
  uint32_t sum = 0;
  while (begin < end) {
    const size_t part_end =
        std::min(end, begin + kVectorBytes * kVectorsPerSum);
    Bytes16 sums;
    ForEachVector(text, begin, part_end,
                  [&](size_t, const char* from, Bytes16 keep) {
                    sums = sums + (count(from) & keep);
                  });
    sum += sums.Sum();
    begin = part_end;
  }
  return sum;
}

}  // namespace

uint32_t CountLineEnds(std::string_view text, size_t begin, size_t end) {
  CheckRange(text, begin, end);
  return SumBytes(text, begin, end,
                  [](const char* from) { return LineEndsIn(from).Ones(); });
}

uint32_t* ListLineStarts(std::string_view text, size_t begin, size_t end,
                         uint32_t* starts) {
  CheckRange(text, begin, end);
  ForEachVector(text, begin, end,
                [&](size_t at, const char* from, Bytes16 keep) {
                  uint32_t ends = (LineEndsIn(from) & keep).HighBits();
                  for (; ends != 0; ends &= ends - 1) {
                    const auto i = static_cast<size_t>(std::countr_zero(ends));
                    *starts++ = static_cast<uint32_t>(at + i + 1);
                  }
                });
  return starts;
}

uint32_t CountSurplus(std::string_view text, size_t begin, size_t end) {
  CheckRange(text, begin, end);
  return SumBytes(text, begin, end, SurplusIn);
}

#else

uint32_t CountLineEnds(std::string_view text, size_t begin, size_t end) {
  return CountLineEndsPortably(text, begin, end);
}

uint32_t* ListLineStarts(std::string_view text, size_t begin, size_t end,
                         uint32_t* starts) {
  return ListLineStartsPortably(text, begin, end, starts);
}

uint32_t CountSurplus(std::string_view text, size_t begin, size_t end) {
  return CountSurplusPortably(text, begin, end);
}

#endif  // HALFWORD_HAS_BYTES16

}  // namespace halfword::inline HALFWORD_ABI::internal
