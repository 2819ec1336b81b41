// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Words are found by runs, and swapped run by run: in a page of one class, a
// run goes through the slots; in an array, through its elements.

#include "image/relocation.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "base/file_mapping.h"
#include "halfword/internal/string_owner.h"
#include "heap/object_lookup.h"
#include "heap/poison.h"
#include "image/page_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What is made private at once is still in the cache when it is swapped.
constexpr ImagePage kPagesAtOnce = 16;
// What a thread takes at a time: some milliseconds of work, while starting a
// thread takes a fraction of one.
constexpr ImagePage kPagesAPart = 512;
// At least so many words of slots are swapped in one loop.
constexpr size_t kMaskWords = 256;

class WordFinder {
 public:
  void AddType(const TypeInfo& type, uint32_t offset) {
    for (const BaseInfo& base : type.bases) {
      AddType(*base.type, offset + base.offset);
    }
    AddFields(type.fields, offset);
  }

  void AddFields(std::span<const FieldInfo> fields, uint32_t offset) {
    for (const FieldInfo& field : fields) AddField(field, offset);
  }

  void AddField(const FieldInfo& field, uint32_t offset) {
    const uint32_t at = offset + field.offset;
    switch (field.kind) {
      case FieldKind::kMember:
      case FieldKind::kWeakMember:
      case FieldKind::kUntracedMember:
      case FieldKind::kTagged:
      case FieldKind::kString:
      case FieldKind::kEphemeronKey:
      case FieldKind::kEphemeronValue:
        Add({at, field.element_bytes, field.count});
        break;
      case FieldKind::kMutableString:
        Add({at + static_cast<uint32_t>(offsetof(StringOwner, body)),
             field.element_bytes, field.count});
        break;
      case FieldKind::kStruct:
        for (uint32_t i = 0; i < field.count; ++i) {
          AddFields(field.nested->fields, at + i * field.element_bytes);
        }
        break;
      case FieldKind::kScalar:
      case FieldKind::kOpaque:
        break;
    }
  }

  std::vector<WordRun> Take() { return std::move(runs_); }

 private:
  // Neighbours become one run.
  void Add(const WordRun& run) {
    if (run.count == 0) return;
    if (!runs_.empty()) {
      WordRun& last = runs_.back();
      const bool is_row = last.stride == sizeof(Word) || last.count == 1;
      if (is_row && (run.stride == sizeof(Word) || run.count == 1) &&
          last.offset + last.count * sizeof(Word) == run.offset) {
        last.stride = sizeof(Word);
        last.count += run.count;
        return;
      }
    }
    runs_.push_back(run);
  }

  std::vector<WordRun> runs_;
};

void SwapRow(const WordSwap& swap, std::byte* first, size_t count) {
  // A copy: what is stored might be the swap itself, for all the compiler sees.
  const WordSwap by = swap;
  auto* const words = reinterpret_cast<Word*>(first);
  for (size_t i = 0; i < count; ++i) words[i] = by.Of(words[i]);
}

void SwapSteps(const WordSwap& swap, std::byte* first, size_t stride,
               size_t count) {
  const WordSwap by = swap;
  for (std::byte* at = first; count != 0; --count, at += stride) {
    auto* const word = reinterpret_cast<Word*>(at);
    *word = by.Of(*word);
  }
}

// The part of an object that is in one page: bytes [begin, end) of it, which
// stand at `bytes`.
struct ObjectPart {
  std::byte* bytes;
  size_t begin;
  size_t end;
};

// Swaps the words of an endless run, from offset on, that are in the part and
// among the first `count`.
void SwapRun(const WordSwap& swap, const ObjectPart& part, size_t offset,
             size_t stride, size_t count) {
  size_t first = 0;
  if (part.begin > offset) first = (part.begin - offset + stride - 1) / stride;
  if (part.end <= offset) return;
  const size_t end = std::min(count, (part.end - offset + stride - 1) / stride);
  if (first >= end) return;
  std::byte* const at = part.bytes + (offset + first * stride - part.begin);
  if (stride == sizeof(Word)) {
    SwapRow(swap, at, end - first);
  } else {
    SwapSteps(swap, at, stride, end - first);
  }
}

