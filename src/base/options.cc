// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of options and the parser that it drives. To add an option, add a
// row. Nothing allocates: the first heap may be made by a constructor that runs
// before the program's malloc is ready.

#include "base/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "base/error_line.h"
#include "base/size_text.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

enum class Kind {
  kSize,    // NAME=SIZE, more than 0
  kCount,   // NAME=N
  kFlag,    // NAME
  kSignal,  // NAME=USR2
  kFolder,  // NAME=PATH
};

struct OptionRow {
  std::string_view name;
  Kind kind = Kind::kFlag;
  uint64_t ProcessOptions::* number = nullptr;
  bool ProcessOptions::* flag = nullptr;
};

constexpr OptionRow kRows[] = {
    {.name = "cage",
     .kind = Kind::kSize,
     .number = &ProcessOptions::cage_bytes},
    {.name = "max-heap",
     .kind = Kind::kSize,
     .number = &ProcessOptions::max_heap_bytes},
    {.name = "huge-pages",
     .kind = Kind::kFlag,
     .flag = &ProcessOptions::huge_pages},
    {.name = "trace-gc",
     .kind = Kind::kFlag,
     .flag = &ProcessOptions::trace_gc},
    {.name = "profile-snapshot",
     .kind = Kind::kFlag,
     .flag = &ProcessOptions::profile_snapshot},
    {.name = "redact-snapshots",
     .kind = Kind::kFlag,
     .flag = &ProcessOptions::redact_snapshots},
    {.name = "near-limit-snapshots",
     .kind = Kind::kCount,
     .number = &ProcessOptions::near_limit_snapshot_count},
    {.name = "snapshot-dir", .kind = Kind::kFolder},
    {.name = "snapshot-signal", .kind = Kind::kSignal},
    {.name = "track-allocations",
     .kind = Kind::kFlag,
     .flag = &ProcessOptions::track_allocations},
};

// All names, with commas between them.
constexpr size_t kNamesChars = [] {
  size_t chars = 0;
  for (const OptionRow& row : kRows) chars += row.name.size() + 2;
  return chars - 2;
}();
constexpr std::array<char, kNamesChars> kNames = [] {
  std::array<char, kNamesChars> names{};
  size_t at = 0;
  for (const OptionRow& row : kRows) {
    for (const char c : row.name) names[at++] = c;
    for (const char c : std::string_view(", ")) {
      if (at < kNamesChars) names[at++] = c;
    }
  }
  return names;
}();

// Signals that programs leave to their users.
struct SignalRow {
  std::string_view name;
  int signal;
};
constexpr SignalRow kSignals[] = {{"USR1", SIGUSR1},   {"USR2", SIGUSR2},
                                  {"HUP", SIGHUP},     {"QUIT", SIGQUIT},
                                  {"WINCH", SIGWINCH}, {"URG", SIGURG}};

// More would fill a disk.
constexpr uint64_t kCountMax = 1000;

constexpr size_t kNameCharsMax = 32;

