// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Finding the header as DevTools does, and checking what the rest relies on.

#include "analysis/file/header.h"

#include <algorithm>
#include <string_view>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/tokens.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

using Json = nlohmann::json;

// Those of browsers have some two kilobytes. What is parsed takes up to a
// hundred times as much memory: each of two brackets is a list.
constexpr size_t kHeaderBytesMax = size_t{1} << 20;

// Of fields, and of types.
constexpr size_t kListSizeMax = 256;

class HeaderParser {
 public:
  HeaderParser(uint64_t offset, const std::string& text) : offset_(offset) {
    json_ = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json_.is_object()) Fail("the header is no JSON object");
  }

  SnapshotHeader Parse() {
    header_.offset = offset_;
    const Json& meta = Member(json_, "meta");
    if (!meta.is_object()) Fail("the header has no \"meta\"");
    ParseNodes(meta);
    ParseEdges(meta);
    ParseOptional(meta);
    header_.node_count = NumberOf("node_count");
    header_.edge_count = NumberOf("edge_count");
    header_.extra_native_bytes = NumberOf("extra_native_bytes");
    if (header_.extra_native_bytes > kBytesMax) {
      Fail("the header's extra_native_bytes is more than any memory");
    }
    header_.trace_function_count = NumberOf("trace_function_count");
    CheckRoot();
    return std::move(header_);
  }

 private:
  using Names = std::vector<std::string>;

  // Above it DevTools, which counts in doubles, is not exact either. With it
  // the sum of all sizes, 2^61 at most, stays below 2^64.
  static constexpr uint64_t kBytesMax = uint64_t{1} << 53;

  [[noreturn]] void Fail(const std::string& text) const {
    throw SnapshotError(offset_, text);
  }

  static const Json& Member(const Json& object, const char* name) {
    static const Json kNothing;
    const auto member = object.find(name);
    return member != object.end() ? *member : kNothing;
  }

  Names NamesOf(const Json& list, const char* name) const {
    Names names;
    if (!list.is_array()) Fail(std::string("the header lists no ") + name);
    if (list.size() > kListSizeMax) {
      Fail(std::string("the header lists too many ") + name);
    }
    for (const Json& item : list) {
      names.push_back(item.is_string() ? item.get<std::string>() : "");
    }
    return names;
  }

  static size_t Find(const Names& names, std::string_view name) {
    const auto place = std::find(names.begin(), names.end(), name);
    return place != names.end() ? static_cast<size_t>(place - names.begin())
                                : SnapshotHeader::kNone;
  }
  size_t Need(const Names& names, const char* list, const char* name) const {
    const size_t place = Find(names, name);
    if (place == SnapshotHeader::kNone) {
      Fail(std::string(list) + " of the header have no \"" + name + "\"");
    }
    return place;
  }

  // Those at the place of `type` in a list of the types of all fields.
  Names TypesOf(const Json& types, size_t place, const char* name) const {
    if (!types.is_array() || place >= types.size()) {
      Fail(std::string("the header lists no ") + name);
    }
    return NamesOf(types[place], name);
  }

  void ParseNodes(const Json& meta) {
    const Names fields = NamesOf(Member(meta, "node_fields"), "node_fields");
    const auto need = [&](const char* name) {
      return Need(fields, "node_fields", name);
    };
    header_.node = {.count = fields.size(),
                    .type = need("type"),
                    .name = need("name"),
                    .id = need("id"),
                    .self_size = need("self_size"),
                    .edge_count = need("edge_count"),
                    .trace_node_id = Find(fields, "trace_node_id"),
                    .detachedness = Find(fields, "detachedness")};
    header_.node_types =
        TypesOf(Member(meta, "node_types"), header_.node.type, "node_types");
  }

  void ParseEdges(const Json& meta) {
    const Names fields = NamesOf(Member(meta, "edge_fields"), "edge_fields");
    const auto need = [&](const char* name) {
      return Need(fields, "edge_fields", name);
    };
    header_.edge = {.count = fields.size(),
                    .type = need("type"),
                    .name_or_index = need("name_or_index"),
                    .to_node = need("to_node")};
    header_.edge_types =
        TypesOf(Member(meta, "edge_types"), header_.edge.type, "edge_types");
  }

  void ParseOptional(const Json& meta) {
    header_.has_samples = meta.contains("sample_fields");
    header_.has_scopes = meta.contains("scope_fields");
    header_.has_scope_context_vars = meta.contains("scope_context_var_fields");
    header_.has_scope_uses = meta.contains("scope_use_fields");
    header_.has_locations = meta.contains("location_fields");
    if (!header_.has_locations) return;
    const Names fields =
        NamesOf(Member(meta, "location_fields"), "location_fields");
    const auto need = [&](const char* name) {
      return Need(fields, "location_fields", name);
    };
    header_.location = {.count = fields.size(),
                        .object_index = need("object_index"),
                        .script_id = need("script_id"),
                        .line = need("line"),
                        .column = need("column")};
  }

  uint64_t NumberOf(const char* name) const {
    const Json& number = Member(json_, name);
    if (number.is_null()) return 0;
    if (!number.is_number_unsigned()) {
      Fail(std::string("the header's ") + name + " is no count");
    }
    return number.get<uint64_t>();
  }

  void CheckRoot() {
    const uint64_t index = NumberOf("root_index");
    const size_t field_count = header_.node.count;
    const uint64_t last = header_.node_count - (header_.node_count != 0);
    if (index % field_count != 0 ||
        (index != 0 && index / field_count != last)) {
      Fail("the root is neither the first nor the last node");
    }
    header_.root_index = static_cast<uint32_t>(index / field_count);
  }

  const uint64_t offset_;
  Json json_;
  SnapshotHeader header_;
};

}  // namespace

SnapshotHeader ReadHeader(ByteReader* bytes) {
  SkipToToken(bytes, "snapshot");
  bytes->Next();
  if (!bytes->SkipTo('{')) {
    throw SnapshotError(bytes->offset(), "the file ends before the header");
  }
  const uint64_t offset = bytes->offset();
  return HeaderParser(offset, TakeBraces(bytes, kHeaderBytesMax)).Parse();
}

}  // namespace halfword::analysis
