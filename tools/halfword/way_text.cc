// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Both ends of a way tell most: where it begins, and what holds the object.

#include "tools/halfword/way_text.h"

#include <fmt/format.h>

#include "tools/halfword/printable_text.h"

namespace halfword::tools {

namespace {

constexpr size_t kFirstSteps = 4;
constexpr size_t kLastSteps = 6;

std::string FormatStep(const Json& step) {
  std::string edge;
  if (step.contains("edge")) {
    edge = PrintableText(step["edge"].get<std::string>()) + ": ";
  }
  return edge + FormatObject(step) + '\n';
}

}  // namespace

Json WayToJson(const std::vector<analysis::WayStep>& way,
               const analysis::NodeBrowser& browser) {
  Json steps = Json::array();
  for (const analysis::WayStep& step : way) {
    Json row;
    if (&step != &way.front()) row["edge"] = step.edge;
    row["id"] = browser.DetailsOf(step.node).id;
    row["name"] = browser.NameOf(step.node);
    steps.push_back(std::move(row));
  }
  return steps;
}

std::string FormatObject(const Json& row) {
  const std::string name = PrintableText(row["name"].get<std::string>());
  return fmt::format("{} @{}", name.empty() ? "(no name)" : name,
                     row["id"].dump());
}

std::string FormatWay(const Json& way, const std::string& indent) {
  const bool is_long = way.size() > kFirstSteps + kLastSteps + 1;
  std::string text;
  for (size_t i = 0; i < way.size(); ++i) {
    if (is_long && i == kFirstSteps) {
      const size_t left_out = way.size() - kFirstSteps - kLastSteps;
      text += fmt::format("{}... {} more ...\n", indent, left_out);
      i += left_out;
    }
    text += indent + FormatStep(way[i]);
  }
  return text;
}

}  // namespace halfword::tools