// Whether an element has nothing but words, so that an array is one row.
bool IsRow(const TypeWords& words) {
  return words.trailing.size() == 1 && words.trailing[0].offset == 0 &&
         words.trailing[0].stride == sizeof(Word) &&
         words.trailing[0].count * sizeof(Word) == words.trailing_bytes;
}

void SwapObject(const WordSwap& swap, const TypeWords& words,
                const ObjectPart& part, size_t usable_bytes) {
  for (const WordRun& run : words.fixed) {
    SwapRun(swap, part, run.offset, run.stride, run.count);
  }
  if (words.trailing.empty() || usable_bytes <= words.trailing_offset) return;
  const size_t count =
      (usable_bytes - words.trailing_offset) / words.trailing_bytes;
  if (IsRow(words)) {
    SwapRun(swap, part, words.trailing_offset, sizeof(Word),
            count * words.trailing[0].count);
    return;
  }
  for (const WordRun& run : words.trailing) {
    for (uint32_t i = 0; i < run.count; ++i) {
      SwapRun(swap, part,
              words.trailing_offset + run.offset + size_t{i} * run.stride,
              words.trailing_bytes, count);
    }
  }
}

// Whether so many words of a slot are references that it takes less time to
// look at all words, several at a time.
bool IsDense(const TypeWords& words, const PageRecord& record) {
  size_t count = 0;
  for (const WordRun& run : words.fixed) count += run.count;
  return sizeof(Word) == 4 && words.trailing.empty() &&
         count * 4 * sizeof(Word) >= record.slot_bytes;
}

// A word of ones for each word of a slot that may be a reference, and of zeros
// for each other; repeated for several slots, for the compiler's loops of many
// words.
std::vector<Word> MaskOf(const TypeWords& words, size_t slot_bytes) {
  const size_t slot_count =
      std::max(kMaskWords * sizeof(Word) / slot_bytes, size_t{1});
  std::vector<Word> mask(slot_count * slot_bytes / sizeof(Word));
  for (size_t slot = 0; slot < slot_count; ++slot) {
    for (const WordRun& run : words.fixed) {
      for (size_t i = 0; i < run.count; ++i) {
        const size_t at = slot * slot_bytes + run.offset + i * run.stride;
        mask[at / sizeof(Word)] = ~Word{0};
      }
    }
  }
  return mask;
}

// The slots of a page as one row of words.
void SwapMasked(const WordSwap& swap, const std::vector<Word>& mask,
                size_t count, std::byte* bytes) {
  const WordSwap by = swap;
  auto* row = reinterpret_cast<Word*>(bytes);
  while (count != 0) {
    const size_t part = std::min(count, mask.size());
    for (size_t i = 0; i < part; ++i) row[i] += by.DistanceOf(row[i]) & mask[i];
    row += part;
    count -= part;
  }
}

// All slots of a page of one class, also those that are free.
void SwapSlots(const WordSwap& swap, const TypeWords& words,
               const PageRecord& record, std::byte* bytes) {
  if (words.trailing.empty()) {
    for (const WordRun& run : words.fixed) {
      for (uint32_t i = 0; i < run.count; ++i) {
        SwapSteps(swap, bytes + run.offset + size_t{i} * run.stride,
                  record.slot_bytes, record.slot_count);
      }
    }
    return;
  }
  for (size_t slot = 0; slot < record.slot_count; ++slot) {
    SwapObject(swap, words,
               {bytes + slot * record.slot_bytes, 0, record.slot_bytes},
               UsableBytes(record));
  }
}

}  // namespace

TypeWords WordsOf(const TypeInfo& type) {
  TypeWords words;
  WordFinder finder;
  finder.AddType(type, 0);
  words.fixed = finder.Take();
  if (type.trailing != nullptr) {
    WordFinder element;
    element.AddField(*type.trailing, 0);
    words.trailing = element.Take();
    words.trailing_offset = type.trailing_offset;
    words.trailing_bytes = type.trailing_element_bytes;
  }
  return words;
}

