// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Figures: what one build measured, and Report: what a run prints. A field is
// named as its key in the JSON document that --json prints, which is also how a
// program hands its figures to the one that compares.

#ifndef EXAMPLES_DOM_FIGURES_H_
#define EXAMPLES_DOM_FIGURES_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace dom {

// How many bodies of strings have so many owners (string_census.h).
struct OwnerCounts {
  uint64_t one = 0;
  uint64_t two = 0;
  uint64_t three_or_more = 0;

  uint64_t all() const { return one + two + three_or_more; }

  friend bool operator==(const OwnerCounts&, const OwnerCounts&) = default;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(OwnerCounts, one, two, three_or_more)
};

// Times are processor time; times and sizes are medians of the repetitions.
struct Figures {
  std::string kind;  // "32", "64" or "malloc"
  uint64_t node_count = 0;
  double bytes_per_node = 0;  // total_bytes / node_count
  uint64_t total_bytes = 0;   // what the objects take; see NodeHeap
  double build_ms = 0;        // gumbo's tree to ours
  double traverse_ms = 0;     // one walk that reads every node
  double resolve_ms = 0;      // to find what each link within its page means
  double collect_ms = 0;      // a full collection with every node alive; or 0
  double remove_half_ms = 0;  // to unlink half of the nodes and free them
  uint64_t bytes_after_half_removed = 0;

  uint64_t string_bytes = 0;         // the part of total_bytes of strings
  uint64_t string_count = 0;         // bodies: what has the bytes of strings
  uint64_t inline_string_count = 0;  // strings that need none
  OwnerCounts string_owners;         // of each body

  // The same in every build.
  uint64_t attribute_count = 0;
  uint64_t text_bytes = 0;
  uint64_t id_count = 0;
  uint64_t link_count = 0;
  uint64_t resolved_link_count = 0;
  uint64_t listening_count = 0;  // elements with listeners
  uint64_t ids_after_half_removed = 0;
  uint64_t listening_after_half_removed = 0;
  uint32_t checksum = 0;

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Figures, kind, node_count, bytes_per_node,
                                 total_bytes, build_ms, traverse_ms, resolve_ms,
                                 collect_ms, remove_half_ms,
                                 bytes_after_half_removed, string_bytes,
                                 string_count, inline_string_count,
                                 string_owners, attribute_count, text_bytes,
                                 id_count, link_count, resolved_link_count,
                                 listening_count, ids_after_half_removed,
                                 listening_after_half_removed, checksum)
};

// Whether two builds did the same work: the trees are equal, and so is what the
// tables of their documents say, before and after half of them was removed.
inline bool HaveEqualTrees(const Figures& a, const Figures& b) {
  const auto work = [](const Figures& f) {
    return std::tuple(f.checksum, f.node_count, f.attribute_count, f.text_bytes,
                      f.id_count, f.link_count, f.resolved_link_count,
                      f.listening_count, f.ids_after_half_removed,
                      f.listening_after_half_removed);
  };
  return work(a) == work(b);
}

// Of --snapshot. Times are those of the clock, as the program stood still.
struct SnapshotFigures {
  std::string path;
  uint64_t node_count = 0;
  uint64_t edge_count = 0;
  uint64_t string_count = 0;
  uint64_t file_bytes = 0;
  double generation_ms = 0;     // to collect, count and name
  double serialization_ms = 0;  // to write it out

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(SnapshotFigures, path, node_count, edge_count,
                                 string_count, file_bytes, generation_ms,
                                 serialization_ms)
};

// What --image did with a page that was given: kMoved is one whose tree is as
// it was, and whose tags stand elsewhere in its text.
enum class PageChange { kNew, kEqual, kMoved, kChanged };

NLOHMANN_JSON_SERIALIZE_ENUM(PageChange, {{PageChange::kNew, "new"},
                                          {PageChange::kEqual, "equal"},
                                          {PageChange::kMoved, "moved"},
                                          {PageChange::kChanged, "changed"}})

struct ImagePageFigures {
  std::string path;
  PageChange change = PageChange::kNew;
  uint64_t node_count_before = 0;  // of the tree in the image; 0 if it is new
  uint64_t node_count = 0;
  uint64_t added_node_count = 0;  // tree_difference.h
  uint64_t removed_node_count = 0;

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(ImagePageFigures, path, change,
                                 node_count_before, node_count,
                                 added_node_count, removed_node_count)
};

// Of --image with pages. Times are those of the clock.
struct ImageFigures {
  std::string path;
  bool is_made = false;     // or else it was opened
  uint64_t file_bytes = 0;  // after saving
  uint64_t page_count = 0;  // pages in the image, also those not given
  double open_ms = 0;       // to make or open it
  double save_ms = 0;
  std::vector<ImagePageFigures> pages = {};  // those given, in their order

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(ImageFigures, path, is_made, file_bytes,
                                 page_count, open_ms, save_ms, pages)
};

struct HeldPageFigures {
  std::string path;
  uint64_t node_count = 0;
  uint64_t attribute_count = 0;
  uint64_t text_bytes = 0;
  uint64_t link_count = 0;
  uint64_t resolved_link_count = 0;

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(HeldPageFigures, path, node_count,
                                 attribute_count, text_bytes, link_count,
                                 resolved_link_count)
};

// Of --image without pages: what it holds, in the order of paths.
struct HeldImageFigures {
  std::string path;
  uint64_t file_bytes = 0;
  double open_ms = 0;
  double traverse_ms = 0;  // to read every node and follow every link
  std::vector<HeldPageFigures> pages = {};

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(HeldImageFigures, path, file_bytes, open_ms,
                                 traverse_ms, pages)
};

struct Report {
  std::vector<std::string> files;
  uint64_t html_bytes = 0;
  std::vector<Figures> builds;
  // A key of the document only where there is one: builds that are compared
  // send none.
  std::optional<SnapshotFigures> snapshot = std::nullopt;
  std::optional<ImageFigures> image = std::nullopt;

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Report, files, html_bytes, builds)
};

}  // namespace dom

#endif  // EXAMPLES_DOM_FIGURES_H_
