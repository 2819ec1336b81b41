// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// By the dynamic linker's index of code, or by its list of modules.

#include "base/loaded_module.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// The program's own file, whatever has its name by now.
constexpr const char kOwnFile[] = "/proc/self/exe";
// What is surely mapped where a header is.
constexpr size_t kHeaderPageBytes = 4096;

bool IsHeader(const void* header) {
  return header != nullptr && std::memcmp(header, ELFMAG, SELFMAG) == 0;
}

// Of a header whose page is mapped.
bool FindSegments(LoadedModule* module) {
  const Elf64_Ehdr& header = *module->header;
  const uint64_t bytes = uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      header.e_phoff > kHeaderPageBytes ||
      bytes > kHeaderPageBytes - header.e_phoff) {
    return false;
  }
  module->segments = reinterpret_cast<const Elf64_Phdr*>(
      reinterpret_cast<const char*>(module->header) + header.e_phoff);
  module->segment_count = header.e_phnum;
  return true;
}

bool Covers(const Elf64_Phdr& segment, uintptr_t bias, uintptr_t address) {
  return segment.p_type == PT_LOAD &&
         address - (bias + segment.p_vaddr) < segment.p_memsz;
}

struct Search {
  uintptr_t address;
  LoadedModule* module;
};

// The segment at the beginning of the file has the header.
int TakeIfCovering(dl_phdr_info* info, size_t, void* context) {
  const Search& search = *static_cast<Search*>(context);
  const Elf64_Phdr* const segments = info->dlpi_phdr;
  const Elf64_Phdr* const end = segments + info->dlpi_phnum;
  if (std::none_of(segments, end, [&](const Elf64_Phdr& segment) {
        return Covers(segment, info->dlpi_addr, search.address);
      })) {
    return 0;
  }
  const Elf64_Phdr* const first =
      std::find_if(segments, end, [](const Elf64_Phdr& segment) {
        return segment.p_type == PT_LOAD && segment.p_offset == 0;
      });
  const void* const header =
      first == end
          ? nullptr
          : reinterpret_cast<const void*>(info->dlpi_addr + first->p_vaddr);
  *search.module = {info->dlpi_addr, info->dlpi_name,
                    static_cast<const Elf64_Ehdr*>(header), segments,
                    info->dlpi_phnum};
  return IsHeader(header) ? 1 : 0;
}

bool FindByIndex([[maybe_unused]] uintptr_t address,
                 [[maybe_unused]] LoadedModule* module) {
#if defined(DLFO_STRUCT_HAS_EH_DBASE)
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0 ||
      found.dlfo_link_map == nullptr || !IsHeader(found.dlfo_map_start)) {
    return false;
  }
  *module = {found.dlfo_link_map->l_addr, found.dlfo_link_map->l_name,
             static_cast<const Elf64_Ehdr*>(found.dlfo_map_start), nullptr, 0};
  return FindSegments(module);
#else
  return false;
#endif
}

}  // namespace

bool FindLoadedModule(uintptr_t address, LoadedModule* module) {
  Search search = {address, module};
  if (!FindByIndex(address, module) &&
      dl_iterate_phdr(TakeIfCovering, &search) == 0) {
    return false;
  }
  if (module->name == nullptr) module->name = "";
  return true;
}

ElfIdentity IdentityOf(const LoadedModule& module) {
  ElfIdentity identity;
  std::memcpy(&identity.header, module.header, sizeof(identity.header));
  for (size_t i = 0; i < module.segment_count; ++i) {
    const Elf64_Phdr& segment = module.segments[i];
    const uintptr_t begin = module.bias + segment.p_vaddr;
    if (segment.p_type != PT_NOTE || !identity.build_id.empty() ||
        std::none_of(module.segments, module.segments + module.segment_count,
                     [&](const Elf64_Phdr& other) {
                       return Covers(other, module.bias, begin) &&
                              segment.p_memsz <= other.p_vaddr + other.p_memsz -
                                                     segment.p_vaddr;
                     })) {
      continue;
    }
    identity.build_id =
        BuildIdInNotes(reinterpret_cast<const char*>(begin), segment.p_memsz);
  }
  return identity;
}

uint64_t HashOfLoadedCode(const LoadedModule& module, uintptr_t address) {
  for (size_t i = 0; i < module.segment_count; ++i) {
    const Elf64_Phdr& segment = module.segments[i];
    if (!Covers(segment, module.bias, address) ||
        (segment.p_flags & PF_R) == 0) {
      continue;
    }
    const uintptr_t end = module.bias + segment.p_vaddr + segment.p_filesz;
    if (address >= end) return 0;
    return HashOfCode(reinterpret_cast<const void*>(address),
                      std::min<size_t>(kComparedCodeBytes, end - address));
  }
  return 0;
}

std::string PathOf(const LoadedModule& module) {
  if (*module.name == '\0') return kOwnFile;
  if (*module.name == '/') return module.name;
  const std::unique_ptr<FILE, int (*)(FILE*)> file(
      std::fopen("/proc/self/maps", "re"), &std::fclose);
  if (file == nullptr) return "";
  const auto address = reinterpret_cast<uintptr_t>(module.header);
  char* line = nullptr;
  size_t capacity = 0;
  std::string path;
  // "55d0-55d1 r--p 00000000 08:01 123   /path of the file (deleted)"
  while (path.empty() && getline(&line, &capacity, file.get()) > 0) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    int at = 0;
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %*s %n",
                    &begin, &end, &at) == 2 &&
        begin <= address && address < end && at > 0) {
      path = line + at;
    }
  }
  std::free(line);
  if (path.ends_with('\n')) path.pop_back();
  constexpr std::string_view kDeleted = " (deleted)";
  if (path.ends_with(kDeleted)) path.resize(path.size() - kDeleted.size());
  return path.starts_with('/') ? path : "";
}

}  // namespace halfword::inline HALFWORD_ABI::internal