char ToLower(char c) {
  return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// How many characters to insert, remove or change to make one text of the
// other, in upper or lower case. What lies beyond kNameCharsMax characters is
// not looked at.
size_t EditDistance(std::string_view a, std::string_view b) {
  a = a.substr(0, kNameCharsMax);
  b = b.substr(0, kNameCharsMax);
  // row[j] is the distance of the first i characters of a to the first j of b.
  size_t row[kNameCharsMax + 1] = {};
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = diagonal + (ToLower(a[i - 1]) == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

// A part of an option's name ("heap", "trace") is as near as one typing error.
size_t Distance(std::string_view name, const OptionRow& row) {
  const size_t distance = EditDistance(name, row.name);
  const bool is_part = row.name.find(name) != std::string_view::npos;
  return is_part ? std::min<size_t>(distance, 1) : distance;
}

const OptionRow& NearestRow(std::string_view name) {
  return *std::min_element(std::begin(kRows), std::end(kRows),
                           [name](const OptionRow& a, const OptionRow& b) {
                             return Distance(name, a) < Distance(name, b);
                           });
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

struct Item {
  std::string_view text;  // As the user wrote it, for complaints.
  std::string_view name;
  std::string_view value;
  bool has_value;
};

Item SplitItem(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {text, text, {}, false};
  return {text, Trim(text.substr(0, equals)), Trim(text.substr(equals + 1)),
          true};
}

// Why an item is ignored: the name of an option, or all names, between two
// pieces of text. Without a name the item is good.
struct Complaint {
  const char* before = "";
  std::string_view name;
  const char* after = "";
};

bool ParseCount(std::string_view text, uint64_t* count) {
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if (value > kCountMax) return false;
  *count = value;
  return true;
}

// With or without "SIG" in front.
int FindSignal(std::string_view name) {
  if (name.starts_with("SIG")) name.remove_prefix(3);
  for (const SignalRow& row : kSignals) {
    if (row.name == name) return row.signal;
  }
  return 0;
}

bool KeepFolder(std::string_view path, ProcessOptions* options) {
  if (path.empty() || path.size() > ProcessOptions::kPathBytesMax) return false;
  path.copy(options->snapshot_folder, path.size());
  options->snapshot_folder[path.size()] = '\0';
  return true;
}

Complaint ApplyItem(const Item& item, ProcessOptions* options) {
  const OptionRow& row = NearestRow(item.name);
  if (row.name != item.name) {
    // What has little in common with any is no typing error.
    if (Distance(item.name, row) <=
        std::min(item.name.size(), kNameCharsMax) / 2) {
      return {"no such option; the nearest is ", row.name, ""};
    }
    return {"no such option; there are ", {kNames.data(), kNames.size()}, ""};
  }
  switch (row.kind) {
    case Kind::kSize: {
      uint64_t bytes = 0;
      if (!ParseSize(item.value, &bytes) || bytes == 0) {
        return {"", row.name, " takes a size above 0, such as 512m or 2g"};
      }
      options->*row.number = bytes;
      return {};
    }
    case Kind::kCount:
      if (ParseCount(item.value, &(options->*row.number))) return {};
      return {"", row.name, " takes a number up to 1000, such as 3"};
    case Kind::kSignal: {
      const int signal = FindSignal(item.value);
      if (signal == 0) {
        return {"", row.name, " takes USR1, USR2, HUP, QUIT, WINCH or URG"};
      }
      options->snapshot_signal = signal;
      return {};
    }
    case Kind::kFolder:
      if (KeepFolder(item.value, options)) return {};
      return {"", row.name, " takes a path of at most 1024 bytes"};
    case Kind::kFlag:
      if (item.has_value) return {"", row.name, " takes no value"};
      options->*row.flag = true;
      return {};
  }
  return {};
}

void Complain(const Item& item, const Complaint& complaint, ComplaintSink sink,
              void* context) {
  // Long items are cut: the user knows the rest.
  const std::string_view text = item.text.substr(0, 80);
  char line[kNamesChars + 256];
  std::snprintf(line, sizeof(line),
                "HALFWORD_OPTIONS: ignored '%.*s': %s%.*s%s",
                static_cast<int>(text.size()), text.data(), complaint.before,
                static_cast<int>(complaint.name.size()), complaint.name.data(),
                complaint.after);
  sink(context, line);
}

}  // namespace

void ParseOptions(std::string_view text, ProcessOptions* options,
                  ComplaintSink sink, void* context) {
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view item_text = Trim(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (item_text.empty()) continue;
    const Item item = SplitItem(item_text);
    const Complaint complaint = ApplyItem(item, options);
    if (!complaint.name.empty()) Complain(item, complaint, sink, context);
  }
}

const ProcessOptions& GetProcessOptions() {
  static const ProcessOptions options = [] {
    ProcessOptions result;
    const char* const text = secure_getenv("HALFWORD_OPTIONS");
    if (text == nullptr) return result;
    const ComplaintSink print = [](void*, const char* line) {
      PrintLine("%s", line);
    };
    ParseOptions(text, &result, print, nullptr);
    return result;
  }();
  return options;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
