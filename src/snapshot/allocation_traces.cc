// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Naming functions, and folding the innermost frames into their callers.

#include "snapshot/allocation_traces.h"

#include <string>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of a name of a function; those of templates have no bound of their own.
constexpr size_t kFunctionNameBytesMax = 512;

#define HALFWORD_TEXT_OF(token) #token
#define HALFWORD_TEXT(token) HALFWORD_TEXT_OF(token)
constexpr std::string_view kAbi = HALFWORD_TEXT(HALFWORD_ABI);
#undef HALFWORD_TEXT
#undef HALFWORD_TEXT_OF

// "halfword::references_32_...::Heap" is "halfword::Heap" in the program.
std::string WithoutAbi(std::string name) {
  const std::string abi = std::string(kAbi) + "::";
  for (size_t at = name.find(abi); at != std::string::npos;
       at = name.find(abi, at)) {
    name.erase(at, abi.size());
  }
  return name;
}

bool Skip(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

}  // namespace

// By the C++ ABI: _Z, a template's or function's own kind, N and qualifiers of
// a member, then each namespace with its length in front; St is std.
bool IsLibraryFunction(std::string_view name) {
  if (!Skip(&name, "_Z")) return false;
  if (Skip(&name, "N")) {
    const size_t unqualified = name.find_first_not_of("rVKRO");
    if (unqualified == std::string_view::npos) return false;
    name.remove_prefix(unqualified);
  }
  if (name.starts_with("St") || name.starts_with("9__gnu_cxx")) return true;
  return Skip(&name, "8halfword") && Skip(&name, std::to_string(kAbi.size())) &&
         name.starts_with(kAbi);
}

AllocationTraces::AllocationTraces(const AllocationTracker& tracker,
                                   NameTable* names)
    : samples_(tracker.Samples()) {
  AddFunctions(tracker.functions(), names);
  AddNodes(tracker.tree());
}

void AllocationTraces::AddFunctions(const FunctionTable& table,
                                    NameTable* names) {
  functions_.push_back({names->Add("(root)"), names->Add("")});
  is_inner_.push_back(false);
  const std::vector<std::string> linker_names = table.ReadNames();
  for (uint32_t i = 0; i < table.count(); ++i) {
    std::string name = WithoutAbi(table.DisplayName(i, linker_names[i]));
    if (name.size() > kFunctionNameBytesMax) {
      name.resize(kFunctionNameBytesMax);
      name += "...";
    }
    functions_.push_back({names->Add(name), names->Add(table.ModuleOf(i))});
    is_inner_.push_back(IsLibraryFunction(linker_names[i]));
  }
}

void AllocationTraces::AddNodes(const TraceTree& tree) {
  nodes_.reserve(tree.nodes().size());
  shown_site_.reserve(tree.nodes().size());
  for (const TraceTree::Node& node : tree.nodes()) {
    const auto site = static_cast<uint32_t>(nodes_.size());
    const uint32_t function = site == TraceTree::kRoot ? 0 : node.function + 1;
    const bool is_inner = is_inner_[function];
    nodes_.push_back({node.parent, function, 0, 0, !is_inner});
    shown_site_.push_back(is_inner ? shown_site_[node.parent] : site);
    nodes_[shown_site_[site]].count += node.count;
    nodes_[shown_site_[site]].bytes += node.bytes;
  }
  // What calls a node that is shown is shown. Children come after parents.
  for (size_t i = nodes_.size(); i-- > 1;) {
    if (nodes_[i].is_shown) nodes_[nodes_[i].parent].is_shown = true;
  }
}

size_t AllocationTraces::bytes() const {
  return functions_.capacity() * sizeof(Function) +
         nodes_.capacity() * sizeof(Node) +
         shown_site_.capacity() * sizeof(uint32_t) +
         samples_.capacity() * sizeof(AllocationSamples::Sample);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
