// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The options in CLI11's words. Errors are printed here, in the one line that
// every command of this project gives them.

#include "examples/dom/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "examples/dom/input.h"
#include "examples/dom/streams.h"

namespace dom {
namespace {

constexpr const char* kDescription =
    "Builds the document object model of HTML pages in memory, and says what "
    "it costs there.";
constexpr const char* kFooter =
    "The same code is built three times: halfword-dom (4-byte references),\n"
    "halfword-dom-64 (8-byte references) and halfword-dom-malloc "
    "(unique_ptr).\n"
    "\n"
    "Example: halfword-dom page.html --snapshot page.heapsnapshot\n"
    "  and then, in Chrome's DevTools, Memory, Load profile.\n"
    "Example: halfword-dom FOLDER --image pages.image\n"
    "  now, and again when the pages have changed.\n"
    "\n"
    "Exit status: 0 done, 1 something went wrong or a page was left out,\n"
    "2 wrong usage.";

// A file to write that is called like a page is one whose name was left out:
// `--snapshot *.html` would write over the first page.
std::string RefuseOutput(const std::string& path, std::string_view what) {
  if (path.empty()) return "expected the name of a file";
  if (!EndsLikeAPage(path)) return "";
  return fmt::format("{}: ends like a page, expected a name for the {}", path,
                     what);
}
std::string RefuseSnapshotPath(const std::string& path) {
  return RefuseOutput(path, "snapshot");
}
std::string RefuseImagePath(const std::string& path) {
  return RefuseOutput(path, "image");
}

// What is done with files, beside measuring.
void AddFileOptions(CLI::App& app, Options& options) {
  auto* const snapshot =
      app.add_option("--snapshot", options.snapshot_path,
                     "Write a heap snapshot of all pages, for Chrome's "
                     "DevTools; a file that is there is replaced. Not in "
                     "halfword-dom-malloc")
          ->type_name("OUT")
          ->check(CLI::Validator(RefuseSnapshotPath, ""));
  app.add_flag("--redact", options.redact,
               "Leave what the pages say out of the snapshot: texts, "
               "attributes, names of elements")
      ->needs(snapshot);
  app.add_option("--image", options.image_path,
                 "Keep the pages' trees in an image; where it is one already, "
                 "say what has changed, and change that. Without PAGE: open "
                 "it and say what it holds. Not in halfword-dom-malloc")
      ->type_name("OUT")
      ->check(CLI::Validator(RefuseImagePath, ""));
}

// An image can be read without a page; nothing else can be done without.
void ExpectPages(const Options& options) {
  if (options.has_pages()) return;
  const bool reads_image = !options.image_path.empty() && !options.compare &&
                           options.snapshot_path.empty();
  if (!reads_image) throw CLI::RequiredError("PAGE");
}

}  // namespace

std::variant<Options, ExitStatus> ParseOptions(const std::string& program,
                                               int argument_count,
                                               char** arguments) {
  Options options;
  CLI::App app(kDescription, program);
  app.footer(kFooter);
  app.set_version_flag("--version", program + " " HALFWORD_VERSION);
  app.add_option("PAGE", options.paths,
                 "HTML files, and folders to look for .html and .htm files in");
  app.add_option("--files0-from", options.list_path,
                 "Take the names of more pages from a file, or - for standard "
                 "input, each ended by a NUL byte")
      ->type_name("FILE");
  app.add_flag("--compare", options.compare,
               "Run all three builds, and show them side by side");
  app.add_option("--repeat", options.repeat_count,
                 "Measure so often, and show medians")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  AddFileOptions(app, options);
  app.add_flag("--json", options.json, "Print one JSON document");
  try {
    app.parse(argument_count, arguments);
    ExpectPages(options);
  } catch (const CLI::CallForHelp&) {
    WriteOutput(app.help());
    return ExitStatus::kDone;
  } catch (const CLI::CallForVersion& version) {
    WriteOutput(fmt::format("{}\n", version.what()));
    return ExitStatus::kDone;
  } catch (const CLI::ParseError& error) {
    WriteMessage(program,
                 fmt::format("{} (see {} --help)", error.what(), program));
    return ExitStatus::kWrongUsage;
  }
  return options;
}

}  // namespace dom
