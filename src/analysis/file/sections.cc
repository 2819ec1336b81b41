// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the file up to the strings, and a look at its end.

#include "analysis/file/sections.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/number_reader.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/tokens.h"

namespace halfword::analysis {

namespace {

class SectionFinder {
 public:
  SectionFinder(const InputFile& file, const Progress& progress)
      : file_(file), bytes_(file), progress_(progress) {}

  Sections Find() {
    if (bytes_.Peek() < 0) throw SnapshotError("is empty");
    sections_.header = ReadHeader(&bytes_);
    CheckCounts();
    sections_.nodes = SkipArray("nodes");
    sections_.edges = SkipArray("edges");
    const SnapshotHeader& header = sections_.header;
    if (header.trace_function_count != 0) SkipTraces();
    if (header.has_samples) SkipArray("samples");
    if (header.has_locations) sections_.locations = SkipArray("locations");
    if (header.has_scopes) SkipArray("scopes");
    if (header.has_scope_context_vars) SkipArray("scope_context_vars");
    if (header.has_scope_uses) SkipArray("scope_uses");
    SkipToArray(&bytes_, "strings");
    sections_.strings = bytes_.offset();
    sections_.strings_end = FindLastBracket();
    return sections_;
  }

 private:
  // A number has a digit and something that follows it.
  void CheckCounts() const {
    const SnapshotHeader& header = sections_.header;
    const uint64_t offset = header.offset;
    const uint64_t numbers_max = file_.bytes() / 2;
    if (header.node_count == 0) {
      throw SnapshotError(offset, "the header tells of no nodes");
    }
    if (header.node_count > numbers_max / header.node.count ||
        header.edge_count > numbers_max / header.edge.count) {
      throw SnapshotError(offset,
                          "the header tells of more nodes or edges than the "
                          "file has bytes for");
    }
    if (header.node_count > HeapGraph::kNodeCountMax ||
        header.edge_count >= UINT32_MAX) {
      throw SnapshotError(offset,
                          "the file has more than 2^29 nodes or 2^32 edges, "
                          "which this version cannot hold");
    }
  }

  uint64_t SkipArray(const char* name) {
    SkipToArray(&bytes_, name);
    const uint64_t begin = bytes_.offset();
    if (!NumberReader(&bytes_).SkipRest()) {
      throw SnapshotError(begin, std::string("the array of \"") + name +
                                     "\" that begins here has no end: the "
                                     "file is cut off");
    }
    Tell(progress_, "finding sections", bytes_.offset(), file_.bytes());
    return begin;
  }

  // The functions, and the tree up to the next name in quotes.
  void SkipTraces() {
    SkipArray("trace_function_infos");
    if (!bytes_.SkipTo(':') || !bytes_.SkipTo('"')) {
      throw SnapshotError(bytes_.offset(), "the file ends in its trace tree");
    }
  }

  // Of the file: that of the strings.
  uint64_t FindLastBracket() const {
    constexpr size_t kPieceBytes = size_t{64} << 10;
    std::vector<char> piece(kPieceBytes);
    uint64_t end = file_.bytes();
    while (end > sections_.strings) {
      const uint64_t begin = std::max(
          sections_.strings, end - std::min<uint64_t>(end, kPieceBytes));
      const size_t bytes =
          file_.Read(begin, piece.data(), static_cast<size_t>(end - begin));
      const size_t place = std::string_view(piece.data(), bytes).rfind(']');
      if (place != std::string_view::npos) return begin + place;
      end = begin;
    }
    throw SnapshotError(sections_.strings,
                        "the strings that begin here have no end: the file is "
                        "cut off");
  }

  const InputFile& file_;
  ByteReader bytes_;
  const Progress& progress_;
  Sections sections_;
};

}  // namespace

Sections FindSections(const InputFile& file, const Progress& progress) {
  return SectionFinder(file, progress).Find();
}

}  // namespace halfword::analysis
