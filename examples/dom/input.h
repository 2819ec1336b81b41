// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Input: from the words on the command line, or in a list, to the text of
// pages. Files are taken as they are named, folders are walked for pages, and
// what is not a page is refused here, before a parser that trusts its input
// sees it.
//
// Next to read: page.h, which parses the text.

#ifndef EXAMPLES_DOM_INPUT_H_
#define EXAMPLES_DOM_INPUT_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "examples/dom/complaints.h"

namespace dom {

// The largest page that is read. A parse tree takes about 40 times the page, so
// this one already fills a large machine.
inline constexpr size_t kPageBytesMax = size_t{512} << 20;

// Whether a file is called as pages are: *.html or *.htm, in any case.
bool EndsLikeAPage(const std::filesystem::path& path);

// The files that the arguments stand for, in the order of the arguments, and
// inside a folder (walked with its subfolders, symbolic links to folders not
// followed) by name. A page in a folder is a file *.html or *.htm; a file that
// is named itself may be called anything. Devices, FIFOs and sockets are never
// opened.
std::vector<std::string> FindPages(const std::vector<std::string>& arguments,
                                   Complaints& complaints);

// The arguments that a file lists, or standard input if its path is "-": each
// is ended by a NUL byte, as `find -print0` writes them.
std::vector<std::string> ReadList(const std::string& path,
                                  Complaints& complaints);

// The text of one page; nothing, after a complaint, if the file cannot be read
// or is empty, too large or not text.
std::optional<std::string> ReadPage(const std::string& path,
                                    Complaints& complaints);

// What shows that the bytes are not text, as a phrase for a complaint; nothing
// if they may be. Any byte above 127 may be text (in a page's old encoding),
// NUL may not, nor may more than one control character in 64 bytes.
std::optional<std::string> FindBinary(std::string_view bytes);

}  // namespace dom

#endif  // EXAMPLES_DOM_INPUT_H_
