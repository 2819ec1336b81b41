// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The maps "boost": std::string in boost::unordered_flat_map.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_BOOST_H_
#define HALFWORD_BENCH_STRINGS_TEXT_BOOST_H_

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>

#include "bench/strings/text_string.h"

namespace bench {

inline constexpr bool kOnlyMaps = true;

using Map = StringMap<boost::unordered_flat_map<Text, uint32_t>>;

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_BOOST_H_
