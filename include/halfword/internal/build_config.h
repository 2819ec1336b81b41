// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The choices that are fixed when a program is compiled: how wide a reference
// is, how a 32-bit reference becomes a pointer, how many virtual bits the shift
// adds, and whether memory is debugged. They change the layout of every managed
// class, or what inline code does with memory, so they are part of the ABI: all
// of Halfword lives in an inline namespace named after them, and every
// translation unit refers to a symbol that only the library of the same choice
// defines. A program that mixes two choices does not link, and the linker's
// message names the choice that is missing.
//
// The CMake targets and the pkg-config files define the macros; without them
// the default of the platform is taken. Next to read: internal/word.h.

#ifndef HALFWORD_INTERNAL_BUILD_CONFIG_H_
#define HALFWORD_INTERNAL_BUILD_CONFIG_H_

// First of all that can fail: what follows is not C++17.
#if __cplusplus < 202002L
#error "Halfword needs C++20: compile with -std=c++20 or later"
#endif

#include "halfword/internal/compiler.h"

#ifndef HALFWORD_REFERENCES
#define HALFWORD_REFERENCES 32
#endif

#ifndef HALFWORD_VIRTUAL_BITS
#define HALFWORD_VIRTUAL_BITS 3
#endif

// The zero-based decoder needs the window [16 GiB, 32 GiB), which only Linux
// leaves free, and not under AddressSanitizer, whose shadow gap covers it.
#ifndef HALFWORD_DECODE_BASED
#if defined(__linux__) && !HALFWORD_HAS_ASAN
#define HALFWORD_DECODE_BASED 0
#else
#define HALFWORD_DECODE_BASED 1
#endif
#endif

#if HALFWORD_REFERENCES != 32 && HALFWORD_REFERENCES != 64
#error "HALFWORD_REFERENCES must be 32 or 64"
#endif
#if HALFWORD_VIRTUAL_BITS != 3 && HALFWORD_VIRTUAL_BITS != 4
#error "HALFWORD_VIRTUAL_BITS must be 3 or 4"
#endif
#if HALFWORD_REFERENCES == 32 && !HALFWORD_DECODE_BASED && HALFWORD_HAS_ASAN
#error \
    "AddressSanitizer covers the zero-based cage: \
link halfword::based (CMake) or halfword-based (pkg-config)"
#endif

#ifndef HALFWORD_MEMORY_DEBUG
#define HALFWORD_MEMORY_DEBUG 0
#endif

// 1 in translation units that hold code from Oilpan, where a mixin has a vtable
// and Trace() is inherited (design/oilpan.md#req.oilpan.mode).
#ifndef HALFWORD_CPPGC
#ifdef cppgc
#define HALFWORD_CPPGC 1
#else
#define HALFWORD_CPPGC 0
#endif
#endif

#ifndef HALFWORD_DCHECK_ENABLED
#define HALFWORD_DCHECK_ENABLED 0
#endif

#define HALFWORD_ABI_PASTE_(a, b) a##b
#define HALFWORD_ABI_PASTE(a, b) HALFWORD_ABI_PASTE_(a, b)

// The name of the choice: of the inline namespace and of the link symbol.
#if HALFWORD_REFERENCES == 64 && HALFWORD_VIRTUAL_BITS == 3
#define HALFWORD_ABI_REFERENCES references_64_virtual_bits_3
#elif HALFWORD_REFERENCES == 64
#define HALFWORD_ABI_REFERENCES references_64_virtual_bits_4
#elif HALFWORD_DECODE_BASED && HALFWORD_VIRTUAL_BITS == 3
#define HALFWORD_ABI_REFERENCES references_32_decode_based_virtual_bits_3
#elif HALFWORD_DECODE_BASED
#define HALFWORD_ABI_REFERENCES references_32_decode_based_virtual_bits_4
#elif HALFWORD_VIRTUAL_BITS == 3
#define HALFWORD_ABI_REFERENCES references_32_decode_zero_virtual_bits_3
#else
#define HALFWORD_ABI_REFERENCES references_32_decode_zero_virtual_bits_4
#endif

#if HALFWORD_MEMORY_DEBUG
#define HALFWORD_ABI HALFWORD_ABI_PASTE(HALFWORD_ABI_REFERENCES, _memory_debug)
#else
#define HALFWORD_ABI HALFWORD_ABI_REFERENCES
#endif
#define HALFWORD_ABI_SYMBOL HALFWORD_ABI_PASTE(halfword_abi_, HALFWORD_ABI)

extern "C" const char HALFWORD_ABI_SYMBOL;

namespace halfword::inline HALFWORD_ABI {
namespace internal {

// An undefined halfword_abi_... at link time means: this object file was
// compiled with other HALFWORD_* choices than the library it is linked with.
[[gnu::used]] static const char* const kAbiOfThisFile = &HALFWORD_ABI_SYMBOL;

inline constexpr int kVirtualBits = HALFWORD_VIRTUAL_BITS;
inline constexpr bool kCompressed = HALFWORD_REFERENCES == 32;
inline constexpr bool kBasedDecode = HALFWORD_DECODE_BASED != 0;
inline constexpr bool kMemoryDebug = HALFWORD_MEMORY_DEBUG != 0;
inline constexpr bool kOilpanMode = HALFWORD_CPPGC != 0;
inline constexpr bool kDchecks = HALFWORD_DCHECK_ENABLED != 0;

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_BUILD_CONFIG_H_
