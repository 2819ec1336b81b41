// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How a TypeDefinition becomes a TypeInfo. Everything here happens once a
// class; what is kept is never given back, so that readers need no lock.

#include "types/type_registry.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/error_line.h"
#include "base/fork_locks.h"
#include "halfword/internal/checks.h"
#include "types/fingerprint.h"
#include "types/layout_check.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// 512 KiB of zero pages, of which a program touches those that it uses.
constinit std::atomic<const TypeInfo*> types_by_id[kTypeCountMax + 1] = {};
constinit std::atomic<size_t> last_id = 0;
// Those of index 0, also of a type without a fixed size, stay empty.
constinit std::atomic<uint32_t> next_buffer_index = kVariableBufferCount;

// Held while a type is made; never while another one is asked for.
constinit std::mutex registration_mutex;

// The lists of a type while it is made, which its TypeInfo refers to; but not
// those that it shares with a base.
struct TypeLists {
  std::vector<BaseInfo> bases;
  ReferenceMap references;
  std::vector<ReferenceRange> trailing_ranges;
};

// One piece of memory for a type and its lists, which is never given back: a
// program has hundreds of types, and malloc rounds each piece up.
class TypeBlock {
 public:
  explicit TypeBlock(const TypeLists& lists)
      : next_(static_cast<std::byte*>(::operator new(
            sizeof(TypeInfo) + BytesOf(lists.bases) +
            BytesOf(lists.references.ranges) + BytesOf(lists.trailing_ranges) +
            BytesOf(lists.references.strong_offsets)))) {}

  // Copies, in the order of their alignments, the strictest first.
  TypeInfo* Put(const TypeInfo& info) { return PutAll(&info, 1); }
  template <typename T>
  std::span<const T> Put(const std::vector<T>& items) {
    return {PutAll(items.data(), items.size()), items.size()};
  }

 private:
  template <typename T>
  static size_t BytesOf(const std::vector<T>& items) {
    return items.size() * sizeof(T);
  }

  template <typename T>
  T* PutAll(const T* items, size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* const copy = reinterpret_cast<T*>(next_);
    std::uninitialized_copy_n(items, count, copy);
    next_ += count * sizeof(T);
    return copy;
  }

  std::byte* next_;
};

// A copy that lives as long as the process. If malloc has no memory for it, it
// is as if the type had never been asked for.
TypeInfo* Keep(const TypeInfo& info, const TypeLists& lists) {
  TypeBlock block(lists);
  TypeInfo* const kept = block.Put(info);
  if (!lists.bases.empty()) kept->bases = block.Put(lists.bases);
  if (!lists.references.ranges.empty()) {
    kept->ranges = block.Put(lists.references.ranges);
  }
  if (!lists.trailing_ranges.empty()) {
    kept->trailing_ranges = block.Put(lists.trailing_ranges);
  }
  if (!lists.references.strong_offsets.empty()) {
    kept->strong_offsets = block.Put(lists.references.strong_offsets).data();
  }
  return kept;
}

void FillBases(const BaseDefinitions& bases, TypeInfo& info, TypeLists* lists) {
  for (size_t i = 0; i < bases.count; ++i) {
    const TypeInfo& base = *bases.items[i].type;
    lists->bases.push_back(
        {&base, static_cast<uint32_t>(bases.items[i].offset)});
    if (base.is_mixin) continue;
    info.hides_bases |= base.hides_bases;
    info.depth = static_cast<uint16_t>(base.depth + 1);
    std::copy_n(base.ancestors, info.depth, info.ancestors);
  }
  info.ancestors[info.depth] = info.id;
  info.bases = lists->bases;
}

void FillTrailing(const TypeDefinition& definition, TypeInfo& info,
                  TypeLists* lists) {
  if (definition.trailing == nullptr) return;
  const FieldInfo& element = *definition.trailing;
  info.variable_size = true;
  // Elements lie at a fixed offset, so the object is aligned as they are.
  info.alignment = std::max(info.alignment, element.alignment);
  info.trailing = &element;
  info.trailing_offset =
      static_cast<uint32_t>(RoundUp(info.object_bytes, element.alignment));
  info.trailing_element_bytes = element.element_bytes * element.count;
  lists->trailing_ranges = MapElement(element);
  info.trailing_ranges = lists->trailing_ranges;
  info.trailing_is_leaf = info.trailing_ranges.empty();
  info.trailing_is_weak = std::ranges::any_of(
      info.trailing_ranges, [](const ReferenceRange& range) {
        return range.kind == FieldKind::kWeakMember ||
               range.kind == FieldKind::kEphemeronKey;
      });
}

bool AreEqual(const ReferenceRange& a, const ReferenceRange& b) {
  return a.offset == b.offset && a.stride == b.stride && a.count == b.count &&
         a.kind == b.kind && a.to_mixin == b.to_mixin;
}

// Many a class has no references beyond those of its base, whose lists then do
// for both.
void ShareWithBases(TypeInfo& info, ReferenceMap* references) {
  std::vector<uint32_t>& offsets = references->strong_offsets;
  std::vector<ReferenceRange>& ranges = references->ranges;
  for (const BaseInfo& base : info.bases) {
    const std::span base_offsets(base.type->strong_offsets,
                                 base.type->strong_offset_count);
    if (!offsets.empty() && std::ranges::equal(offsets, base_offsets)) {
      info.strong_offsets = base_offsets.data();
      offsets.clear();
    }
    if (!ranges.empty() &&
        std::ranges::equal(ranges, base.type->ranges, AreEqual)) {
      info.ranges = base.type->ranges;
      ranges.clear();
    }
  }
}

