// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot retainers`: what holds one object, or the objects of a
// class.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"
#include "analysis/findings/class_holders.h"
#include "analysis/findings/object_retention.h"
#include "analysis/findings/ways.h"
#include "analysis/selector.h"
#include "tools/halfword/printable_text.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_count.h"
#include "tools/halfword/selector_option.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/table.h"
#include "tools/halfword/way_text.h"

namespace halfword::tools {

namespace {

using analysis::EdgeDetails;
using analysis::Figures;
using analysis::Node;
using analysis::NodeBrowser;
using analysis::Progress;
using analysis::Retainer;
using analysis::Selector;
using analysis::Snapshot;

// Objects of a class that are shown, those that retain most.
constexpr size_t kObjectsShown = 10;

class SnapshotRetainers final : public DocumentCommand {
 public:
  explicit SnapshotRetainers(CLI::App* parent)
      : DocumentCommand(parent, "retainers",
                        "What holds an object, or those of a class, and the "
                        "ways to a root") {
    app_->add_option("OBJECT", selector_,
                     "An id as DevTools shows it, 123 or @123; a class; or "
                     "/EXPRESSION/ for classes by name")
        ->required()
        ->check(RefuseSelector);
    app_->add_option("--top", top_,
                     "Show so many retainers; all otherwise with --json, or 50")
        ->type_name("N")
        ->check(ExpectRowCount);
    app_->footer(
        "Of ways to a root the shortest is shown, as DevTools opens it, and\n"
        "the heaviest, on which the lightest object retains most. Of a class,\n"
        "objects whose shortest ways are equal but for indexes ([]) are shown\n"
        "as one, by the object that retains most.\n"
        "\n"
        "Examples:\n"
        "  halfword snapshot retainers heap.heapsnapshot @12345\n"
        "  halfword snapshot retainers heap.heapsnapshot Session\n"
        "  halfword snapshot retainers heap.heapsnapshot '/^HTML.*Element$/'");
  }

 private:
  static constexpr size_t kRowsForPeople = 50;

  Json Describe(const Progress& progress) const override {
    const Selector selector(selector_);
    Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    return selector.id().has_value()
               ? DescribeObject(*selector.id(), &snapshot, progress)
               : DescribeClass(selector, &snapshot, progress);
  }

  size_t RowCount() const {
    if (top_ != 0) return top_;
    return as_json() ? SIZE_MAX : kRowsForPeople;
  }

  Json DescribeObject(uint32_t id, Snapshot* snapshot,
                      const Progress& progress) const {
    const analysis::ObjectRetention found =
        FindRetention(snapshot, id, progress);
    const NodeBrowser browser(*snapshot, found.is_renamed);
    Json document = {
        {"id", id},
        {"name", browser.NameOf(found.node)},
        {"distance", found.distance},
        {"self_bytes", found.self_bytes},
        {"retained_bytes", found.retained_bytes},
        {"retainers", RowsOf(found.retainers, browser, RowCount())},
        {"weak_holders", RowsOf(found.weak_holders, browser, RowCount())},
        {"path", RowsOf(found.path, browser, SIZE_MAX)},
        {"heaviest_path", Json::array()}};
    // From the object on, as the shortest.
    for (size_t i = found.heaviest_way.size(); i-- > 1;) {
      const Node holder = found.heaviest_way[i - 1].node;
      document["heaviest_path"].push_back(
          {{"edge", found.heaviest_way[i].edge},
           {"id", browser.DetailsOf(holder).id},
           {"name", browser.NameOf(holder)},
           {"retained_bytes", found.heaviest_retained_bytes[i - 1]}});
    }
    return document;
  }

  static Json RowsOf(const std::vector<Retainer>& retainers,
                     const NodeBrowser& browser, size_t count) {
    Json rows = Json::array();
    for (const Retainer& retainer : retainers) {
      if (rows.size() == count) break;
      const EdgeDetails edge = browser.EdgeAt(retainer.edge);
      rows.push_back({{"edge", edge.name},
                      {"edge_type", edge.type},
                      {"id", browser.DetailsOf(retainer.node).id},
                      {"name", retainer.name},
                      {"distance", retainer.distance}});
    }
    return rows;
  }

