// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TypeInfo: what Halfword knows of a managed class. The marker, the sweeper,
// the verifier, snapshots and images all read it, and know nothing of each
// other. It is made once a class and process, from HALFWORD_FIELDS or a
// hand-written Trace, the first time an object of the class (or of a class
// derived from it) is made, and it lives until the process ends.
//
// Next to read: halfword/fields.h (how a class says what it holds) and
// src/types/type_registry.h (how a TypeInfo comes to be).

#ifndef HALFWORD_INTERNAL_TYPE_INFO_H_
#define HALFWORD_INTERNAL_TYPE_INFO_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfword/internal/backing_kind.h"
#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI {

struct SourcePosition;
class Visitor;

namespace internal {

struct TypeInfo;
struct StructInfo;

// The number of a class in this process, from 1; 0 is no class. It is what
// shared pages store by slot, hence 16 bits.
using TypeId = uint16_t;
inline constexpr size_t kTypeCountMax = 65535;

// The place where the TypeInfo of T will stand. It exists for incomplete T too,
// so that a field can name the class it points to before that is defined.
// Its address is the identity of T, so there is one in a process: of a class
// that a program shares with a library, the visibility must be default, too.
// Threads: written once, under the registry's lock; read by all.
struct TypeSlot {
  std::atomic<const TypeInfo*> info{nullptr};
  // The index of T's allocation buffer in every heap. 0 until T is registered:
  // that buffer is always empty, so the first allocation goes out of line.
  std::atomic<uint32_t> buffer_index{0};
};

template <typename T>
HALFWORD_ONE_PER_PROCESS inline constinit TypeSlot type_slot{};

// What a field holds, as far as a collector, an image or a snapshot cares.
enum class FieldKind : uint8_t {
  kMember,          // strong reference to a managed object
  kWeakMember,      // cleared when its target dies
  kUntracedMember,  // never followed, never cleared
  kTagged,          // a 31-bit integer or a strong reference
  kString,          // up to three bytes, or a strong reference to a body
  kMutableString,   // StringOwner: its second word may refer to a body
  kEphemeronKey,    // the weak half of an EphemeronPair
  kEphemeronValue,  // the other half: held while the key lives
  kScalar,          // an arithmetic, enumeration or void-free value
  kStruct,          // a plain struct with fields of its own
  kOpaque,          // anything foreign: a host pointer, a std::mutex
};

// The C type of a scalar, so that a tool can show it and an image convert it.
enum class ScalarKind : uint8_t {
  kNone,
  kBool,
  kChar,
  kSigned,
  kUnsigned,
  kFloat,
  kEnum,
};

// One listed field. An array is one field with a count.
struct FieldInfo {
  const char* name;        // as in the source: "first_child_"
  uint32_t offset;         // from the start of the listing class or struct
  uint32_t count;          // elements of an array, 1 otherwise
  uint32_t element_bytes;  // of one element
  uint16_t alignment;      // of the declared type
  FieldKind kind;
  ScalarKind scalar;         // kScalar only
  bool to_mixin;             // a reference that may point inside an object
  const TypeSlot* target;    // class referred to, for kinds that refer to one
  const StructInfo* nested;  // kStruct only: the fields of one element
};

// The fields of a plain struct that is nested in managed classes.
struct StructInfo {
  const char* name;
  uint32_t bytes;
  uint16_t alignment;
  bool trivially_copyable;  // so nothing in it can be an unlisted Member
  std::span<const FieldInfo> fields;
};

struct BaseInfo {
  const TypeInfo* type;  // a mixin has a TypeInfo too, and no objects
  uint32_t offset;       // 0 for the managed base, else a mixin
};

// A slot of the class itself or of anything nested in it, with arrays of
// references still as ranges: what the marker follows, flattened.
struct ReferenceRange {
  uint32_t offset;  // of the first word
  uint32_t stride;  // bytes between two
  uint32_t count;
  FieldKind kind;  // kMember stands for every strong kind of one word
  bool to_mixin;
};

// How the marker finds the references of an object.
enum class TraceMode : uint8_t {
  kLeaf,      // none
  kOffsets,   // strong_offsets only: the fast path, nothing else to look at
  kFewLanes,  // the same, all of them in the first eight words: also
              // strong_lanes
  kLanes,     // the same, and so many that lanes are worth it for one object
  kRanges,    // strong_offsets, then ranges, then the trailing array
  kCustom,    // the hand-written Trace
};
inline constexpr size_t kTraceModeCount =
    static_cast<size_t>(TraceMode::kCustom) + 1;

using TraceCallback = void (*)(Visitor*, const void* object);
using DestroyCallback = void (*)(void* object) noexcept;
// Writes a name of at most capacity - 1 bytes and NUL; null: the class name.
using NameCallback = size_t (*)(const void* object, char* buffer,
                                size_t capacity);
// From GetSourcePosition(), halfword/source_position.h.
using SourcePositionCallback = SourcePosition (*)(const void* object);

struct TypeInfo {
  // What the marker reads, in the first 32 bytes.
  const uint32_t* strong_offsets;  // of words held directly in the object
  uint16_t strong_offset_count;
  uint8_t strong_lanes;  // kFewLanes, kLanes: bit i is word i of the object
  TraceMode trace_mode;
  bool has_destructor;    // destroy is not null
  bool variable_size;     // has a trailing array
  bool trailing_is_leaf;  // ... whose elements hold no references
  bool trailing_is_weak;  // ... some of which are weak, or ephemerons
  TraceCallback trace;    // kCustom only
  uint32_t object_bytes;  // sizeof, without a trailing array
  TypeId id;
  uint16_t alignment;

  DestroyCallback destroy;
  NameCallback name_of;                       // from NameProvider, or null
  SourcePositionCallback source_position_of;  // null: the class has none
  const char* name;                           // "app::Node", static storage
  std::span<const ReferenceRange> ranges;     // all but strong_offsets
  std::span<const FieldInfo> fields;          // its own, without those of bases
  std::span<const BaseInfo> bases;            // direct ones, in order

  // The trailing array of elements behind the object: the offset of the first,
  // the fields of one, and where the strong words of one are.
  uint32_t trailing_offset;
  uint32_t trailing_element_bytes;                  // 0: no trailing array
  const FieldInfo* trailing;                        // one element, as a field
  std::span<const ReferenceRange> trailing_ranges;  // offsets in an element

  // Managed bases at offset 0, the class itself last: Is<T> is one compare of
  // ancestors[depth of T]. Deeper chains than kAncestorCountMax are refused.
  static constexpr size_t kAncestorCountMax = 16;
  uint16_t depth;
  TypeId ancestors[kAncestorCountMax];

  bool lists_fields;    // false: only a hand-written Trace, unnamed edges
  bool hides_bases;     // it, or a base, may have bases not in ancestors
  bool polymorphic;     // has a vtable pointer
  bool is_mixin;        // derives from GarbageCollectedMixin only
  bool is_backing;      // has the elements of one container, which owns it
  bool is_immutable;    // HALFWORD_IMMUTABLE: equal objects may become one
  BackingKind backing;  // what part of a container it is
  KeyHash key_hash;     // of a table: what its hashes depend on
  CleanEntriesCallback clean_entries;  // of a weak table, or null
  bool has_prefinalizer;               // itself, or a base
  bool may_be_in_image;  // fields listed, no destructor, no prefinalizer,
                         // no vptr, no opaque field
  uint32_t buffer_index;
  uint16_t space_index;  // 0: the default space; n: custom space n - 1
  uint64_t fingerprint;  // of names, kinds, offsets and counts
};

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_TYPE_INFO_H_
