// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot objects`: the objects of a class, the heaviest first.

#include <fmt/format.h>

#include <algorithm>

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
using analysis::Snapshot;

class SnapshotObjects final : public DocumentCommand {
 public:
  explicit SnapshotObjects(CLI::App* parent)
      : DocumentCommand(parent, "objects",
                        "The objects of a class, the heaviest first") {
    app_->add_option("CLASS", selector_,
                     "A class, or /EXPRESSION/ for classes by name")
        ->required()
        ->check(RefuseNoClass);
    limit_.AddTo(app_, "objects");
    app_->footer(
        "Heavy is what retains most. Where the snapshot tells where in the\n"
        "source an object's constructor stands, so does the list.\n"
        "\n"
        "Examples:\n"
        "  halfword snapshot objects heap.heapsnapshot Session --top 5\n"
        "  halfword snapshot objects heap.heapsnapshot '/^HTML.*Element$/'");
  }

 private:
  Json Describe(const analysis::Progress& progress) const override {
    Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    const Figures figures =
        ComputeFigures(&snapshot, analysis::FigureScope::kNodes, progress);
    std::vector<Node> nodes =
        FindNodes(snapshot, figures.classes, analysis::Selector(selector_));
    const std::vector<uint32_t> places = PlacesOf(figures.tree);
    const auto retained = [&](Node node) {
      return figures.retained_bytes[places[node]];
    };
    uint64_t self_bytes = 0;
    for (const Node node : nodes) self_bytes += snapshot.graph.self_bytes[node];
    Json document = {{"selector", selector_},
                     {"count", nodes.size()},
                     {"self_bytes", self_bytes},
                     {"objects", Json::array()}};
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](Node a, Node b) { return retained(a) > retained(b); });
    nodes.resize(std::min(nodes.size(), limit_.Count(as_json())));
    const auto locations = FindPlaces(*snapshot.file, snapshot.sections, nodes);
    const NodeBrowser browser(snapshot, figures.is_renamed);
    for (const Node node : nodes) {
      Json row = {
          {"id", browser.DetailsOf(node).id},
          {"name", browser.NameOf(node)},
          {"class", figures.classes.NameOf(figures.classes.ClassOf(node))},
          {"distance", figures.distances[node]},
          {"self_bytes", snapshot.graph.self_bytes[node]},
          {"retained_bytes", retained(node)}};
      const auto place = locations.find(node);
      if (place != locations.end()) {
        row["location"] = PlaceToJson(place->second);
      }
      document["objects"].push_back(std::move(row));
    }
    return document;
  }

  std::string Format(const Json& document) const override {
    const Json& rows = document["objects"];
    const bool has_places =
        std::any_of(rows.begin(), rows.end(),
                    [](const Json& row) { return row.contains("location"); });
    Table::Row head = {"object", "distance", "shallow", "retained"};
    if (has_places) head.push_back("source");
    Table table(std::move(head));
    for (const Json& row : rows) {
      Table::Row cells = {FormatObject(row),
                          FormatDistance(row["distance"].get<int32_t>()),
                          FormatBytes(row["self_bytes"].get<uint64_t>()),
                          FormatBytes(row["retained_bytes"].get<uint64_t>())};
      if (has_places) cells.push_back(FormatPlace(row));
      table.Add(std::move(cells));
    }
    return fmt::format("{}: {} objects, {}\n\n",
                       PrintableText(document["selector"].get<std::string>()),
                       FormatCount(document["count"].get<uint64_t>()),
                       FormatBytes(document["self_bytes"].get<uint64_t>())) +
           table.Format() +
           limit_.RestLine(rows.size(), document["count"].get<size_t>());
  }

  std::string selector_;
  RowLimit limit_ = RowLimit(30);
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotObjects(CLI::App* parent) {
  return std::make_unique<SnapshotObjects>(parent);
}

}  // namespace halfword::tools
