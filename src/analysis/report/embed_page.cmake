# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Makes a C++ source of the files of the report's page, so that the program
# needs no files beside it and the build no other program than CMake.
#
# Usage: cmake -D PAGE=FOLDER -D SCRIPTS=a.js,b.js -D OUT=page_text.cc
#              -P embed_page.cmake

file(READ "${PAGE}/report.html" template)
file(READ "${PAGE}/report.css" style)
set(script "")
string(REPLACE "," ";" SCRIPTS "${SCRIPTS}")
foreach(name IN LISTS SCRIPTS)
  file(READ "${PAGE}/${name}" text)
  string(APPEND script "${text}\n")
endforeach()

# Of 32 bytes: 21 times 3 hexadecimal digits are 2 of base 64, and the last one
# is filled up with zeros.
function(encode_base64 hexadecimal result)
  set(alphabet
    ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(text "")
  foreach(at RANGE 0 63 3)
    string(SUBSTRING "${hexadecimal}00" ${at} 3 digits)
    math(EXPR high "0x${digits} >> 6")
    math(EXPR low "0x${digits} & 63")
    string(SUBSTRING ${alphabet} ${high} 1 first)
    string(SUBSTRING ${alphabet} ${low} 1 second)
    string(APPEND text ${first}${second})
  endforeach()
  string(SUBSTRING ${text} 0 43 text)
  set(${result} "${text}=" PARENT_SCOPE)
endfunction()

string(SHA256 digest "${script}")
encode_base64(${digest} hash)

file(WRITE "${OUT}" "// Made by embed_page.cmake.

#include \"analysis/report/page_text.h\"

namespace halfword::analysis {

constexpr std::string_view kPageTemplate = R\"page~(${template})page~\";
constexpr std::string_view kPageStyle = R\"page~(${style})page~\";
constexpr std::string_view kPageScript = R\"page~(${script})page~\";
constexpr std::string_view kPageScriptHash = \"sha256-${hash}\";

}  // namespace halfword::analysis
")
