// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The file is read by its size; one that has grown meanwhile is read up to
// that.

#include "examples/nouns/input_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace nouns {
namespace {

[[noreturn]] void Fail(const std::string& path, const std::string& what) {
  throw std::runtime_error(path + ": " + what + ", expected a readable file");
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::vector<uint8_t> ReadInputFile(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error) Fail(path, error.message());
  if (!std::filesystem::is_regular_file(status)) Fail(path, "not a file");
  const uintmax_t size_bytes = std::filesystem::file_size(path, error);
  if (error) Fail(path, error.message());
  const std::unique_ptr<std::FILE, CloseFile> file(
      std::fopen(path.c_str(), "rb"));
  if (file == nullptr) Fail(path, std::strerror(errno));
  std::vector<uint8_t> bytes(size_bytes);
  const size_t read_bytes =
      std::fread(bytes.data(), 1, bytes.size(), file.get());
  if (std::ferror(file.get())) Fail(path, std::strerror(errno));
  bytes.resize(read_bytes);
  return bytes;
}

}  // namespace nouns