const TypeWords& Relocation::CachedWordsOf(const TypeInfo& type) {
  if (&type != last_type_) {
    std::unique_ptr<TypeWords>& words = words_[&type];
    if (words == nullptr) words = std::make_unique<TypeWords>(WordsOf(type));
    last_type_ = &type;
    last_words_ = words.get();
  }
  return *last_words_;
}

const std::vector<Word>& Relocation::CachedMaskOf(const TypeWords& words,
                                                  size_t slot_bytes) {
  if (&words != mask_words_ || slot_bytes != mask_slot_bytes_) {
    mask_ = MaskOf(words, slot_bytes);
    mask_words_ = &words;
    mask_slot_bytes_ = slot_bytes;
  }
  return mask_;
}

WordSwap Relocation::Swap() const {
  const size_t bytes = size_t{memory_.end_page()} * kPageBytes;
  return {CompressAddress(memory_.home()), CompressAddress(memory_.place()),
          CompressAddress(memory_.place() + bytes) -
              CompressAddress(memory_.place())};
}

bool Relocation::Concerns(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  switch (record.kind) {
    case PageKind::kSlots:
      return record.type == nullptr || !CachedWordsOf(*record.type).empty();
    case PageKind::kLarge:
      return !CachedWordsOf(*record.type).empty();
    case PageKind::kLargeTail:
      return !CachedWordsOf(*RecordAt(page - record.run_pages).type).empty();
    case PageKind::kNone:
    case PageKind::kFree:
    case PageKind::kCounted:
    case PageKind::kTables:
      break;
  }
  return false;
}

void Relocation::SwapPage(PageIndex page, std::byte* bytes) {
  const WordSwap swap = Swap();
  const PageRecord& record = RecordAt(page);
  if (record.kind == PageKind::kSlots && record.type != nullptr) {
    const TypeWords& words = CachedWordsOf(*record.type);
    if (IsDense(words, record)) {
      SwapMasked(swap, CachedMaskOf(words, record.slot_bytes),
                 size_t{record.slot_count} * record.slot_bytes / sizeof(Word),
                 bytes);
    } else {
      SwapSlots(swap, words, record, bytes);
    }
    return;
  }
  if (record.kind == PageKind::kSlots) {
    ForEachObject(page, [&](uintptr_t object) {
      SwapObject(swap, CachedWordsOf(TypeOfSlot(record, object)),
                 {bytes + (object - PageAddress(page)), 0, record.slot_bytes},
                 UsableBytes(record));
    });
    return;
  }
  if (record.kind != PageKind::kLarge && record.kind != PageKind::kLargeTail) {
    return;
  }
  const size_t index = record.kind == PageKind::kLarge ? 0 : record.run_pages;
  const PageRecord& first = RecordAt(page - static_cast<PageIndex>(index));
  const size_t begin = index * kPageBytes;
  const size_t usable = UsableBytes(first);
  SwapObject(swap, CachedWordsOf(*first.type),
             {bytes, begin, std::min(begin + kPageBytes, usable)}, usable);
}

void Relocation::SwapPages(ImagePage page, ImagePage pages_end) {
  while (page < pages_end) {
    ImagePage end = page;
    while (end < pages_end && end - page < kPagesAtOnce &&
           Concerns(memory_.PageIndexAt(end))) {
      ++end;
    }
    if (end == page) {
      ++page;
      continue;
    }
    auto* const bytes = static_cast<std::byte*>(memory_.BytesAt(page));
    const size_t byte_count = size_t{end - page} * kPageBytes;
    UnpoisonMemory(bytes, byte_count);
    MakePagesPrivate(bytes, byte_count);
    for (; page < end; ++page) {
      SwapPage(memory_.PageIndexAt(page),
               static_cast<std::byte*>(memory_.BytesAt(page)));
    }
  }
}

void Relocation::SwapAll(const Sharing& sharing) {
  const ImagePage end = memory_.end_page();
  ForEachPart(sharing, (end + kPagesAPart - 1) / kPagesAPart, [&](size_t part) {
    const auto page = static_cast<ImagePage>(part * kPagesAPart);
    Relocation(memory_).SwapPages(page, std::min(page + kPagesAPart, end));
  });
}

}  // namespace halfword::inline HALFWORD_ABI::internal
