// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword snapshot leaks`: suspects, each with the way by which the program
// reaches it.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "analysis/figures.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/findings/collection_sizes.h"
#include "analysis/findings/grown_objects.h"
#include "analysis/findings/leaks.h"
#include "analysis/findings/ways.h"
#include "analysis/node_browser.h"
#include "tools/halfword/quantities.h"
#include "tools/halfword/row_count.h"
#include "tools/halfword/snapshot_commands.h"
#include "tools/halfword/way_text.h"

namespace halfword::tools {

namespace {

using analysis::Figures;
using analysis::FigureScope;
using analysis::Progress;
using analysis::Snapshot;
using analysis::Suspect;

constexpr size_t kLeakRows = 10;

// What an older snapshot tells, by the ids of its objects.
struct Older {
  std::unordered_map<uint32_t, uint32_t> references;  // of collections
  analysis::SizesById bytes;
};

Older ReadOlder(const std::string& path, const Progress& progress) {
  Snapshot snapshot = analysis::ReadSnapshot(path, progress);
  const Figures figures =
      ComputeFigures(&snapshot, FigureScope::kNodes, progress);
  const std::vector<uint32_t> sizes = FindCollectionSizes(snapshot, figures);
  const std::vector<uint32_t> ids =
      ReadNodeIds(*snapshot.file, snapshot.sections);
  Older older;
  for (size_t node = 0; node < sizes.size(); ++node) {
    if (sizes[node] != 0) older.references.emplace(ids[node], sizes[node]);
  }
  older.bytes = analysis::SizesById::Of(snapshot);
  return older;
}

class SnapshotLeaks final : public DocumentCommand {
 public:
  explicit SnapshotLeaks(CLI::App* parent)
      : DocumentCommand(parent, "leaks",
                        "What looks as if it should not be there, and why it "
                        "is") {
    app_->add_option("--since", older_path_,
                     "An older snapshot of the same program: shows how much "
                     "collections and other objects have grown")
        ->type_name("OLDER");
    app_->add_option("--top", top_,
                     "Show so many of each kind; all otherwise with --json, "
                     "or 10")
        ->type_name("N")
        ->check(ExpectRowCount);
    app_->footer(fmt::format(
        "Detached: parts of a document that is not shown any more.\n"
        "Collections: objects with {} references or more.\n"
        "Closures: functions and their variables that hold 1 % of the heap.\n"
        "Larger than before (--since): objects that have grown by 1 kB or\n"
        "more in themselves, such as lists of numbers.\n"
        "Dominators: other objects that hold 5 % of the heap in many parts.\n"
        "The kind with the heaviest object comes first.\n"
        "\n"
        "Examples:\n"
        "  halfword snapshot leaks heap.heapsnapshot\n"
        "  halfword snapshot leaks after.heapsnapshot \\\n"
        "    --since before.heapsnapshot",
        FormatCount(analysis::kReferencesMin)));
  }

 private:
  Json Describe(const Progress& progress) const override {
    Older older;
    if (!older_path_.empty()) {
      older = analysis::WithPath(
          older_path_, [&] { return ReadOlder(older_path_, progress); });
    }
    Snapshot snapshot = analysis::ReadSnapshot(path(), progress);
    const Figures figures =
        ComputeFigures(&snapshot, FigureScope::kNodes, progress);
    analysis::Leaks leaks = FindLeaks(snapshot, figures, progress);
    const analysis::Ways ways(snapshot, figures);
    const analysis::NodeBrowser browser(snapshot, figures.is_renamed);

    Json document = {{"total_bytes", figures.statistics.total_bytes}};
    const auto list = [&](const char* key, const char* count,
                          std::vector<Suspect>* suspects) {
      document[key] = Json::array();
      if (suspects->size() > RowCount()) suspects->resize(RowCount());
      for (const Suspect& suspect : *suspects) {
        Json row = {{"id", browser.DetailsOf(suspect.node).id},
                    {"name", browser.NameOf(suspect.node)},
                    {"class", figures.classes.NameOf(
                                  figures.classes.ClassOf(suspect.node))}};
        if (count != nullptr) row[count] = suspect.count;
        row["retained_bytes"] = suspect.retained_bytes;
        row["path"] = WayToJson(ways.To(suspect.node), browser);
        document[key].push_back(std::move(row));
      }
    };
    if (!older_path_.empty()) SortByGrowth(browser, older, &leaks.collections);
    std::vector<Suspect> grown;
    if (!older_path_.empty()) {
      grown = FindGrown(snapshot, figures, older, leaks);
    }
    list("detached", "node_count", &leaks.detached);
    list("collections", "reference_count", &leaks.collections);
    if (!older_path_.empty()) {
      AddGrowth(older, &document["collections"]);
      list("grown", "grown_bytes", &grown);
    }
    list("closures", nullptr, &leaks.closures);
    list("dominators", nullptr, &leaks.dominators);
    return document;
  }

