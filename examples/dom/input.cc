// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How pages are found and read; the rules are in input.h. Errors of the file
// system come as error codes, never as exceptions, because a folder that cannot
// be listed is one complaint and not the end.

#include "examples/dom/input.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace dom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExpectedPage = "an HTML page or a folder of them";

// A walk through a folder and its subfolders.
class FolderWalk {
 public:
  FolderWalk(const fs::path& root, Complaints& complaints)
      : complaints_(complaints), waiting_{root} {}

  // The pages, sorted by path, so that two machines build the same trees in the
  // same order. A folder that cannot be listed is complained of, and the others
  // are walked all the same.
  std::vector<std::string> FindPages() {
    while (!waiting_.empty()) {
      const fs::path folder = std::move(waiting_.back());
      waiting_.pop_back();
      if (const std::error_code error = Visit(folder)) {
        complaints_.Add(folder.string(), error.message(),
                        "a folder that can be listed");
        is_complete_ = false;
      }
    }
    std::sort(pages_.begin(), pages_.end());
    return std::move(pages_);
  }

  bool is_complete() const { return is_complete_; }

 private:
  std::error_code Visit(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error), end;
    while (!error && entry != end) {
      std::error_code unknown;
      if (fs::is_directory(entry->symlink_status(unknown))) {
        waiting_.push_back(entry->path());
      } else if (EndsLikeAPage(entry->path()) &&
                 MayBeAFile(entry->status(unknown))) {
        pages_.push_back(entry->path().string());
      }
      entry.increment(error);
    }
    return error;
  }

  // What is no file is passed over: opening a FIFO would wait for a writer. A
  // file that is missing, behind a link, or unknown is left to complain of when
  // it is read.
  static bool MayBeAFile(const fs::file_status& status) {
    return !fs::is_directory(status) && !fs::is_other(status);
  }

  Complaints& complaints_;
  std::vector<fs::path> waiting_;
  std::vector<std::string> pages_;
  bool is_complete_ = true;
};

void FindPagesInFolder(const std::string& folder,
                       std::vector<std::string>& files,
                       Complaints& complaints) {
  FolderWalk walk(folder, complaints);
  const std::vector<std::string> found = walk.FindPages();
  if (found.empty() && walk.is_complete()) {
    complaints.Add(folder, "no .html or .htm file inside", "at least one page");
  }
  files.insert(files.end(), found.begin(), found.end());
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Null, with errno, if that fails.
File Open(const std::string& path) {
  return File(std::fopen(path.c_str(), "rb"));
}

// A second hold of standard input, which may be a socket and so have no path
// that can be opened.
File OpenStandardInput() {
  const int descriptor = dup(STDIN_FILENO);
  return File(descriptor < 0 ? nullptr : fdopen(descriptor, "rb"));
}

// Reads to the end of the file, or beyond bytes_max. size_bytes is how much is
// expected. False, with errno, if that fails.
bool ReadAll(File file, size_t size_bytes, size_t bytes_max,
             std::string& text) {
  if (!file) return false;
  // One byte more than expected, so that the usual file ends in one read.
  text.resize(size_bytes + 1);
  size_t read_bytes = 0;
  while (size_t count = std::fread(text.data() + read_bytes, 1,
                                   text.size() - read_bytes, file.get())) {
    read_bytes += count;
    if (read_bytes > bytes_max) break;
    if (read_bytes == text.size()) text.resize(text.size() * 2);
  }
  text.resize(read_bytes);
  return !std::ferror(file.get());
}

}  // namespace

bool EndsLikeAPage(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension == ".html" || extension == ".htm";
}

std::vector<std::string> FindPages(const std::vector<std::string>& arguments,
                                   Complaints& complaints) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (fs::is_directory(status)) {
      FindPagesInFolder(argument, files, complaints);
    } else if (fs::is_regular_file(status)) {
      files.push_back(argument);
    } else if (error) {
      complaints.Add(argument, error.message(), kExpectedPage);
    } else {
      complaints.Add(argument, "neither a file nor a folder", kExpectedPage);
    }
  }
  return files;
}

std::vector<std::string> ReadList(const std::string& path,
                                  Complaints& complaints) {
  std::string text;
  if (!ReadAll(path == "-" ? OpenStandardInput() : Open(path), 0, SIZE_MAX,
               text)) {
    complaints.Add(path, std::strerror(errno), "a list of pages");
  } else if (text.empty()) {
    complaints.Add(path, "no names inside", "a list of pages");
  }
  std::vector<std::string> arguments;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    arguments.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return arguments;
}

std::optional<std::string> ReadPage(const std::string& path,
                                    Complaints& complaints) {
  std::error_code error;
  const uintmax_t size_bytes = fs::file_size(path, error);
  if (error) {
    complaints.Add(path, error.message(), "a readable page");
    return std::nullopt;
  }
  std::string text;
  if (size_bytes <= kPageBytesMax &&
      !ReadAll(Open(path), size_bytes, kPageBytesMax, text)) {
    complaints.Add(path, std::strerror(errno), "a readable page");
    return std::nullopt;
  }
  if (size_bytes > kPageBytesMax || text.size() > kPageBytesMax) {
    complaints.Add(path,
                   fmt::format("{} bytes", std::max(size_bytes, text.size())),
                   fmt::format("at most {}", kPageBytesMax));
    return std::nullopt;
  }
  if (text.empty()) {
    complaints.Add(path, "0 bytes", "an HTML page");
    return std::nullopt;
  }
  if (std::optional<std::string> binary = FindBinary(text)) {
    complaints.Add(path, *binary, "text");
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> FindBinary(std::string_view bytes) {
  size_t control_count = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte == 0) return fmt::format("a NUL byte at offset {}", i);
    // Tab to carriage return are white space, escape begins terminal colours.
    const bool is_control =
        (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte != 0x1b) ||
        byte == 0x7f;
    if (is_control) ++control_count;
  }
  if (control_count * 64 > bytes.size()) {
    return fmt::format("{} control characters in {} bytes", control_count,
                       bytes.size());
  }
  return std::nullopt;
}

}  // namespace dom
