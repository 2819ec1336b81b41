// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a program does whose data are a noun: a jam is read into a new image,
// the image is saved and closed, opened again, each byte checked, and the noun
// is written as a jam. One row, kernel_cycle; it is compared by the time of the
// clock, and has the page faults of the process.

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/image/groups.h"
#include "bench/image/image_tree.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/jam.h"

namespace bench {
namespace {

using Bytes = std::vector<uint8_t>;

std::unique_ptr<halfword::Heap> OpenNouns(const std::string& path) {
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<nouns::Cell, nouns::IndirectAtom,
                                           nouns::NounRoot>();
  halfword::ImageStatus status;
  auto heap = halfword::Heap::Open(path, std::move(options), &status);
  ExpectOk(status);
  return heap;
}

void KeepNoun(const std::string& path, const Bytes& jam) {
  const auto heap = OpenNouns(path);
  auto& handle = heap->GetAllocationHandle();
  heap->SetRoot("noun", halfword::MakeGarbageCollected<nouns::NounRoot>(
                            handle, nouns::Cue(handle, jam)));
  ExpectOk(heap->Save());
  ExpectOk(heap->Close());
}

Bytes JamAgain(const std::string& path) {
  const auto heap = OpenNouns(path);
  return nouns::Jam(heap->GetRoot<nouns::NounRoot>("noun")->noun());
}

}  // namespace

void RunKernel(const Scale&) {
  const ImageFile file;
  std::ifstream input(HALFWORD_JAMS "/kernel.jam", std::ios::binary);
  const Bytes jam{std::istreambuf_iterator<char>(input), {}};
  Row row("image", "kernel_cycle");
  KeepNoun(file.path(), jam);
  const Bytes again = JamAgain(file.path());
  row.Stop();
  if (again != jam) {
    std::fprintf(stderr, "kernel.jam: another jam came back\n");
    std::exit(1);
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  row.Add("minor_faults", static_cast<double>(usage.ru_minflt));
  row.Add("major_faults", static_cast<double>(usage.ru_majflt));
  row.Add("file_bytes",
          static_cast<double>(std::filesystem::file_size(file.path())));
  row.CompareBy("wall_ms");
  row.Checksum(again.size());
  row.Print();
}

}  // namespace bench
