// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotError: what is wrong with a snapshot, as one line for its reader.

#ifndef HALFWORD_ANALYSIS_FILE_SNAPSHOT_ERROR_H_
#define HALFWORD_ANALYSIS_FILE_SNAPSHOT_ERROR_H_

#include <cstdint>
#include <stdexcept>
#include <string>

namespace halfword::analysis {

class SnapshotError : public std::runtime_error {
 public:
  explicit SnapshotError(const std::string& line) : std::runtime_error(line) {}
  // "byte 1234: the edges end in the middle of a number"
  SnapshotError(uint64_t offset, const std::string& text)
      : std::runtime_error("byte " + std::to_string(offset) + ": " + text) {}

  // The same error with the name of the file in front; if it has one, that one.
  SnapshotError In(const std::string& path) const {
    if (has_path_) return *this;
    const std::string name = path == "-" ? "standard input" : path;
    SnapshotError named(name + ": " + what());
    named.has_path_ = true;
    return named;
  }

 private:
  bool has_path_ = false;
};

// Calls function(); what it throws gets the name of the file in front.
template <typename Function>
auto WithPath(const std::string& path, Function function) {
  try {
    return function();
  } catch (const SnapshotError& error) {
    throw error.In(path);
  }
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_SNAPSHOT_ERROR_H_
