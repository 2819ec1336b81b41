// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What somebody may have meant by a name that there is not.

#ifndef TOOLS_HALFWORD_NEAR_NAMES_H_
#define TOOLS_HALFWORD_NEAR_NAMES_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace halfword::tools {

// At most three: those that are the wanted one but for upper and lower case,
// then those with few letters changed, left out, put in or swapped with their
// neighbours, then those that begin with it.
std::vector<std::string> FindNearNames(std::string_view wanted,
                                       const std::set<std::string>& names);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_NEAR_NAMES_H_
