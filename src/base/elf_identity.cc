// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Notes, as the System V ABI lays them out: three numbers, a name, contents,
// each padded to four bytes.

#include "base/elf_identity.h"

#include <algorithm>
#include <cstring>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of a build ID; linkers make 8 to 20 bytes.
constexpr size_t kBuildIdBytesMax = 64;

uint64_t Padded(uint32_t bytes) { return (uint64_t{bytes} + 3) & ~uint64_t{3}; }

}  // namespace

std::string BuildIdInNotes(const char* notes, size_t bytes) {
  size_t at = 0;
  Elf64_Nhdr note;
  while (bytes - at >= sizeof(note)) {
    std::memcpy(&note, notes + at, sizeof(note));
    at += sizeof(note);
    const uint64_t name_bytes = Padded(note.n_namesz);
    const uint64_t left = bytes - at;
    if (name_bytes > left || note.n_descsz > left - name_bytes) break;
    const char* const name = notes + at;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
        std::memcmp(name, "GNU", sizeof("GNU")) == 0 &&
        note.n_descsz <= kBuildIdBytesMax) {
      return {name + name_bytes, note.n_descsz};
    }
    at += std::min(name_bytes + Padded(note.n_descsz), left);
  }
  return "";
}

uint64_t HashOfCode(const void* code, size_t bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < bytes; ++i) {
    hash = (hash ^ static_cast<const uint8_t*>(code)[i]) * 0x100000001b3;
  }
  return hash != 0 ? hash : 1;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
