// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SourceTable: the source texts of a program, and what makes lines and columns
// of offsets in them.
//
//   halfword::SourceTable sources;
//   const halfword::SourceId page = sources.Add("index.html", html);
//   ...  // objects keep SourcePosition{page, offset_bytes}
//   sources.Prepare();
//   if (const auto place = sources.Find(position)) {
//     Show(place->line, place->column);
//   }
//
// A text is bytes of UTF-8. A byte that belongs to no character counts as one
// UTF-16 unit. A line ends in "\n", "\r\n" or "\r"
// (docs/design/source_positions.md#req.source.lines).
//
// The line ends of a text are found once, when they are first needed or in
// Prepare(), and kept: 4 bytes a line and 4 KiB a MiB of text, 8 KiB where it
// is not ASCII. They are in malloc's memory, not in a managed heap, so a
// snapshot does not see what it costs.

#ifndef HALFWORD_SOURCE_TABLE_H_
#define HALFWORD_SOURCE_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "halfword/internal/build_config.h"
#include "halfword/source_position.h"

namespace halfword::inline HALFWORD_ABI {

// Threads: one at a time, also for Find(), which remembers where it was.
class SourceTable {
 public:
  // What an offset of 32 bits can name: 4 GiB - 1.
  static constexpr uint64_t kTextBytesMax = UINT32_MAX;

  SourceTable();
  ~SourceTable();
  SourceTable(const SourceTable&) = delete;
  SourceTable& operator=(const SourceTable&) = delete;

  // Adds a source. The name is copied; the text is not, and stays readable and
  // the same until SetText() or Remove(). Returns kNoSource, and adds nothing,
  // for a text that is larger than kTextBytesMax.
  [[nodiscard]] SourceId Add(std::string_view name, std::string_view text);

  // Gives a source another text, whose line ends are found anew: also if it is
  // the same memory with other bytes. From here on the old text is not read.
  // Returns false if the text is larger than kTextBytesMax; then the source has
  // no text, and no position in it is found.
  // Requires: Contains(source).
  bool SetText(SourceId source, std::string_view text);

  // Forgets a source. No position in it is found any more.
  // Requires: Contains(source).
  void Remove(SourceId source);

  bool Contains(SourceId source) const;
  // Empty if the table does not contain it. Valid until Remove().
  std::string_view Name(SourceId source) const;
  size_t source_count() const { return sources_.size(); }

  // Finds the line ends of all sources that have none yet, so that Find() only
  // looks them up: for callers that walk a heap, or fork, after that. Returns
  // false if memory did not suffice for some, or their text changed meanwhile;
  // in those nothing is found until the next Prepare() that has more luck.
  // Cost: reads each new text twice.
  bool Prepare();

  // The line and column of an offset. Inside a character it is the place of
  // that character; the size of the text is the place behind the last one.
  // Nothing if the offset is larger, or the table does not contain the source.
  // Cost: reads at most 1 KiB of text; none of it where it is ASCII. Positions
  // that come in ascending order within each source are the fastest.
  std::optional<TextPosition> Find(SourcePosition position);

  // Gives back the memory of all line ends. They are found again when needed.
  void DropLineEnds();

  // What the line ends take now.
  size_t cache_bytes() const;

 private:
  struct Source;

  Source* FindSource(SourceId id) const;

  std::unordered_map<SourceId, std::unique_ptr<Source>> sources_;
  uint32_t last_id_ = 0;
  // The source of the last Find(): neighbours have the same one, mostly.
  SourceId recent_id_ = kNoSource;
  Source* recent_ = nullptr;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_SOURCE_TABLE_H_
