// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "collections": containers of references beside those of the standard
// library. bench/README.md lists the rows.

#include "bench/collections.h"

namespace {

constexpr bench::Group kGroups[] = {
    {"vectors", bench::RunVectors},
    {"short_vectors", bench::RunShortVectors},
    {"deques", bench::RunDeques},
};

}  // namespace

int main(int argc, char** argv) { return bench::Main(argc, argv, kGroups); }
