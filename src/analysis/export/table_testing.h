// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RecordedTables: a TableWriter that keeps what it gets. TestFolder: an empty
// one. TestInterpreter: what is run in Python's place. Only tests include this.

#ifndef HALFWORD_ANALYSIS_EXPORT_TABLE_TESTING_H_
#define HALFWORD_ANALYSIS_EXPORT_TABLE_TESTING_H_

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/export/table_writer.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

class RecordedTables final : public TableWriter {
 public:
  using Row = std::vector<std::string>;

  void BeginTable(const Table& table) override {
    EXPECT_EQ(column_count_, 0) << "another table is open";
    rows_ = &tables_[std::string(table.name)];
    column_count_ = table.columns.size();
  }
  void AddText(std::string_view text) override { row_.emplace_back(text); }
  void AddNumber(uint64_t number) override {
    row_.push_back(std::to_string(number));
  }
  void AddNull() override { row_.push_back("NULL"); }
  void EndRow() override {
    EXPECT_EQ(row_.size(), column_count_);
    rows_->push_back(std::move(row_));
    row_.clear();
  }
  void EndTable() override { column_count_ = 0; }
  void Finish() override {}

  std::vector<Row> RowsOf(const std::string& table) const {
    return tables_.at(table);
  }

 private:
  std::map<std::string, std::vector<Row>> tables_;
  std::vector<Row>* rows_ = nullptr;
  size_t column_count_ = 0;
  Row row_;
};

class TestFolder {
 public:
  TestFolder()
      : path_(std::filesystem::path(testing::TempDir()) /
              ("halfword_export_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string path() const { return path_; }
  std::string PathOf(const std::string& name) const { return path_ / name; }

  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.insert(entry.path().filename());
    }
    return names;
  }
  std::string TextOf(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  const std::filesystem::path path_;
};

// A shell script is what HALFWORD_PYTHON names.
class TestInterpreter {
 public:
  TestInterpreter(const TestFolder& folder, const std::string& script) {
    const std::string path = folder.PathOf("python");
    std::ofstream(path) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    setenv("HALFWORD_PYTHON", path.c_str(), 1);
  }
  ~TestInterpreter() { unsetenv("HALFWORD_PYTHON"); }
  TestInterpreter(const TestInterpreter&) = delete;
  TestInterpreter& operator=(const TestInterpreter&) = delete;
};

// What function() throws as ExportError.
template <typename Function>
std::string ErrorOf(Function function) {
  try {
    function();
  } catch (const ExportError& error) {
    return error.what();
  }
  ADD_FAILURE() << "it does not fail";
  return "";
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_TABLE_TESTING_H_
