// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotHeader: what a snapshot says of itself: how many numbers a node and
// an edge have, and which of them is what. Producers differ (V8 has written
// nodes of five, six and seven numbers), so that all else goes by it.

#ifndef HALFWORD_ANALYSIS_FILE_HEADER_H_
#define HALFWORD_ANALYSIS_FILE_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/file/byte_reader.h"

namespace halfword::analysis {

struct SnapshotHeader {
  // There is no such field.
  static constexpr size_t kNone = SIZE_MAX;

  struct NodeFields {
    size_t count = 0;
    size_t type = kNone;
    size_t name = kNone;
    size_t id = kNone;
    size_t self_size = kNone;
    size_t edge_count = kNone;
    size_t trace_node_id = kNone;
    size_t detachedness = kNone;
  };
  struct EdgeFields {
    size_t count = 0;
    size_t type = kNone;
    size_t name_or_index = kNone;
    size_t to_node = kNone;
  };
  struct LocationFields {
    size_t count = 0;
    size_t object_index = kNone;
    size_t script_id = kNone;
    size_t line = kNone;
    size_t column = kNone;
  };

  uint64_t offset = 0;  // of its brace, in the file
  NodeFields node;
  EdgeFields edge;
  LocationFields location;
  // Names of types, by the number in the file.
  std::vector<std::string> node_types;
  std::vector<std::string> edge_types;
  uint64_t node_count = 0;
  uint64_t edge_count = 0;
  uint64_t extra_native_bytes = 0;
  uint64_t trace_function_count = 0;
  uint32_t root_index = 0;  // a node
  // Optional sections that the reader must find.
  bool has_samples = false;
  bool has_locations = false;
  bool has_scopes = false;
  bool has_scope_context_vars = false;
  bool has_scope_uses = false;
};

// Reads on from where the reader stands, up to the end of the header.
// Throws SnapshotError.
SnapshotHeader ReadHeader(ByteReader* bytes);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_HEADER_H_
