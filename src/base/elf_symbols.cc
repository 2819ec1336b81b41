// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ELF, 64 bits, as the System V ABI lays it out. The file is whatever is on the
// disk by now, so that nothing in it is believed: each read is bounded by what
// the file gives.

#include "base/elf_symbols.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Sections of a file; a linker makes some 40.
constexpr size_t kSectionCountMax = 65536;
// Symbols that are read at once.
constexpr size_t kSymbolsAtOnce = 4096;
constexpr size_t kNameBytesMax = 4096;
constexpr uint64_t kNoteBytesMax = uint64_t{64} << 10;

class ElfFile {
 public:
  explicit ElfFile(const std::string& path)
      : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~ElfFile() {
    if (file_ >= 0) close(file_);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  // How many bytes were there.
  size_t Read(uint64_t offset, void* into, size_t bytes) const {
    size_t done = 0;
    while (done < bytes && offset + done <= INT64_MAX) {
      const ssize_t count =
          pread(file_, static_cast<char*>(into) + done, bytes - done,
                static_cast<off_t>(offset + done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      done += static_cast<size_t>(count);
    }
    return done;
  }

  bool ReadHeader(Elf64_Ehdr* header) const {
    return Read(0, header, sizeof(*header)) == sizeof(*header) &&
           std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
           header->e_ident[EI_CLASS] == ELFCLASS64;
  }

  std::vector<Elf64_Shdr> ReadSections(const Elf64_Ehdr& header) const {
    if (header.e_shentsize != sizeof(Elf64_Shdr)) return {};
    return ReadTable<Elf64_Shdr>(
        header.e_shoff, std::min<size_t>(header.e_shnum, kSectionCountMax));
  }

  // Whether it is what was loaded.
  bool Is(const ElfIdentity& loaded, const Elf64_Ehdr& header,
          const std::vector<SymbolQuery>& queries) const {
    if (std::memcmp(&header, &loaded.header, sizeof(header)) != 0 ||
        header.e_phentsize != sizeof(Elf64_Phdr)) {
      return false;
    }
    const auto segments = ReadTable<Elf64_Phdr>(header.e_phoff, header.e_phnum);
    if (!loaded.build_id.empty()) {
      return ReadBuildId(segments) == loaded.build_id;
    }
    return std::all_of(
        queries.begin(), queries.end(), [&](const SymbolQuery& query) {
          return query.code_hash == 0 ||
                 HashCode(segments, query.address) == query.code_hash;
        });
  }

 private:
  // As many entries as are there.
  template <typename Entry>
  std::vector<Entry> ReadTable(uint64_t offset, size_t count) const {
    std::vector<Entry> entries(count);
    const size_t bytes = Read(offset, entries.data(), count * sizeof(Entry));
    entries.resize(bytes / sizeof(Entry));
    return entries;
  }

  std::string ReadBuildId(const std::vector<Elf64_Phdr>& segments) const {
    std::string id;
    for (const Elf64_Phdr& segment : segments) {
      if (segment.p_type != PT_NOTE || !id.empty()) continue;
      const auto notes =
          ReadTable<char>(segment.p_offset,
                          std::min<uint64_t>(segment.p_filesz, kNoteBytesMax));
      id = BuildIdInNotes(notes.data(), notes.size());
    }
    return id;
  }

  // 0: there is none.
  uint64_t HashCode(const std::vector<Elf64_Phdr>& segments,
                    uint64_t address) const {
    for (const Elf64_Phdr& segment : segments) {
      const uint64_t offset = address - segment.p_vaddr;
      if (segment.p_type != PT_LOAD || offset >= segment.p_filesz) continue;
      char code[kComparedCodeBytes];
      const uint64_t wanted =
          std::min<uint64_t>(sizeof(code), segment.p_filesz - offset);
      return HashOfCode(code, Read(segment.p_offset + offset, code, wanted));
    }
    return 0;
  }

  const int file_;
};

bool IsNamedCode(const Elf64_Sym& symbol) {
  const int type = ELF64_ST_TYPE(symbol.st_info);
  return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
         symbol.st_shndx != SHN_UNDEF && symbol.st_name != 0;
}

// One symbol table, and the queries that wait for an answer.
class SymbolSearch {
 public:
  SymbolSearch(const ElfFile* file, std::vector<SymbolQuery>* queries)
      : file_(*file) {
    for (SymbolQuery& query : *queries) waiting_.push_back(&query);
    std::sort(waiting_.begin(), waiting_.end(),
              [](const SymbolQuery* a, const SymbolQuery* b) {
                return a->address < b->address;
              });
  }

  void Search(const Elf64_Shdr& table, const Elf64_Shdr& names) {
    std::vector<Elf64_Sym> symbols(kSymbolsAtOnce);
    uint64_t left = table.sh_size / sizeof(Elf64_Sym);
    uint64_t offset = table.sh_offset;
    while (left != 0) {
      const uint64_t wanted = std::min<uint64_t>(left, kSymbolsAtOnce);
      const size_t bytes =
          file_.Read(offset, symbols.data(), wanted * sizeof(Elf64_Sym));
      const size_t count = bytes / sizeof(Elf64_Sym);
      for (size_t i = 0; i < count; ++i) Offer(symbols[i], names);
      if (count < wanted) break;  // the file ends here
      left -= count;
      offset += count * sizeof(Elf64_Sym);
    }
  }

 private:
  void Offer(const Elf64_Sym& symbol, const Elf64_Shdr& names) {
    if (!IsNamedCode(symbol)) return;
    const uint64_t begin = symbol.st_value;
    // Of what was written in assembly language, the size may be missing.
    const uint64_t bytes = std::max<uint64_t>(symbol.st_size, 1);
    auto next =
        std::lower_bound(waiting_.begin(), waiting_.end(), begin,
                         [](const SymbolQuery* query, uint64_t address) {
                           return query->address < address;
                         });
    for (; next != waiting_.end() && (*next)->address - begin < bytes; ++next) {
      if ((*next)->name.empty()) (*next)->name = ReadName(names, symbol);
    }
  }

  std::string ReadName(const Elf64_Shdr& names, const Elf64_Sym& symbol) {
    if (symbol.st_name >= names.sh_size) return "";
    char text[kNameBytesMax];
    const uint64_t bytes_max =
        std::min<uint64_t>(sizeof(text), names.sh_size - symbol.st_name);
    const size_t bytes =
        file_.Read(names.sh_offset + symbol.st_name, text, bytes_max);
    return std::string(text, strnlen(text, bytes));
  }

  const ElfFile& file_;
  std::vector<SymbolQuery*> waiting_;  // by address
};

}  // namespace

void FindElfSymbols(const std::string& path, const ElfIdentity* loaded,
                    std::vector<SymbolQuery>* queries) {
  const ElfFile file(path);
  Elf64_Ehdr header;
  if (!file.ReadHeader(&header) ||
      (loaded != nullptr && !file.Is(*loaded, header, *queries))) {
    return;
  }
  const std::vector<Elf64_Shdr> sections = file.ReadSections(header);
  SymbolSearch search(&file, queries);
  // The full table first: a stripped file has only the other.
  for (const Elf64_Word type :
       {Elf64_Word{SHT_SYMTAB}, Elf64_Word{SHT_DYNSYM}}) {
    for (const Elf64_Shdr& section : sections) {
      if (section.sh_type != type || section.sh_link >= sections.size()) {
        continue;
      }
      search.Search(section, sections[section.sh_link]);
    }
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
