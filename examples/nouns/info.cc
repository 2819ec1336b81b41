// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `halfword-nouns info`: how many nouns there are in a jam or an image, and
// what they take in the heap.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "examples/nouns/census.h"
#include "examples/nouns/command.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/input_file.h"
#include "examples/nouns/messages.h"
#include "examples/nouns/noun_heap.h"
#include "examples/nouns/noun_image.h"

namespace nouns {
namespace {

using Json = nlohmann::ordered_json;

// The frames that held nouns have ended when this returns.
[[gnu::noinline]] NounRoot* Load(halfword::Heap& heap,
                                 const std::string& path) {
  auto& handle = heap.GetAllocationHandle();
  try {
    const std::vector<uint8_t> jam = ReadInputFile(path);
    const Noun noun = Cue(handle, jam);
    return halfword::MakeGarbageCollected<NounRoot>(handle, noun,
                                                    CountPaddingBytes(jam));
  } catch (const CueError& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

class Info final : public Command {
 public:
  explicit Info(CLI::App* parent) {
    app_ = parent->add_subcommand(
        "info", "How many nouns are in a file, and what they take in the heap");
    app_->add_option("FILE", path_, "A jam or an image")->required();
    app_->add_flag("--json", as_json_, "Print one JSON document");
  }

  ExitStatus Run() override {
    const bool is_image = IsImage(path_);
    const auto heap =
        is_image ? OpenNounImage(path_, ImageUse::kRead) : MakeNounHeap();
    halfword::Persistent<NounRoot> root =
        is_image ? &RootOf(*heap, path_) : Load(*heap, path_);
    const Census census = TakeCensus(*heap);
    PrintResult(as_json_ ? FormatJson(census) : FormatText(census));
    return ExitStatus::kDone;
  }

 private:
  std::string FormatJson(const Census& census) const {
    const Json document = {{"file", path_},
                           {"cell_count", census.cell_count},
                           {"indirect_atom_count", census.indirect_atom_count},
                           {"heap_bytes", census.heap_bytes},
                           {"side_table_bytes", census.side_table_bytes}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
  }

  std::string FormatText(const Census& census) const {
    const double objects =
        static_cast<double>(census.cell_count + census.indirect_atom_count);
    std::string text = fmt::format(
        "{}\n"
        "  cells           {}\n"
        "  indirect atoms  {}\n"
        "  heap            {} bytes in pages",
        path_, census.cell_count, census.indirect_atom_count,
        census.heap_bytes);
    if (objects > 0) {
      text += fmt::format(", {:.2f} an object",
                          static_cast<double>(census.heap_bytes) / objects);
    }
    return text +
           fmt::format("; {} in tables beside them\n", census.side_table_bytes);
  }

  std::string path_;
  bool as_json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeInfo(CLI::App* parent) {
  return std::make_unique<Info>(parent);
}

}  // namespace nouns
