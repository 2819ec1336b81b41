// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword-dom: real HTML pages as a document object model, in a heap with
// 4-byte references, in one with 8-byte references, or owned by unique_ptr,
// depending on what this file is linked with.
//
// main() is the table of contents. The heart of the example is dom.h.

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "examples/dom/complaints.h"
#include "examples/dom/figures.h"
#include "examples/dom/handles.h"
#include "examples/dom/image_summary.h"
#include "examples/dom/input.h"
#include "examples/dom/measure.h"
#include "examples/dom/options.h"
#include "examples/dom/out_of_memory.h"
#include "examples/dom/page.h"
#include "examples/dom/page_image.h"
#include "examples/dom/siblings.h"
#include "examples/dom/snapshot.h"
#include "examples/dom/streams.h"
#include "examples/dom/summary.h"

namespace dom {
namespace {

Report DescribePages(const Pages& pages) {
  Report report;
  for (const auto& page : pages) {
    report.files.push_back(page->path());
    report.html_bytes += page->html().size();
  }
  return report;
}

// All that the command line names, in its own words or in a list.
std::vector<std::string> CollectArguments(const Options& options,
                                          Complaints& complaints) {
  std::vector<std::string> arguments = options.paths;
  if (!options.list_path.empty()) {
    const auto listed = ReadList(options.list_path, complaints);
    arguments.insert(arguments.end(), listed.begin(), listed.end());
  }
  return arguments;
}

// Measures in this program, or in every build if they are to be compared.
void MeasureBuilds(const Options& options, const std::string& own_program,
                   const Pages& pages, Report& report) {
  const Figures own = Measure(pages, options.repeat_count);
  if (!options.compare) {
    report.builds = {own};
    return;
  }
  // The first build with the heap speaks of the options, here or elsewhere.
  auto complaints =
      own.kind == "malloc" ? OptionComplaints::kShow : OptionComplaints::kDrop;
  for (const std::string_view program : kPrograms) {
    report.builds.push_back(program == own_program
                                ? own
                                : MeasureElsewhere(program, report.files,
                                                   options.repeat_count,
                                                   complaints));
    complaints = OptionComplaints::kDrop;
  }
}

// A comparison means something only between equal trees.
void ExpectEqualTrees(const Report& report) {
  for (const Figures& build : report.builds) {
    const Figures& first = report.builds.front();
    if (!HaveEqualTrees(build, first)) {
      throw std::runtime_error(fmt::format(
          "build {}: {} nodes with checksum {:08x}, expected {} with {:08x}, "
          "and equal tables",
          build.kind, build.node_count, build.checksum, first.node_count,
          first.checksum));
    }
  }
}

// Names of files are bytes, JSON is UTF-8: what is not becomes U+FFFD.
std::string FormatJson(const nlohmann::json& document) {
  return document.dump(2, ' ', false,
                       nlohmann::json::error_handler_t::replace) +
         '\n';
}

nlohmann::json DocumentOf(const Report& report) {
  nlohmann::json document = report;
  if (report.snapshot) document["snapshot"] = *report.snapshot;
  if (report.image) document["image"] = *report.image;
  return document;
}

void Print(const Report& report, bool as_json) {
  const std::string text =
      as_json ? FormatJson(DocumentOf(report))
              : FormatSummary(report, ColoursOfStandardOutput());
  WriteOutput(text);
}

// False, after a message, if a file cannot be written: what was measured is
// worth printing all the same.
template <typename Write>
bool TryToWrite(const std::string& program, Write write) {
  try {
    write();
    return true;
  } catch (const std::runtime_error& error) {
    WriteMessage(program, error.what());
    return false;
  }
}

// Writes what was asked for. Whether all of it was.
bool WriteFiles(const Options& options, const std::string& program,
                const Pages& pages, Report& report) {
  bool is_complete = true;
  if constexpr (NodeHeap::kHasSnapshots) {
    if (!options.snapshot_path.empty()) {
      is_complete &= TryToWrite(program, [&] {
        report.snapshot =
            TakeSnapshot(pages, options.snapshot_path,
                         options.redact ? SnapshotContents::kRedacted
                                        : SnapshotContents::kAll);
      });
    }
  }
  if constexpr (NodeHeap::kHasImages) {
    if (!options.image_path.empty()) {
      is_complete &= TryToWrite(program, [&] {
        report.image = UpdateImage(pages, options.image_path);
      });
    }
  }
  return is_complete;
}

// The option that this build cannot obey; or "".
std::string_view ImpossibleOption(const Options& options) {
  if (!options.snapshot_path.empty() && !NodeHeap::kHasSnapshots) {
    return "--snapshot";
  }
  return !options.image_path.empty() && !NodeHeap::kHasImages ? "--image" : "";
}

ExitStatus ShowImage(const Options& options) {
  if constexpr (NodeHeap::kHasImages) {
    const HeldImageFigures image = ReadImage(options.image_path);
    WriteOutput(options.json ? FormatJson({{"image", image}})
                             : FormatHeldImage(image));
  }
  return ExitStatus::kDone;
}

ExitStatus Run(const std::string& program, const Options& options) {
  const std::string_view impossible = ImpossibleOption(options);
  if (!impossible.empty()) {
    WriteMessage(program,
                 fmt::format("{}: only builds with a heap can, halfword-dom "
                             "and halfword-dom-64",
                             impossible));
    return ExitStatus::kWrongUsage;
  }
  if (!options.has_pages()) return ShowImage(options);
  Complaints complaints;
  const Pages pages =
      LoadPages(CollectArguments(options, complaints), complaints);
  for (const std::string& line : complaints.lines()) {
    WriteMessage(program, line);
  }
  bool is_complete = true;
  if (!pages.empty()) {
    Report report = DescribePages(pages);
    MeasureBuilds(options, program, pages, report);
    ExpectEqualTrees(report);
    is_complete = WriteFiles(options, program, pages, report);
    Print(report, options.json);
  }
  return complaints.empty() && is_complete ? ExitStatus::kDone
                                           : ExitStatus::kBadInput;
}

int Main(int argument_count, char** arguments) {
  OccupyStandardStreams();
  const std::string program =
      std::filesystem::path(OwnPath()).filename().string();
  try {
    const auto parsed = ParseOptions(program, argument_count, arguments);
    const auto* const options = std::get_if<Options>(&parsed);
    return static_cast<int>(options != nullptr ? Run(program, *options)
                                               : std::get<ExitStatus>(parsed));
  } catch (const std::bad_alloc&) {
    EndOutOfMemory();
  } catch (const std::exception& error) {
    WriteMessage(program, error.what());
    return static_cast<int>(ExitStatus::kBadInput);
  }
}

}  // namespace
}  // namespace dom

int main(int argument_count, char** arguments) {
  return dom::Main(argument_count, arguments);
}
