// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The standard streams, which may be closed, full or a terminal: messages that
// never throw and never carry a file name's control characters to a terminal,
// and output whose loss is an error.

#ifndef EXAMPLES_DOM_STREAMS_H_
#define EXAMPLES_DOM_STREAMS_H_

#include <string>
#include <string_view>

namespace dom {

// Puts something in the place of each standard stream that is closed, so that
// no file opened later becomes one. Writing to it still fails.
void OccupyStandardStreams();

// Writes `program: text` to standard error, as one line: control characters
// are shown as \n or \x1b. What cannot be written is lost; there is nobody else
// to tell. Never allocates, so that it can say that memory ran out.
void WriteMessage(std::string_view program, std::string_view text);

// The text as WriteMessage() shows it, for output that names files.
std::string Printable(std::string_view text);

// Passes on lines that another program has written to its standard error.
void WriteErrors(std::string_view lines);

// Writes text to standard output, all of it. Throws std::runtime_error if that
// fails.
void WriteOutput(std::string_view text);

}  // namespace dom

#endif  // EXAMPLES_DOM_STREAMS_H_
