// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "codec": the kernels of one codec (kernels.h), which are linked in or,
// with HALFWORD_BENCH_LIBRARY, in a library that dlopen() opens. A kernel is a
// group. The variant is the codec.

#ifdef HALFWORD_BENCH_LIBRARY
#include <dlfcn.h>
#endif

#include <cstdio>
#include <cstdlib>

#include "bench/codec/kernels.h"
#include "bench/measure.h"

namespace codec {
namespace {

const Kernel* LoadKernels() {
#ifdef HALFWORD_BENCH_LIBRARY
  void* library = dlopen(HALFWORD_BENCH_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  void* found = library == nullptr ? nullptr : dlsym(library, "codec_kernels");
  if (found == nullptr) {
    std::fprintf(stderr, "codec: %s\n", dlerror());
    std::exit(1);
  }
  return reinterpret_cast<const Kernel* (*)()>(found)();
#else
  return codec_kernels();
#endif
}

template <int kIndex>
void RunKernel(const bench::Scale& scale) {
  const Kernel& kernel = LoadKernels()[kIndex];
  uint64_t count = scale(kernel.count);
  void* made = kernel.make();
  kernel.run(made, count / 16);  // Caches and page tables know it then.
  bench::Row row("codec", kernel.name);
  uint64_t result = kernel.run(made, count);
  row.Stop();
  row.Operations(count);
  row.CompareBy("ns_per_op");
  row.Checksum(result);
  row.Print();
}

constexpr bench::Group kGroups[kKernelCount] = {
    {"chase", RunKernel<0>}, {"chase_far", RunKernel<1>},
    {"tree", RunKernel<2>},  {"hash_set", RunKernel<3>},
    {"store", RunKernel<4>}, {"dom", RunKernel<5>}};

}  // namespace
}  // namespace codec

int main(int argc, char** argv) {
  return bench::Main(argc, argv, codec::kGroups);
}
