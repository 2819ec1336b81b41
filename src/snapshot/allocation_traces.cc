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
    : tree_(tracker.tree()), samples_(tracker.Samples()) {
  AddFunctions(tracker.functions(), names);
  ShowNodes();
}

void AllocationTraces::AddFunctions(const FunctionTable& table,
                                    NameTable* names) {
  functions_.reserve(table.count() + 1);
  functions_.push_back({names->Add("(root)"), names->Add("")});
  is_inner_.push_back(false);
  const std::vector<std::string> linker_names = table.ReadNames();
  bytes_max_ = linker_names.capacity() * sizeof(std::string);
  for (const std::string& name : linker_names) bytes_max_ += name.capacity();
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

void AllocationTraces::ShowNodes() {
  const std::vector<TraceTree::Node>& nodes = tree_.nodes();
  is_shown_.resize(nodes.size());
  is_shown_[TraceTree::kRoot] = true;
  // What calls a node that is shown is shown. Children come after parents.
  for (size_t i = nodes.size(); i-- > 1;) {
    const auto node = static_cast<NodeIndex>(i);
    if (!IsInner(node)) is_shown_[node] = true;
    if (is_shown_[node]) is_shown_[nodes[node].parent] = true;
  }
  bytes_max_ += bytes();
}

uint32_t AllocationTraces::IdOfSite(uint32_t site) const {
  while (IsInner(site)) site = tree_.nodes()[site].parent;
  return IdOfNode(site);
}

// Inner functions are counted by the first one outside that is not.
AllocationTraces::Amount AllocationTraces::AmountOf(NodeIndex node) const {
  Amount amount = {0, 0};
  if (!IsInner(node)) AddInner(node, &amount);
  return amount;
}

// Calls itself as deep as the longest stack that is tracked.
void AllocationTraces::AddInner(NodeIndex node, Amount* amount) const {
  amount->count += tree_.nodes()[node].count;
  amount->bytes += tree_.nodes()[node].bytes;
  tree_.ForEachChild(node, [&](NodeIndex child) {
    if (IsInner(child)) AddInner(child, amount);
  });
}

size_t AllocationTraces::bytes() const {
  return functions_.capacity() * sizeof(Function) +
         (is_inner_.capacity() + is_shown_.capacity()) / 8 +
         samples_.capacity() * sizeof(AllocationSamples::Sample);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
