// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The sources by id, each with the index of its lines, if that was made.

#include "halfword/source_table.h"

#include <string>

#include "halfword/internal/checks.h"
#include "snapshot/line_index.h"

namespace halfword::inline HALFWORD_ABI {

struct SourceTable::Source {
  std::string name;
  std::string_view text;
  std::unique_ptr<internal::LineIndex> lines;
  // A text that was refused is not taken for an empty one.
  bool has_text = false;
  // The lines could not be found. Only Prepare() tries again: a walk that asks
  // a million times must not try a million times.
  bool failed = false;

  bool Take(std::string_view new_text) {
    HALFWORD_DCHECK(new_text.data() != nullptr || new_text.empty(),
                    "a text of null with a size cannot be read");
    lines.reset();
    failed = false;
    has_text = new_text.size() <= kTextBytesMax;
    text = has_text ? new_text : std::string_view();
    return has_text;
  }

  // True also of a source without a text.
  bool MakeLines() {
    if (lines == nullptr && has_text) {
      lines = internal::LineIndex::Make(text);
      failed = lines == nullptr;
    }
    return !failed;
  }
};

SourceTable::SourceTable() = default;
SourceTable::~SourceTable() = default;

SourceTable::Source* SourceTable::FindSource(SourceId id) const {
  const auto found = sources_.find(id);
  return found == sources_.end() ? nullptr : found->second.get();
}

SourceId SourceTable::Add(std::string_view name, std::string_view text) {
  auto source = std::make_unique<Source>();
  if (!source->Take(text)) return kNoSource;
  HALFWORD_CHECK(last_id_ < UINT32_MAX,
                 "a table numbers 2^32 - 1 sources and uses no number twice: "
                 "begin another table");
  source->name = name;
  const auto id = static_cast<SourceId>(++last_id_);
  sources_.emplace(id, std::move(source));
  return id;
}

bool SourceTable::SetText(SourceId source, std::string_view text) {
  Source* const found = FindSource(source);
  HALFWORD_DCHECK(found != nullptr,
                  "SetText() takes a source that Add() gave and Remove() did "
                  "not take");
  return found != nullptr && found->Take(text);
}

void SourceTable::Remove(SourceId source) {
  [[maybe_unused]] const size_t count = sources_.erase(source);
  HALFWORD_DCHECK(count == 1, "a source is removed once, after Add() gave it");
  if (source == recent_id_) recent_id_ = kNoSource;
}

bool SourceTable::Contains(SourceId source) const {
  return sources_.contains(source);
}

std::string_view SourceTable::Name(SourceId source) const {
  const Source* const found = FindSource(source);
  return found == nullptr ? std::string_view() : found->name;
}

bool SourceTable::Prepare() {
  bool complete = true;
  for (const auto& [id, source] : sources_) {
    complete = source->MakeLines() && complete;
  }
  return complete;
}

std::optional<TextPosition> SourceTable::Find(SourcePosition position) {
  if (position.source == kNoSource) return std::nullopt;
  if (position.source != recent_id_) {
    Source* const source = FindSource(position.source);
    if (source == nullptr) return std::nullopt;
    recent_id_ = position.source;
    recent_ = source;
  }
  if (position.offset_bytes > recent_->text.size()) return std::nullopt;
  if (recent_->lines == nullptr && !recent_->failed) recent_->MakeLines();
  if (recent_->lines == nullptr) return std::nullopt;
  return recent_->lines->Find(position.offset_bytes);
}

void SourceTable::DropLineEnds() {
  for (const auto& [id, source] : sources_) {
    source->lines.reset();
    source->failed = false;
  }
}

size_t SourceTable::cache_bytes() const {
  size_t bytes = 0;
  for (const auto& [id, source] : sources_) {
    if (source->lines != nullptr) bytes += source->lines->memory_bytes();
  }
  return bytes;
}

}  // namespace halfword::inline HALFWORD_ABI
