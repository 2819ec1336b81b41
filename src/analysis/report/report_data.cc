// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Columns, and each text once.

#include "analysis/report/report_data.h"

#include <unordered_map>
#include <utility>

#include "analysis/report/shown_text.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

using Json = nlohmann::ordered_json;

class Texts {
 public:
  size_t PlaceOf(const std::string& text) {
    const auto [found, is_new] = places_.try_emplace(text, list_.size());
    if (is_new) list_.push_back(text);
    return found->second;
  }
  Json Take() { return std::move(list_); }

 private:
  std::unordered_map<std::string, size_t> places_;
  Json list_ = Json::array();
};

Json TreeOf(const Report& report, Texts* texts) {
  Json columns = {{"parent", Json::array()},   {"name", Json::array()},
                  {"class", Json::array()},    {"id", Json::array()},
                  {"group", Json::array()},    {"distance", Json::array()},
                  {"levels", Json::array()},   {"self", Json::array()},
                  {"retained", Json::array()}, {"objects", Json::array()},
                  {"others", Json::array()}};
  for (size_t i = 0; i < report.tree.rows.size(); ++i) {
    const ReportRow& row = report.tree.rows[i];
    const ReportObject& object = report.objects[i];
    columns["parent"].push_back(row.parent);
    columns["name"].push_back(texts->PlaceOf(object.name));
    columns["class"].push_back(texts->PlaceOf(object.class_name));
    columns["id"].push_back(object.id);
    columns["group"].push_back(static_cast<uint32_t>(object.group));
    columns["distance"].push_back(object.distance);
    columns["levels"].push_back(row.level_count);
    columns["self"].push_back(row.self_bytes);
    columns["retained"].push_back(row.retained_bytes);
    columns["objects"].push_back(row.object_count);
    columns["others"].push_back(row.other_count);
  }
  return columns;
}

Json BundlesOf(const Report& report, Texts* texts) {
  Json columns = {{"row", Json::array()},
                  {"class", Json::array()},
                  {"group", Json::array()},
                  {"count", Json::array()},
                  {"bytes", Json::array()}};
  for (size_t i = 0; i < report.bundles.size(); ++i) {
    const Bundle& bundle = report.tree.bundles[i];
    columns["row"].push_back(bundle.row);
    columns["class"].push_back(texts->PlaceOf(report.bundles[i].class_name));
    columns["group"].push_back(static_cast<uint32_t>(report.bundles[i].group));
    columns["count"].push_back(bundle.count);
    columns["bytes"].push_back(bundle.bytes);
  }
  return columns;
}

Json ClassesOf(const Report& report, Texts* texts) {
  Json columns = {{"name", Json::array()},
                  {"count", Json::array()},
                  {"distance", Json::array()},
                  {"shallow", Json::array()},
                  {"retained", Json::array()}};
  for (const ClassRow& row : report.classes) {
    columns["name"].push_back(texts->PlaceOf(row.name));
    columns["count"].push_back(row.count);
    columns["distance"].push_back(row.distance);
    columns["shallow"].push_back(row.shallow_bytes);
    columns["retained"].push_back(row.retained_bytes);
  }
  return columns;
}

}  // namespace

std::string ReportData(const Report& report, const ReportLimits& limits) {
  Texts texts;
  Json data = {{"total", report.statistics.total_bytes},
               {"least", report.tree.least_bytes},
               {"parts", limits.tree.part_count},
               {"largeParts", Accumulation::kLargeParts},
               {"tree", TreeOf(report, &texts)},
               {"bundles", BundlesOf(report, &texts)},
               {"classes", ClassesOf(report, &texts)},
               {"otherClasses",
                {{"classes", report.other_class_count},
                 {"count", report.other_classes.count},
                 {"distance", report.other_classes.distance},
                 {"shallow", report.other_classes.shallow_bytes}}}};
  data["texts"] = texts.Take();
  return ScriptJson(data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace halfword::analysis
