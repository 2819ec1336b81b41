// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot info`: what a file is, without a look at its edges.

#include <fmt/format.h>

#include "analysis/file/input_file.h"
#include "analysis/file/producer.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/sections.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/file/string_table.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/snapshot_commands.h"

namespace halfword::tools {

namespace {

using analysis::InputFile;
using analysis::Sections;
using analysis::SnapshotHeader;

uint64_t SumOfSizes(const InputFile& file, const Sections& sections) {
  const SnapshotHeader& header = sections.header;
  analysis::RowReader rows(file, sections.nodes, header.node.count);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < header.node_count; ++i) {
    sum += rows.Next("nodes")[header.node.self_size];
  }
  return sum;
}

class SnapshotInfo final : public DocumentCommand {
 public:
  explicit SnapshotInfo(CLI::App* parent)
      : DocumentCommand(parent, "info",
                        "Who wrote a snapshot, and how much is in it") {}

 private:
  Json Describe(const analysis::Progress& progress) const override {
    const InputFile file(path(), progress);
    const Sections sections = FindSections(file, progress);
    const SnapshotHeader& header = sections.header;
    const analysis::StringTable strings(file, sections.strings,
                                        sections.strings_end);
    return {{"file", path()},
            {"file_bytes", file.given_bytes()},
            {"text_bytes", file.bytes()},
            {"producer", FindProducer(file, sections)},
            {"node_count", header.node_count},
            {"edge_count", header.edge_count},
            {"string_count", strings.count()},
            {"self_bytes", SumOfSizes(file, sections)},
            {"node_field_count", header.node.count},
            {"trace_function_count", header.trace_function_count},
            {"extra_native_bytes", header.extra_native_bytes}};
  }

  std::string Format(const Json& document) const override {
    const auto count = [&](const char* key) {
      return FormatCount(document[key].get<uint64_t>());
    };
    const auto bytes = [&](const char* key) {
      return FormatBytes(document[key].get<uint64_t>());
    };
    std::string size = bytes("file_bytes");
    if (document["text_bytes"] != document["file_bytes"]) {
      size += ", " + bytes("text_bytes") + " decompressed";
    }
    return fmt::format(
        "{}\n"
        "  producer  {}\n"
        "  file      {}\n"
        "  nodes     {}, {} numbers each\n"
        "  edges     {}\n"
        "  strings   {}\n"
        "  objects   {}\n",
        PrintableText(document["file"].get<std::string>(), SIZE_MAX),
        document["producer"].get<std::string>(), size, count("node_count"),
        count("node_field_count"), count("edge_count"), count("string_count"),
        bytes("self_bytes"));
  }
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotInfo(CLI::App* parent) {
  return std::make_unique<SnapshotInfo>(parent);
}

}  // namespace halfword::tools