// Of a type that has nothing but strong references.
TraceMode ModeOf(size_t reference_count, uint8_t lanes) {
  if (reference_count == 0) return TraceMode::kLeaf;
  if (lanes == 0) return TraceMode::kOffsets;
  return reference_count < kLaneReferencesMin ? TraceMode::kFewLanes
                                              : TraceMode::kLanes;
}

void FillReferences(const TypeDefinition& definition, TypeInfo& info,
                    TypeLists* lists) {
  lists->references = MapReferences(info.bases, info.fields);
  const std::vector<uint32_t>& offsets = lists->references.strong_offsets;
  info.strong_offsets = offsets.data();
  info.strong_offset_count = static_cast<uint16_t>(offsets.size());
  info.ranges = lists->references.ranges;
  const bool trailing_refers = info.variable_size && !info.trailing_is_leaf;
  if (definition.trace != nullptr) {
    info.trace_mode = TraceMode::kCustom;
    info.trace = definition.trace;
  } else if (!info.ranges.empty() || trailing_refers) {
    info.trace_mode = TraceMode::kRanges;
  } else {
    info.strong_lanes = LanesOf(offsets);
    info.trace_mode = ModeOf(offsets.size(), info.strong_lanes);
  }
  ShareWithBases(info, &lists->references);
}

bool HoldsOpaque(std::span<const FieldInfo> fields) {
  return std::any_of(fields.begin(), fields.end(), [](const FieldInfo& field) {
    return field.kind == FieldKind::kOpaque ||
           (field.kind == FieldKind::kStruct &&
            HoldsOpaque(field.nested->fields));
  });
}

bool MayBeInImage(const TypeInfo& info) {
  if (!info.lists_fields || info.has_destructor || info.has_prefinalizer ||
      info.polymorphic) {
    return false;
  }
  if (info.trailing != nullptr && HoldsOpaque({info.trailing, 1})) return false;
  return !HoldsOpaque(info.fields) &&
         std::all_of(
             info.bases.begin(), info.bases.end(),
             [](const BaseInfo& base) { return base.type->may_be_in_image; });
}

// 0 for what is not allocated inline, and where there are too many already.
uint32_t TakeBufferIndex(const TypeDefinition& definition,
                         const TypeInfo& info) {
  if (definition.is_abstract || definition.is_mixin) return 0;
  if (info.variable_size && !info.trailing_is_leaf) return 0;
  const uint32_t count = info.variable_size ? kVariableBufferCount : 1;
  const uint32_t index = next_buffer_index.load(std::memory_order_relaxed);
  if (index + count > kBufferIndexMax) return 0;
  next_buffer_index.store(index + count, std::memory_order_release);
  return index;
}

TypeId TakeId(const TypeDefinition& definition) {
  const size_t id = last_id.load(std::memory_order_relaxed) + 1;
  if (id > kTypeCountMax) {
    FatalLine("%s: a process has at most %zu managed classes", definition.name,
              kTypeCountMax);
  }
  return static_cast<TypeId>(id);
}

const TypeInfo& MakeType(const TypeDefinition& definition,
                         const BaseDefinitions& bases) {
  TypeInfo info{};
  TypeLists lists;
  info.id = TakeId(definition);
  info.name = definition.name;
  info.object_bytes = definition.object_bytes;
  info.alignment = definition.alignment;
  info.space_index = definition.space_index;
  info.lists_fields = definition.lists_fields;
  info.hides_bases = definition.hides_bases;
  info.polymorphic = definition.polymorphic;
  info.is_mixin = definition.is_mixin;
  info.is_backing = definition.backing != BackingKind::kNone;
  info.is_immutable = definition.is_immutable;
  info.backing = definition.backing;
  info.key_hash = definition.key_hash;
  info.clean_entries = definition.clean_entries;
  info.fields = definition.fields;
  info.destroy = definition.destroy;
  info.has_destructor = definition.destroy != nullptr;
  info.has_prefinalizer = definition.has_prefinalizer;
  info.name_of = definition.name_of;
  info.source_position_of = definition.source_position_of;
  FillBases(bases, info, &lists);
  FillTrailing(definition, info, &lists);
  FillReferences(definition, info, &lists);
  info.may_be_in_image = MayBeInImage(info);
  info.fingerprint = ComputeFingerprint(info);
  TypeInfo* const kept = Keep(info, lists);
  // Nothing fails from here on.
  kept->buffer_index = TakeBufferIndex(definition, info);
  return *kept;
}

}  // namespace

const TypeInfo& RegisterType(const TypeDefinition& definition) {
  const BaseDefinitions bases = definition.bases();
  HoldWhileForking(ForkLock::kTypes, &registration_mutex);
  const std::lock_guard lock(registration_mutex);
  TypeSlot& slot = *definition.slot;
  if (const TypeInfo* made = slot.info.load(std::memory_order_relaxed)) {
    return *made;
  }
  CheckLayout(definition, bases);
  const TypeInfo& info = MakeType(definition, bases);
  types_by_id[info.id].store(&info, std::memory_order_release);
  last_id.store(info.id, std::memory_order_release);
  slot.buffer_index.store(info.buffer_index, std::memory_order_relaxed);
  slot.info.store(&info, std::memory_order_release);
  return info;
}

const TypeInfo& TypeRegistry::TypeById(TypeId id) {
  const TypeInfo* const info = FindType(id);
  HALFWORD_DCHECK(info != nullptr, "this type id was never given out");
  return *info;
}

const TypeInfo* TypeRegistry::FindType(TypeId id) {
  return types_by_id[id].load(std::memory_order_acquire);
}

size_t TypeRegistry::type_count() {
  return last_id.load(std::memory_order_acquire);
}

uint32_t TypeRegistry::buffer_count() {
  return next_buffer_index.load(std::memory_order_acquire);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
