// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From addresses to functions by unwind tables, to files by the dynamic linker,
// to names by the files.

#include "base/function_table.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
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

// The program's own file, whatever has its name by now.
constexpr const char kOwnFile[] = "/proc/self/exe";

std::string OwnPath() {
  char path[PATH_MAX];
  const ssize_t bytes = readlink(kOwnFile, path, sizeof(path));
  return bytes > 0 ? std::string(path, static_cast<size_t>(bytes)) : kOwnFile;
}

std::string NameOfPath(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

// The loaded file that has code at an address, and where it begins. Takes no
// lock where the C library can tell without: an allocation inside of dlopen()
// may be tracked, by a thread that dlopen() waits for.
const link_map* FindModule(uintptr_t address, const void** header) {
#if defined(DLFO_STRUCT_HAS_EH_DBASE)
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) {
    return nullptr;
  }
  *header = found.dlfo_map_start;
  return found.dlfo_link_map;
#else
  Dl_info info;
  link_map* map = nullptr;
  if (dladdr1(reinterpret_cast<void*>(address), &info,
              reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) {
    return nullptr;
  }
  *header = info.dli_fbase;
  return map;
#endif
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
  uintptr_t bias = 0;
  const uint32_t module = ModuleIndexOf(start, &bias);
  uint32_t function = kUnknown;
  if (module != 0) {
    function = count();
    functions_.push_back({module, start - bias});
  }
  by_start_.emplace(start, function);
  return function;
}

uint32_t FunctionTable::ModuleIndexOf(uintptr_t address, uintptr_t* bias) {
  const void* header = nullptr;
  const link_map* const map = FindModule(address, &header);
  if (map == nullptr) return 0;
  *bias = map->l_addr;
  const bool is_own = map->l_name == nullptr || *map->l_name == '\0';
  const std::string path = is_own ? kOwnFile : map->l_name;
  for (uint32_t i = 1; i < modules_.size(); ++i) {
    if (modules_[i].bias == *bias && modules_[i].path == path) return i;
  }
  Module& module = modules_.emplace_back();
  module.bias = *bias;
  module.path = path;
  module.name = NameOfPath(is_own ? OwnPath() : path);
  std::memcpy(&module.header, header, sizeof(module.header));
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
      queries.push_back({functions_[i].address, ""});
      asked.push_back(i);
    }
    FindElfSymbols(modules_[module].path, &modules_[module].header, &queries);
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
