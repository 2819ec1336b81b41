// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Complaints: what is wrong with the input, one line each. A page that cannot
// be read never ends the program: it is complained of, the other pages are
// measured, and the exit status says at the end that something was left out.
//
// A line reads `FILE: what is there, expected what should be`.

#ifndef EXAMPLES_DOM_COMPLAINTS_H_
#define EXAMPLES_DOM_COMPLAINTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace dom {

class Complaints {
 public:
  void Add(std::string_view path, std::string_view what,
           std::string_view expected) {
    std::string line(path);
    line.append(": ").append(what).append(", expected ").append(expected);
    lines_.push_back(std::move(line));
  }

  bool empty() const { return lines_.empty(); }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_COMPLAINTS_H_
