// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From addresses to functions by unwind tables, to files by the list of what is
// loaded, to names by the files.

#include "base/function_table.h"

#include <cxxabi.h>
#include <unistd.h>

#include <cinttypes>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "base/backtrace.h"
#include "base/elf_symbols.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What the link /proc/self/exe leads to.
std::string TargetOf(const std::string& link) {
  char path[PATH_MAX];
  const ssize_t bytes = readlink(link.c_str(), path, sizeof(path));
  return bytes > 0 ? std::string(path, static_cast<size_t>(bytes)) : link;
}

std::string NameOfPath(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

FunctionTable::FunctionTable() : modules_(1), functions_(1) {}

uint32_t FunctionTable::IndexOf(uintptr_t address) {
  const auto [place, is_new] = by_address_.try_emplace(address, kUnknown);
  if (is_new) place->second = Find(address);
  return place->second;
}

uint32_t FunctionTable::Find(uintptr_t address) {
  uintptr_t start = FunctionStart(address);
  if (start == 0) start = address;
  const auto known = by_start_.find(start);
  if (known != by_start_.end()) return known->second;
  LoadedModule module;
  uint32_t function = kUnknown;
  if (FindLoadedModule(start, &module)) {
    const uint32_t index = IndexOf(module);
    function = count();
    functions_.push_back({.module = index,
                          .address = start - module.bias,
                          .code_hash = modules_[index].identity.build_id.empty()
                                           ? HashOfLoadedCode(module, start)
                                           : 0});
  }
  by_start_.emplace(start, function);
  return function;
}

uint32_t FunctionTable::IndexOf(const LoadedModule& module) {
  for (uint32_t i = 1; i < modules_.size(); ++i) {
    if (modules_[i].bias == module.bias &&
        modules_[i].loaded_name == module.name) {
      return i;
    }
  }
  const std::string path = PathOf(module);
  const bool is_own = *module.name == '\0';
  modules_.push_back({.bias = module.bias,
                      .loaded_name = module.name,
                      .path = path,
                      .name = NameOfPath(is_own         ? TargetOf(path)
                                         : path.empty() ? module.name
                                                        : path),
                      .identity = IdentityOf(module)});
  return static_cast<uint32_t>(modules_.size() - 1);
}

std::string FunctionTable::ModuleOf(uint32_t function) const {
  return modules_[functions_[function].module].name;
}

std::vector<std::string> FunctionTable::ReadNames() const {
  std::vector<std::string> names(functions_.size());
  for (uint32_t module = 1; module < modules_.size(); ++module) {
    std::vector<SymbolQuery> queries;
    std::vector<size_t> asked;
    for (size_t i = 0; i < functions_.size(); ++i) {
      if (functions_[i].module != module) continue;
      queries.push_back({functions_[i].address, "", functions_[i].code_hash});
      asked.push_back(i);
    }
    FindElfSymbols(modules_[module].path, &modules_[module].identity, &queries);
    for (size_t i = 0; i < asked.size(); ++i) {
      names[asked[i]] = std::move(queries[i].name);
    }
  }
  return names;
}

std::string FunctionTable::DisplayName(uint32_t function,
                                       const std::string& name) const {
  if (function == kUnknown) return "(code of no file)";
  if (name.empty()) {
    char offset[32];
    std::snprintf(offset, sizeof(offset), "+0x%" PRIx64,
                  functions_[function].address);
    return ModuleOf(function) + offset;
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && demangled != nullptr ? demangled.get() : name;
}

size_t FunctionTable::bytes() const {
  constexpr size_t kMapNodeBytes = 32;
  return sizeof(*this) + functions_.capacity() * sizeof(Function) +
         modules_.capacity() * sizeof(Module) +
         (by_start_.size() + by_address_.size()) * kMapNodeBytes +
         (by_start_.bucket_count() + by_address_.bucket_count()) *
             sizeof(void*);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
