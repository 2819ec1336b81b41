// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk that looks at each text, and walks that look for some.

#include "analysis/file/string_table.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#define XXH_INLINE_ALL
#include "analysis/file/json_text.h"
#include "analysis/file/pair_name.h"
#include "analysis/file/string_scanner.h"
#include "xxhash.h"

namespace halfword::analysis {

namespace {

// Of one text; a few strings lie before it.
constexpr size_t kLookUpBytes = size_t{16} << 10;

// Texts by 128 bits of hash, so that they need not be kept.
class TextNumbers {
 public:
  uint32_t NumberOf(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    const auto next = static_cast<uint32_t>(numbers_.size());
    return numbers_.try_emplace({hash.low64, hash.high64}, next).first->second;
  }
  uint32_t count() const { return static_cast<uint32_t>(numbers_.size()); }

 private:
  struct Key {
    uint64_t low;
    uint64_t high;
    bool operator==(const Key&) const = default;
  };
  struct Low {
    size_t operator()(const Key& key) const { return key.low; }
  };

  std::unordered_map<Key, uint32_t, Low> numbers_;
};

}  // namespace

StringTable::StringTable(const InputFile& file, uint64_t begin, uint64_t end)
    : file_(file), end_(end) {
  StringScanner scanner(file, begin, end);
  TextNumbers texts;
  std::string decoded;
  while (scanner.Next()) {
    const auto slot = static_cast<NameSlot>(traits_.size());
    if (slot % kStride == 0) offsets_.push_back(scanner.offset());
    std::string_view text = scanner.raw();
    // Names that rules know are ASCII, so that bytes need not be looked at.
    if (scanner.has_escapes()) {
      decoded = DecodeJsonText(text);
      text = decoded;
    }
    const NameTraits traits(text);
    traits_.push_back(traits);
    if (traits.known() != KnownName::kPair) continue;
    text = DecodeJsonText(scanner.raw(), scanner.has_escapes(), &decoded);
    const std::optional<PairName> pair = ParsePairName(text);
    pairs_.push_back({slot, pair->table_id, texts.NumberOf(pair->text)});
  }
  pair_text_count_ = texts.count();
}

const StringTable::Pair& StringTable::PairOf(NameSlot slot) const {
  return *std::lower_bound(
      pairs_.begin(), pairs_.end(), slot,
      [](const Pair& pair, NameSlot wanted) { return pair.slot < wanted; });
}

std::string StringTable::TextOf(NameSlot slot) const {
  StringScanner scanner(file_, offsets_[slot / kStride], end_, kLookUpBytes);
  for (uint32_t i = 0; i <= slot % kStride; ++i) scanner.Next();
  if (!scanner.is_cut()) return DecodeJsonText(scanner.raw());
  StringScanner wide(file_, scanner.offset(), end_);
  wide.Next();
  return DecodeJsonText(wide.raw());
}

std::vector<std::string> StringTable::TextsOf(
    const std::vector<NameSlot>& slots) const {
  std::vector<std::string> texts;
  texts.reserve(slots.size());
  ForEachText(slots,
              [&texts](std::string_view text) { texts.emplace_back(text); });
  return texts;
}

void StringTable::ForEachText(
    std::span<const NameSlot> slots,
    const std::function<void(std::string_view text)>& visit) const {
  // A walk goes on as long as the next text is near.
  constexpr uint32_t kNear = 64 * kStride;
  std::optional<StringScanner> scanner;
  std::string decoded;
  uint32_t next = 0;  // the string that the scanner would give
  for (const NameSlot slot : slots) {
    const bool is_same = scanner.has_value() && next == slot + 1;
    if (!is_same && (!scanner.has_value() || slot - next > kNear)) {
      next = slot - slot % kStride;
      scanner.emplace(file_, offsets_[slot / kStride], end_);
    }
    for (; next <= slot; ++next) scanner->Next();
    visit(DecodeJsonText(scanner->raw(), scanner->has_escapes(), &decoded));
  }
}

}  // namespace halfword::analysis
