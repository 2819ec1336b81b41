// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot retainers`: what holds one object.

#include <fmt/format.h>

#include <optional>

#include "analysis/detachedness.h"
#include "analysis/distances.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/retainers.h"
#include "analysis/user_roots.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"

namespace halfword::tools {

namespace {

using analysis::EdgeDetails;
using analysis::NodeBrowser;
using analysis::Retainer;

class SnapshotRetainers final : public DocumentCommand {
 public:
  explicit SnapshotRetainers(CLI::App* parent)
      : DocumentCommand(parent, "retainers",
                        "What holds an object, and the way to a root") {
    app_->add_option("ID", id_, "The object, as DevTools shows it: @ID")
        ->required();
    app_->add_option("--top", top_, "Show so many retainers; all otherwise")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
  }

 private:
  Json Describe(const analysis::Progress& progress) const override {
    analysis::Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    analysis::HeapGraph& graph = snapshot.graph;
    const std::vector<bool> is_renamed =
        SpreadDetachedness(&graph, *snapshot.strings);
    const std::vector<int32_t> distances =
        FindDistances(graph, FindUserRoots(graph, *snapshot.strings));
    const std::optional<analysis::Node> node =
        FindNode(*snapshot.file, snapshot.sections, id_);
    if (!node.has_value()) {
      throw analysis::SnapshotError(fmt::format("no node has the id {}", id_));
    }
    const NodeBrowser browser(snapshot, is_renamed);
    Json document = {{"id", id_},
                     {"name", browser.NameOf(*node)},
                     {"distance", distances[*node]},
                     {"retainers", Json::array()},
                     {"path", Json::array()}};
    auto retainers = FindRetainers(graph, distances, browser, *node);
    if (top_ != 0 && retainers.size() > top_) retainers.resize(top_);
    for (const Retainer& retainer : retainers) {
      document["retainers"].push_back(RowOf(retainer, browser));
    }
    for (const Retainer& step : FindPath(graph, distances, browser, *node)) {
      document["path"].push_back(RowOf(step, browser));
    }
    return document;
  }

  static Json RowOf(const Retainer& retainer, const NodeBrowser& browser) {
    const EdgeDetails edge = browser.EdgeAt(retainer.edge);
    return {{"edge", edge.name},
            {"edge_type", edge.type},
            {"id", browser.DetailsOf(retainer.node).id},
            {"name", retainer.name},
            {"distance", retainer.distance}};
  }

  std::string Format(const Json& document) const override {
    const std::string name = fmt::format(
        "{} @{}", document["name"].get<std::string>(), document["id"].dump());
    Table retainers({"held by", "as", "distance"});
    for (const Json& row : document["retainers"]) {
      retainers.Add(CellsOf(row));
    }
    Table path({"way to a root", "as", "distance"});
    for (const Json& row : document["path"]) path.Add(CellsOf(row));
    return name + "\n\n" + retainers.Format() + "\n" + path.Format();
  }

  static Table::Row CellsOf(const Json& row) {
    return {
        fmt::format("{} @{}", row["name"].get<std::string>(), row["id"].dump()),
        row["edge"].get<std::string>(),
        FormatDistance(row["distance"].get<int32_t>())};
  }

  uint32_t id_ = 0;
  size_t top_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotRetainers(CLI::App* parent) {
  return std::make_unique<SnapshotRetainers>(parent);
}

}  // namespace halfword::tools
