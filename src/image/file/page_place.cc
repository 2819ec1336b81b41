// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// At most 48 segments, which a plain search finds its way through.

#include "image/file/page_place.h"

#include <algorithm>
#include <vector>

#include "image/file/page_directory.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

struct Range {
  uint64_t begin;
  uint64_t end;
};

bool AddRange(uint64_t offset, uint64_t bytes, uint64_t file_bytes,
              std::vector<Range>* ranges) {
  if (offset < kDirectoryOffset || offset % kUnitBytes != 0 ||
      offset > file_bytes || bytes > file_bytes - offset) {
    return false;
  }
  ranges->push_back({offset, offset + bytes});
  return true;
}

}  // namespace

bool IsSound(const ImageState& state) {
  if (state.page_bytes_log2 != kImagePageBytesLog2 ||
      state.segment_count > kSegmentCountMax) {
    return false;
  }
  std::vector<Range> ranges;
  uint64_t next_page = 0;
  for (uint32_t i = 0; i < state.segment_count; ++i) {
    const ImageSegment& segment = state.segments[i];
    if (segment.page_count == 0 || segment.first_page != next_page) {
      return false;
    }
    next_page += segment.page_count;
    const uint64_t hash_bytes =
        RoundUpToUnit(uint64_t{segment.page_count} * sizeof(ImageHash));
    if (!AddRange(segment.pages_offset,
                  uint64_t{segment.page_count} * kImagePageBytes,
                  state.file_bytes, &ranges) ||
        !AddRange(segment.directory_offset, hash_bytes, state.file_bytes,
                  &ranges)) {
      return false;
    }
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  for (size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].begin < ranges[i - 1].end) return false;
  }
  return next_page == state.page_count;
}

const ImageSegment& SegmentOf(const ImageState& state, uint32_t page) {
  const ImageSegment* segment = state.segments;
  while (page - segment->first_page >= segment->page_count) ++segment;
  return *segment;
}

uint64_t PageOffset(const ImageState& state, uint32_t page) {
  const ImageSegment& segment = SegmentOf(state, page);
  return segment.pages_offset +
         uint64_t{page - segment.first_page} * kImagePageBytes;
}

DirectoryBlock DirectoryBlockOf(const ImageState& state, uint32_t page) {
  const ImageSegment& segment = SegmentOf(state, page);
  const uint32_t block =
      (page - segment.first_page) / PageDirectory::kPagesABlock;
  const uint32_t before = block * PageDirectory::kPagesABlock;
  return {.offset = segment.directory_offset + uint64_t{block} * kUnitBytes,
          .first_page = segment.first_page + before,
          .page_count = std::min(PageDirectory::kPagesABlock,
                                 segment.page_count - before)};
}

}  // namespace halfword::inline HALFWORD_ABI::internal
