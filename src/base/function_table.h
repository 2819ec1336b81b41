// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FunctionTable: the functions of the program that addresses of code lie in,
// numbered as they come. Finding a function looks at the unwind tables in
// memory; names are read from the program's files when they are asked for.
//
// Code that is loaded where other code was unloaded meanwhile is taken for it.
//
// Threads: one. Cost of IndexOf(): one lookup of a hash table, and some
// microseconds for each address that is new.

#ifndef HALFWORD_BASE_FUNCTION_TABLE_H_
#define HALFWORD_BASE_FUNCTION_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/loaded_module.h"

namespace halfword::inline HALFWORD_ABI::internal {

class FunctionTable {
 public:
  // What no file of the program has: code that it made itself.
  static constexpr uint32_t kUnknown = 0;

  FunctionTable();

  uint32_t IndexOf(uintptr_t address);
  uint32_t count() const { return static_cast<uint32_t>(functions_.size()); }

  // The file that a function is in, without its folder; "" if unknown.
  std::string ModuleOf(uint32_t function) const;

  // Of all functions, by index, as the linker knows them; "": not known.
  // Reads the program's files.
  std::vector<std::string> ReadNames() const;

  // For people: without a name, "libfoo.so+0x1234".
  std::string DisplayName(uint32_t function, const std::string& name) const;

  size_t bytes() const;

 private:
  struct Module {
    uintptr_t bias;           // what was added to the addresses of its file
    std::string loaded_name;  // as the dynamic linker has it
    std::string path;         // where it is read from; "": nowhere
    std::string name;
    ElfIdentity identity;  // as it was loaded
  };
  struct Function {
    uint32_t module;     // 0: none
    uint64_t address;    // in the module's file
    uint64_t code_hash;  // 0: the module has a build ID
  };

  uint32_t Find(uintptr_t address);
  uint32_t IndexOf(const LoadedModule& module);

  std::vector<Module> modules_;
  std::vector<Function> functions_;
  std::unordered_map<uintptr_t, uint32_t> by_start_;
  std::unordered_map<uintptr_t, uint32_t> by_address_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_FUNCTION_TABLE_H_
