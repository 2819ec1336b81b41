// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Documents of --json: keys in the order in which they are written; halves of
// surrogate pairs, as names of a heap may have them, and bytes that are no
// UTF-8, as those of files may, become U+FFFD.

#ifndef TOOLS_HALFWORD_JSON_H_
#define TOOLS_HALFWORD_JSON_H_

#include <string>
#include <utility>

#include "analysis/file/valid_text.h"
#include "nlohmann/json.hpp"

namespace halfword::tools {

using Json = nlohmann::ordered_json;

inline void ReplaceHalves(Json* document) {
  if (document->is_string()) {
    std::string valid;
    auto& text = document->get_ref<std::string&>();
    if (analysis::ValidText(text, &valid).data() == valid.data()) {
      text = std::move(valid);
    }
  } else {
    for (Json& part : *document) {
      if (part.is_string() || part.is_structured()) ReplaceHalves(&part);
    }
  }
}

inline std::string FormatJson(Json document) {
  ReplaceHalves(&document);
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_JSON_H_
