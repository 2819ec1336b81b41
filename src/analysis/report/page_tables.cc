// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names were made harmless to look at when the report was made (ShownText());
// here they are made harmless as HTML.

#include "analysis/report/page_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/quantities.h"
#include "analysis/report/shown_text.h"

namespace halfword::analysis {

namespace {

std::string SizeHtml(uint64_t bytes) {
  return fmt::format("<span title=\"{} bytes\">{}</span>", FormatCount(bytes),
                     FormatSize(bytes));
}

std::string NameHtml(std::string_view name) {
  return fmt::format("<bdi class=\"name\">{}</bdi>", HtmlText(name));
}

double PercentOf(uint64_t part, uint64_t whole) {
  return whole == 0
             ? 0
             : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string ShareHtml(uint64_t part, uint64_t whole) {
  return fmt::format(
      "<td class=\"share\"><i class=\"bar\" style=\"width:{:.2f}%\"></i>{}"
      "</td>",
      std::min(100.0, PercentOf(part, whole)), FormatShare(part, whole));
}

std::string TermHtml(std::string_view term, std::string_view description) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", term, description);
}

struct Kind {
  std::string_view name;
  ObjectGroup group;
  uint64_t bytes;
};

// The parts of the Statistics view, which add up to the total.
std::vector<Kind> KindsOf(const SnapshotStatistics& sums) {
  const uint64_t told = sums.native_bytes + sums.code_bytes +
                        sums.string_bytes + sums.js_array_bytes +
                        sums.system_bytes;
  const auto without = [](uint64_t sum, uint64_t part) {
    return sum > part ? sum - part : 0;
  };
  return {{"Strings", ObjectGroup::kString, sums.string_bytes},
          {"JS arrays", ObjectGroup::kArray, sums.js_array_bytes},
          {"Other JS objects", ObjectGroup::kObject,
           without(sums.total_bytes, told)},
          {"Code", ObjectGroup::kCode, sums.code_bytes},
          {"System objects", ObjectGroup::kSystem, sums.system_bytes},
          {"Typed arrays", ObjectGroup::kTypedArray, sums.typed_array_bytes},
          {"Other native memory", ObjectGroup::kNative,
           without(sums.native_bytes, sums.typed_array_bytes)}};
}

// What an object accumulates: itself, or objects of a class.
std::string MostlyHtml(const Accumulation& found, const ReportRow& row,
                       std::string_view class_name) {
  if (row.self_bytes >= found.class_bytes) {
    return fmt::format("itself, {}", SizeHtml(row.self_bytes));
  }
  return fmt::format("{} × {}, {}", FormatCount(found.class_count),
                     NameHtml(class_name), SizeHtml(found.class_bytes));
}

std::string ClassRowHtml(const ClassRow& row, uint64_t total) {
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td>"
      "<td>{}</td>{}</tr>\n",
      NameHtml(row.name), FormatDistance(row.distance), FormatCount(row.count),
      SizeHtml(row.shallow_bytes), SizeHtml(row.retained_bytes),
      ShareHtml(row.retained_bytes, total));
}

}  // namespace

std::string TotalsHtml(const Report& report) {
  std::string html;
  html += TermHtml("Heap", SizeHtml(report.statistics.total_bytes));
  html += TermHtml("Nodes", FormatCount(report.node_count));
  html += TermHtml("Edges", FormatCount(report.edge_count));
  html += TermHtml("Strings", FormatCount(report.string_count));
  html += TermHtml("File", SizeHtml(report.file_bytes));
  html += TermHtml("Written by", HtmlText(report.producer));
  return html;
}

std::string KindsHtml(const Report& report) {
  const uint64_t total = report.statistics.total_bytes;
  std::string bar;
  std::string legend;
  for (const Kind& kind : KindsOf(report.statistics)) {
    const auto group = static_cast<uint32_t>(kind.group);
    bar += fmt::format(
        "<i class=\"group-{}\" style=\"flex-grow:{:.4f}\" title=\"{}\"></i>",
        group, PercentOf(kind.bytes, total), kind.name);
    legend += fmt::format(
        "<li><i class=\"swatch group-{}\"></i>{} <b>{}</b> <span>{}</span>"
        "</li>\n",
        group, kind.name, SizeHtml(kind.bytes), FormatShare(kind.bytes, total));
  }
  return fmt::format(
      "<div class=\"kinds\" aria-hidden=\"true\">{}</div>\n"
      "<ul class=\"legend\">\n{}</ul>\n",
      bar, legend);
}

std::string AccumulationsHtml(const Report& report) {
  const uint64_t total = report.statistics.total_bytes;
  std::string rows;
  for (size_t i = 0; i < report.accumulations.size(); ++i) {
    const Accumulation& found = report.accumulations[i];
    const ReportRow& row = report.tree.rows[found.row];
    const ReportObject& object = report.objects[found.row];
    const std::string levels =
        row.level_count == 1
            ? ""
            : fmt::format("… {} levels: ", FormatCount(row.level_count));
    rows += fmt::format(
        "<tr><th scope=\"row\"><span class=\"object-name\">"
        "<i class=\"swatch group-{}\"></i><span data-row=\"{}\">{}</span>"
        "<span class=\"id\">@{}</span></span></th>"
        "<td>{}</td>{}<td>{}</td><td class=\"mostly\">{}</td></tr>\n",
        static_cast<uint32_t>(object.group), found.row,
        NameHtml(levels + object.name), object.id, SizeHtml(found.bytes),
        ShareHtml(found.bytes, total), SizeHtml(row.retained_bytes),
        MostlyHtml(found, row, report.accumulated_classes[i]));
  }
  return fmt::format(
      "<div class=\"wide\">\n<table>\n<thead><tr>"
      "<th scope=\"col\">Object</th><th scope=\"col\">Accumulates</th>"
      "<th scope=\"col\">Of all</th><th scope=\"col\">Retained</th>"
      "<th scope=\"col\" class=\"mostly\">Of this mostly</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      rows);
}

std::string ClassesHtml(const Report& report, size_t row_count) {
  const uint64_t total = report.statistics.total_bytes;
  std::string head;
  for (const auto& [key, name] :
       std::vector<std::pair<std::string_view, std::string_view>>{
           {"name", "Constructor"},
           {"distance", "Distance"},
           {"count", "Count"},
           {"shallow", "Shallow size"},
           {"retained", "Retained size"},
           {"share", "Of all"}}) {
    head += fmt::format("<th scope=\"col\" data-key=\"{}\">{}</th>", key, name);
  }
  std::string rows;
  for (size_t i = 0; i < std::min(row_count, report.classes.size()); ++i) {
    rows += ClassRowHtml(report.classes[i], total);
  }
  const ClassRow& others = report.other_classes;
  const std::string foot = fmt::format(
      "<tr><th scope=\"row\">{} others together</th><td>{}</td><td>{}</td>"
      "<td>{}</td><td>–</td><td>–</td></tr>\n",
      FormatCount(report.other_class_count), FormatDistance(others.distance),
      FormatCount(others.count), SizeHtml(others.shallow_bytes));
  return fmt::format(
      "<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n"
      "<tfoot{}>\n{}</tfoot>\n</table>\n",
      head, rows, report.other_class_count == 0 ? " hidden" : "", foot);
}

}  // namespace halfword::analysis