  size_t RowCount() const {
    if (top_ != 0) return top_;
    return as_json() ? SIZE_MAX : kLeakRows;
  }

  static int64_t GrowthOf(uint64_t count, uint32_t id, const Older& older) {
    const auto before = older.references.find(id);
    return static_cast<int64_t>(count) -
           (before == older.references.end() ? 0 : int64_t{before->second});
  }

  // Collections have their own growth.
  static std::vector<Suspect> FindGrown(const Snapshot& snapshot,
                                        const Figures& figures,
                                        const Older& older,
                                        const analysis::Leaks& leaks) {
    std::unordered_set<analysis::Node> listed;
    for (const Suspect& suspect : leaks.collections) {
      listed.insert(suspect.node);
    }
    const std::vector<uint32_t> places = PlacesOf(figures.tree);
    std::vector<Suspect> found;
    for (const analysis::GrownObject& grown :
         FindGrownObjects(snapshot, figures, older.bytes)) {
      if (listed.contains(grown.node)) continue;
      found.push_back({grown.node, grown.grown_bytes,
                       figures.retained_bytes[places[grown.node]]});
    }
    return found;
  }

  static void SortByGrowth(const analysis::NodeBrowser& browser,
                           const Older& older,
                           std::vector<Suspect>* collections) {
    std::unordered_map<analysis::Node, int64_t> growth;
    for (const Suspect& suspect : *collections) {
      growth[suspect.node] =
          GrowthOf(suspect.count, browser.DetailsOf(suspect.node).id, older);
    }
    std::stable_sort(collections->begin(), collections->end(),
                     [&](const Suspect& a, const Suspect& b) {
                       return growth[a.node] > growth[b.node];
                     });
  }

  static void AddGrowth(const Older& older, Json* rows) {
    for (Json& row : *rows) {
      row["growth"] = GrowthOf(row["reference_count"].get<uint64_t>(),
                               row["id"].get<uint32_t>(), older);
    }
  }

  // The kind with the heaviest first; what is empty last.
  std::string Format(const Json& document) const override {
    struct Kind {
      const char* key;
      const char* title;
    };
    std::vector<Kind> kinds = {{"detached", "Detached"},
                               {"collections", "Collections"},
                               {"grown", "Larger than before"},
                               {"closures", "Closures"},
                               {"dominators", "Dominators"}};
    const auto heaviest = [&](const Kind& kind) {
      uint64_t most = 0;
      for (const Json& row : document.value(kind.key, Json::array())) {
        most = std::max(most, row["retained_bytes"].get<uint64_t>());
      }
      return most;
    };
    std::stable_sort(kinds.begin(), kinds.end(),
                     [&](const Kind& a, const Kind& b) {
                       return heaviest(a) > heaviest(b);
                     });
    std::string text;
    for (const Kind& kind : kinds) {
      if (!document.contains(kind.key)) continue;
      text += FormatKind(document[kind.key], kind.title);
    }
    return text;
  }

  static std::string FormatKind(const Json& rows, const char* title) {
    std::string text = fmt::format("{}\n", title);
    if (rows.empty()) text += "  none\n";
    for (const Json& row : rows) {
      text += fmt::format("  {} retains {}{}\n{}", FormatObject(row),
                          FormatBytes(row["retained_bytes"].get<uint64_t>()),
                          NotesOn(row), FormatWay(row["path"], "    "));
    }
    return text + "\n";
  }

  static std::string NotesOn(const Json& row) {
    std::string notes;
    if (row.contains("node_count")) {
      notes += fmt::format(", detached: {}",
                           FormatCount(row["node_count"].get<uint64_t>()));
    }
    if (row.contains("reference_count")) {
      notes += fmt::format(", references: {}",
                           FormatCount(row["reference_count"].get<uint64_t>()));
    }
    if (row.contains("grown_bytes")) {
      notes += fmt::format(", growth: +{}",
                           FormatBytes(row["grown_bytes"].get<uint64_t>()));
    }
    if (row.contains("growth")) {
      notes += fmt::format(", growth: {:+}", row["growth"].get<int64_t>());
    }
    return notes;
  }

  std::string older_path_;
  size_t top_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeSnapshotLeaks(CLI::App* parent) {
  return std::make_unique<SnapshotLeaks>(parent);
}

}  // namespace halfword::tools
