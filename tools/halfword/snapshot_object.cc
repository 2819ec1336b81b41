// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot object`: one object: its sizes, its dominator, and what it
// refers to.

#include <fmt/format.h>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/node_browser.h"
#include "analysis/selector.h"
#include "tools/halfword/place_text.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_limit.h"
#include "tools/halfword/selector_option.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"
#include "tools/halfword/way_text.h"

namespace halfword::tools {

namespace {

using analysis::Figures;
using analysis::Node;
using analysis::NodeBrowser;
using analysis::NodeDetails;
using analysis::Snapshot;

class SnapshotObject final : public DocumentCommand {
 public:
  explicit SnapshotObject(CLI::App* parent)
      : DocumentCommand(parent, "object",
                        "One object: sizes, dominator, and what it refers to") {
    app_->add_option("ID", selector_, "An id as DevTools shows it, 123 or @123")
        ->required()
        ->check(RefuseNoId);
    limit_.AddTo(app_, "fields");
    app_->footer(
        "Fields are edges in the order of the file: properties, [elements],\n"
        "and others with their types; strings with their texts. Small\n"
        "integers are in snapshots only if their writer was asked for them\n"
        "(V8: exposeNumericValues).\n"
        "\n"
        "Example:\n"
        "  halfword snapshot object heap.heapsnapshot @12345");
  }

 private:
  Json Describe(const analysis::Progress& progress) const override {
    Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    const Figures figures =
        ComputeFigures(&snapshot, analysis::FigureScope::kNodes, progress);
    const std::vector<uint32_t> places = PlacesOf(figures.tree);
    const NodeBrowser browser(snapshot, figures.is_renamed);
    const Node node =
        FindNodes(snapshot, figures.classes, analysis::Selector(selector_))[0];
    const NodeDetails details = browser.DetailsOf(node);
    Json document = {
        {"id", details.id},
        {"name", browser.NameOf(node)},
        {"type", details.type},
        {"class", figures.classes.NameOf(figures.classes.ClassOf(node))},
        {"distance", figures.distances[node]},
        {"self_bytes", snapshot.graph.self_bytes[node]},
        {"retained_bytes", figures.retained_bytes[places[node]]}};
    if (places[node] != 0) {
      const Node above = figures.tree.nodes[figures.tree.parents[places[node]]];
      document["dominator"] = {{"id", browser.DetailsOf(above).id},
                               {"name", browser.NameOf(above)}};
    }
    AddPlace(snapshot, node, &document);
    document["field_count"] = details.edge_count;
    document["fields"] = Json::array();
    for (uint32_t i = 0; i < details.edge_count; ++i) {
      if (document["fields"].size() == limit_.Count(as_json())) break;
      const analysis::EdgeDetails edge = browser.EdgeAt(details.first_edge + i);
      const NodeDetails target = browser.DetailsOf(edge.target);
      document["fields"].push_back(
          {{"edge", edge.name},
           {"edge_type", edge.type},
           {"id", target.id},
           {"name", browser.NameOf(edge.target)},
           {"type", target.type},
           {"self_bytes", snapshot.graph.self_bytes[edge.target]},
           {"retained_bytes", figures.retained_bytes[places[edge.target]]}});
    }
    return document;
  }

  static void AddPlace(const Snapshot& snapshot, Node node, Json* document) {
    const auto found = FindPlaces(*snapshot.file, snapshot.sections, {node});
    const auto place = found.find(node);
    if (place != found.end()) {
      (*document)["location"] = PlaceToJson(place->second);
    }
  }

  std::string Format(const Json& document) const override {
    const auto bytes = [&](const char* key) {
      return FormatBytes(document[key].get<uint64_t>());
    };
    std::string text = fmt::format(
        "{}: {} of class {}\n"
        "  shallow    {}\n"
        "  retained   {}\n"
        "  distance   {}\n",
        FormatObject(document),
        PrintableText(document["type"].get<std::string>()),
        PrintableText(document["class"].get<std::string>()),
        bytes("self_bytes"), bytes("retained_bytes"),
        FormatDistance(document["distance"].get<int32_t>()));
    if (document.contains("dominator")) {
      text += "  dominator  " + FormatObject(document["dominator"]) + "\n";
    }
    if (document.contains("location")) {
      text += "  source     " + FormatPlace(document) + "\n";
    }
    Table fields({"field", "value", "shallow", "retained"});
    for (const Json& row : document["fields"]) {
      fields.Add({EdgeText(row), ValueText(row),
                  FormatBytes(row["self_bytes"].get<uint64_t>()),
                  FormatBytes(row["retained_bytes"].get<uint64_t>())});
    }
    return text + "\n" + fields.Format() +
           limit_.RestLine(document["fields"].size(),
                           document["field_count"].get<size_t>());
  }

  static std::string EdgeText(const Json& row) {
    auto name = row["edge"].get<std::string>();
    const auto type = row["edge_type"].get<std::string>();
    if (type == "property") return name;
    return type == "element" ? "[" + name + "]" : name + " (" + type + ")";
  }

  static std::string ValueText(const Json& row) {
    const auto type = row["type"].get<std::string>();
    if (type == "string" || type == "concatenated string") {
      return fmt::format("\"{}\" @{}",
                         PrintableText(row["name"].get<std::string>()),
                         row["id"].dump());
    }
    return FormatObject(row);
  }

  std::string selector_;
  RowLimit limit_ = RowLimit(50);
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotObject(CLI::App* parent) {
  return std::make_unique<SnapshotObject>(parent);
}

}  // namespace halfword::tools
