// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ways to objects, as documents and as people read them.

#ifndef TOOLS_HALFWORD_WAY_TEXT_H_
#define TOOLS_HALFWORD_WAY_TEXT_H_

#include <string>
#include <vector>

#include "analysis/findings/ways.h"
#include "analysis/node_browser.h"
#include "tools/halfword/json.h"

namespace halfword::tools {

// [{"edge","id","name"}], from the root to the object. The first has no edge.
Json WayToJson(const std::vector<analysis::WayStep>& way,
               const analysis::NodeBrowser& browser);

// "Name @id" of a row that has both.
std::string FormatObject(const Json& row);

// A line a step, each with the text in front; the middle of a long way is left
// out.
std::string FormatWay(const Json& way, const std::string& indent);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_WAY_TEXT_H_
