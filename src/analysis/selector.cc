// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is a number is an id, what stands between slashes an expression.

#include "analysis/selector.h"

#include <re2/re2.h>

#include <charconv>
#include <stdexcept>

#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

// Throws where it is a number that no id is.
std::optional<uint32_t> ParseId(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(1);
  const bool is_number =
      text.find_first_not_of("0123456789") == std::string_view::npos;
  uint32_t id = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, id);
  if (is_number && error == std::errc::result_out_of_range) {
    throw std::invalid_argument(std::string(text) +
                                ": ids are less than 4294967296 (2^32)");
  }
  if (text.empty() || stop != end || error != std::errc()) return std::nullopt;
  return id;
}

}  // namespace

Selector::Selector(std::string_view text) : id_(ParseId(text)) {
  if (id_.has_value()) return;
  if (text.empty()) throw std::invalid_argument("no object is named");
  if (text.size() < 2 || !text.starts_with('/') || !text.ends_with('/')) {
    class_name_ = text;
    return;
  }
  const std::string_view pattern = text.substr(1, text.size() - 2);
  expression_ = std::make_unique<re2::RE2>(
      re2::StringPiece(pattern.data(), pattern.size()), re2::RE2::Quiet);
  if (!expression_->ok()) {
    throw std::invalid_argument(std::string(text) + ": " +
                                expression_->error());
  }
}

Selector::~Selector() = default;
Selector::Selector(Selector&&) noexcept = default;
Selector& Selector::operator=(Selector&&) noexcept = default;

bool Selector::Matches(const std::string& class_name) const {
  if (id_.has_value()) return false;
  if (expression_ == nullptr) return class_name == class_name_;
  return re2::RE2::PartialMatch(class_name, *expression_);
}

std::vector<Node> FindNodes(const Snapshot& snapshot, const ClassTable& classes,
                            const Selector& selector) {
  if (selector.id().has_value()) {
    const uint32_t id = *selector.id();
    const std::optional<Node> node =
        FindNode(*snapshot.file, snapshot.sections, id);
    if (!node.has_value()) {
      throw SnapshotError("no object has the id " + std::to_string(id));
    }
    return {*node};
  }
  std::vector<bool> is_meant(classes.count());
  for (ClassIndex i = 0; i < classes.count(); ++i) {
    is_meant[i] = selector.Matches(classes.NameOf(i));
  }
  std::vector<Node> nodes;
  for (Node node = 0; node < snapshot.graph.node_count(); ++node) {
    if (is_meant[classes.ClassOf(node)]) nodes.push_back(node);
  }
  if (nodes.empty()) throw SnapshotError("no object is of such a class");
  return nodes;
}

}  // namespace halfword::analysis
