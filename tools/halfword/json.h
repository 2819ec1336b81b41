// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Documents of --json: keys in the order in which they are written; bytes that
// are no UTF-8, as names of files may have them, become U+FFFD.

#ifndef TOOLS_HALFWORD_JSON_H_
#define TOOLS_HALFWORD_JSON_H_

#include <string>

#include "nlohmann/json.hpp"

namespace halfword::tools {

using Json = nlohmann::ordered_json;

inline std::string FormatJson(const Json& document) {
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_JSON_H_