  Json DescribeClass(const Selector& selector, Snapshot* snapshot,
                     const Progress& progress) const {
    const Figures figures =
        ComputeFigures(snapshot, analysis::FigureScope::kNodes, progress);
    std::vector<Node> nodes = FindNodes(*snapshot, figures.classes, selector);
    const NodeBrowser browser(*snapshot, figures.is_renamed);
    Json document = {{"selector", selector_},
                     {"count", nodes.size()},
                     {"holders", Json::array()},
                     {"ways", Json::array()},
                     {"objects", Json::array()}};
    for (const analysis::ClassHolder& row :
         FindClassHolders(*snapshot, figures, nodes)) {
      if (document["holders"].size() == RowCount()) break;
      Json holder = {{"class", figures.classes.NameOf(row.holder)}};
      if (row.owner != analysis::ClassHolder::kNoOwner) {
        holder["owner"] = figures.classes.NameOf(row.owner);
      }
      holder["edge"] = row.edge;
      holder["count"] = row.count;
      document["holders"].push_back(std::move(holder));
    }
    const std::vector<uint32_t> places = PlacesOf(figures.tree);
    const auto retained = [&](Node node) {
      return figures.retained_bytes[places[node]];
    };
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](Node a, Node b) { return retained(a) > retained(b); });
    const size_t count = top_ != 0 ? top_ : kObjectsShown;
    const analysis::Ways ways(*snapshot, figures);
    for (const analysis::Ways::Group& group :
         ways.GroupByWay(nodes, figures.classes)) {
      if (document["ways"].size() == count) break;
      document["ways"].push_back(
          {{"count", group.count},
           {"id", browser.DetailsOf(group.first).id},
           {"name", browser.NameOf(group.first)},
           {"retained_bytes", retained(group.first)},
           {"path", WayToJson(ways.FoldedTo(group.first), browser)}});
    }
    nodes.resize(std::min(nodes.size(), count));
    for (const Node node : nodes) {
      document["objects"].push_back(
          {{"id", browser.DetailsOf(node).id},
           {"name", browser.NameOf(node)},
           {"distance", figures.distances[node]},
           {"retained_bytes", retained(node)},
           {"path", WayToJson(ways.To(node), browser)}});
    }
    return document;
  }

  std::string Format(const Json& document) const override {
    return document.contains("selector") ? FormatClass(document)
                                         : FormatRetention(document);
  }

  static std::string FormatRetention(const Json& document) {
    Table retainers({"held by", "as", "distance"});
    for (const Json& row : document["retainers"]) retainers.Add(CellsOf(row));
    Table path({"shortest way to a root", "as", "distance"});
    for (const Json& row : document["path"]) path.Add(CellsOf(row));
    Table heaviest({"heaviest way to a root", "as", "retained"});
    for (const Json& row : document["heaviest_path"]) {
      heaviest.Add({FormatObject(row), row["edge"].get<std::string>(),
                    FormatBytes(row["retained_bytes"].get<uint64_t>())});
    }
    std::string text =
        fmt::format("{}: {}, retains {}\n\n", FormatObject(document),
                    FormatBytes(document["self_bytes"].get<uint64_t>()),
                    FormatBytes(document["retained_bytes"].get<uint64_t>()));
    text += retainers.Format() + "\n" + path.Format() + "\n";
    text += heaviest.Format();
    if (document["weak_holders"].empty()) return text;
    Table weak({"weakly held by", "as", "distance"});
    for (const Json& row : document["weak_holders"]) weak.Add(CellsOf(row));
    return text + "\n" + weak.Format();
  }

  static Table::Row CellsOf(const Json& row) {
    return {FormatObject(row), row["edge"].get<std::string>(),
            FormatDistance(row["distance"].get<int32_t>())};
  }

  static std::string FormatClass(const Json& document) {
    std::string text =
        fmt::format("{}: {} objects\n\n",
                    PrintableText(document["selector"].get<std::string>()),
                    FormatCount(document["count"].get<uint64_t>()));
    Table holders({"held by", "as", "count"});
    for (const Json& row : document["holders"]) {
      std::string holder = row["class"].get<std::string>();
      if (row.contains("owner")) {
        holder += " of " + row["owner"].get<std::string>();
      }
      holders.Add({std::move(holder), row["edge"].get<std::string>(),
                   FormatCount(row["count"].get<uint64_t>())});
    }
    text += holders.Format();
    for (const Json& row : document["ways"]) {
      const auto count = row["count"].get<uint64_t>();
      text += fmt::format("\n{}{} retains {}\n{}",
                          count == 1 ? "" : FormatCount(count) + " such as ",
                          FormatObject(row),
                          FormatBytes(row["retained_bytes"].get<uint64_t>()),
                          FormatWay(row["path"], "  "));
    }
    return text;
  }

  std::string selector_;
  size_t top_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotRetainers(CLI::App* parent) {
  return std::make_unique<SnapshotRetainers>(parent);
}

}  // namespace halfword::tools
