#!/bin/sh
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Installs Halfword the way a user does and builds consumer/ against it.
#
# Usage: check.sh STEP SOURCE WORK, with the compiler in $CXX. The step
# "install" comes first and fills WORK; each other step is one way to get at the
# library.

set -eu
step=$1
source=$2
work=$3
consumer=$source/tests/install/consumer
prefix=$work/prefix
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"

fail() {
  echo "check.sh $step: $*" >&2
  exit 1
}

# Configures the library alone, as a user would: no preset, no warnings. That
# each file compiles by itself is seen by add_subdirectory.
configure() {
  cmake -G Ninja -S "$source" -B "$work/build" -DCMAKE_INSTALL_LIBDIR=lib \
    -DHALFWORD_BUILD_TESTS=OFF -DHALFWORD_BUILD_EXAMPLES=OFF \
    -DHALFWORD_BUILD_BENCH=OFF -DCMAKE_UNITY_BUILD=ON "$@"
}

# Builds consumer/ by CMake and runs it: TARGET REFERENCES BASED [OPTION...]
consume() {
  target=$1 references=$2 based=$3
  shift 3
  rm -rf "$work/$step"
  cmake -G Ninja -S "$consumer" -B "$work/$step" -DCONSUMER_TARGET="$target" \
    -DCMAKE_PREFIX_PATH="$prefix" "$@"
  cmake --build "$work/$step" -j 2
  "$work/$step/consumer" "$references" "$based"
}

# Compiles consumer/main.cc with the flags of one package and links it with the
# library of another; the results are named after the step. pkg-config gives the
# headers by -I, so that the warnings which a user asks for apply to them too.
compile_with() {
  # shellcheck disable=SC2046
  "$CXX" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
    -Wsign-conversion -Werror $(pkg-config --cflags "$1") \
    -c "$consumer/main.cc" -o "$work/$step.o"
}

link_with() {
  # shellcheck disable=SC2046
  "$CXX" "$work/$step.o" $(pkg-config --libs "$1") -o "$work/$step.program"
}

# Links objects of one choice with the library of another, which must fail with
# a message that names the choice: PACKAGE OTHER SYMBOL
refuse_mixture() {
  compile_with "$1"
  if link_with "$2" 2>"$work/$step.message"; then
    fail "$1 headers linked with the library of $2"
  fi
  grep -q "$3" "$work/$step.message" || {
    cat "$work/$step.message" >&2
    fail "the linker does not name $3"
  }
}

# A bad option must stop the configuration with its line: OPTION PATTERN
refuse_option() {
  rm -rf "$work/$step"
  if cmake -G Ninja -S "$source" -B "$work/$step" "$1" \
    >/dev/null 2>"$work/$step.message"
  then
    fail "$1 was accepted"
  fi
  grep -q -- "$2" "$work/$step.message" || fail "$1 without the message $2"
}

case $step in
  install)
    rm -rf "$work"
    configure -DCMAKE_BUILD_TYPE=Release
    cmake --build "$work/build" -j 2
    cmake --install "$work/build" --prefix "$work/first"
    # Moved afterwards: no installed file may hold the prefix.
    mv "$work/first" "$prefix"
    ! grep -rIl "$work" "$prefix" || fail "the files above hold a path"
    ;;
  find_package) consume halfword::halfword 32 0 ;;
  find_package_based) consume halfword::based 32 1 ;;
  find_package_full_width) consume halfword::full_width 64 0 ;;
  find_package_sanitized)
    consume halfword::halfword 32 1 -DCMAKE_CXX_FLAGS=-fsanitize=address
    ;;
  find_package_cppgc) consume halfword::cppgc 32 0 ;;
  add_subdirectory)
    consume halfword::halfword 32 0 -DCONSUMER_SOURCE="$source"
    [ ! -e "$work/$step/halfword/libhalfword_based.a" ] ||
      fail "a variant was built that nobody asked for"
    ;;
  pkg_config)
    compile_with halfword
    link_with halfword
    "$work/$step.program" 32 0
    ;;
  pkg_config_cppgc)
    # shellcheck disable=SC2046
    "$CXX" -std=c++20 $(pkg-config --cflags halfword-cppgc) \
      "$consumer/oilpan.cc" "$consumer/main.cc" \
      $(pkg-config --libs halfword-cppgc) -o "$work/$step.program"
    "$work/$step.program" 32 0
    ;;
  pkg_config_based)
    compile_with halfword-based
    link_with halfword-based
    "$work/$step.program" 32 1
    ;;
  pkg_config_full_width)
    compile_with halfword-full-width
    link_with halfword-full-width
    "$work/$step.program" 64 0
    ;;
  mixed_decoders)
    refuse_mixture halfword-based halfword \
      halfword_abi_references_32_decode_based_virtual_bits_3
    ;;
  mixed_widths)
    refuse_mixture halfword halfword-full-width \
      halfword_abi_references_32_decode_zero_virtual_bits_3
    ;;
  bad_references)
    refuse_option -DHALFWORD_REFERENCES=48 \
      'HALFWORD_REFERENCES=48: must be one of 32|64.'
    ;;
  bad_decode)
    refuse_option -DHALFWORD_DECODE=one \
      'HALFWORD_DECODE=one: must be one of zero|based.'
    ;;
  bad_virtual_bits)
    refuse_option -DHALFWORD_VIRTUAL_BITS=5 \
      'HALFWORD_VIRTUAL_BITS=5: must be one of 3|4.'
    ;;
  debian_package)
    (cd "$work/build" && cpack -G DEB)
    prefix=$work/$step/usr
    PKG_CONFIG_PATH=$prefix/lib/pkgconfig
    rm -rf "$work/$step"
    dpkg-deb -x "$work"/build/libhalfword-dev_*.deb "$work/$step"
    compile_with halfword
    link_with halfword
    "$work/$step.program" 32 0
    dpkg-deb -f "$work"/build/halfword_*.deb Depends | grep -q libfmt ||
      fail "the program's package does not say what it needs"
    ;;
  program)
    "$prefix/bin/halfword" --version | grep -q '^halfword [0-9]'
    [ -s "$prefix/share/man/man1/halfword.1" ] || fail "no manual"
    grep -q _halfword "$prefix/share/bash-completion/completions/halfword"
    grep -q summary "$prefix/share/fish/vendor_completions.d/halfword.fish"
    ;;
  *) fail "no such step" ;;
esac
