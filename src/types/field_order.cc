// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Greedy: the next field is the one that leaves the smallest gap.

#include "types/field_order.h"

#include <algorithm>

#include "base/bits.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

size_t FieldBytes(const FieldInfo& field) {
  return size_t{field.element_bytes} * field.count;
}

bool ListsAllFields(const TypeInfo& type) {
  return type.lists_fields && std::all_of(type.bases.begin(), type.bases.end(),
                                          [](const BaseInfo& base) {
                                            return ListsAllFields(*base.type);
                                          });
}

size_t DataEnd(const TypeInfo& type);

// Where the first field of its own may stand.
size_t FieldsBegin(const TypeInfo& type) {
  size_t begin = type.polymorphic ? sizeof(void*) : 0;
  for (const BaseInfo& base : type.bases) {
    begin = std::max(begin, base.offset + DataEnd(*base.type));
  }
  return begin;
}

// Where its last field ends: without the padding behind it.
size_t DataEnd(const TypeInfo& type) {
  size_t end = FieldsBegin(type);
  for (const FieldInfo& field : type.fields) {
    end = std::max(end, field.offset + FieldBytes(field));
  }
  return end;
}

// The field that leaves the smallest gap at an offset; of several the one with
// the strictest alignment, then the one that is listed first.
size_t NextField(const std::vector<const FieldInfo*>& fields, size_t offset) {
  const auto gap = [offset](const FieldInfo& field) {
    return RoundUp(offset, field.alignment) - offset;
  };
  size_t next = 0;
  for (size_t i = 1; i < fields.size(); ++i) {
    const size_t smallest = gap(*fields[next]);
    const size_t found = gap(*fields[i]);
    if (found < smallest ||
        (found == smallest && fields[i]->alignment > fields[next]->alignment)) {
      next = i;
    }
  }
  return next;
}

}  // namespace

FieldOrder FindFieldOrder(const TypeInfo& type) {
  FieldOrder order;
  order.best_object_bytes = type.object_bytes;
  if (!ListsAllFields(type)) return order;

  const size_t begin = FieldsBegin(type);
  size_t data_bytes = 0;
  std::vector<const FieldInfo*> fields;
  for (const FieldInfo& field : type.fields) {
    data_bytes += FieldBytes(field);
    fields.push_back(&field);
  }
  // Empty fields may share their place with others.
  order.padding_bytes = type.object_bytes -
                        std::min<size_t>(type.object_bytes, begin + data_bytes);

  size_t end = begin;
  while (!fields.empty()) {
    const size_t next = NextField(fields, end);
    end = RoundUp(end, fields[next]->alignment) + FieldBytes(*fields[next]);
    order.best.push_back(fields[next]);
    fields.erase(fields.begin() + static_cast<ptrdiff_t>(next));
  }
  const size_t bytes = RoundUp(std::max<size_t>(end, 1), type.alignment);
  if (bytes < type.object_bytes) {
    order.best_object_bytes = bytes;
  } else {
    order.best.clear();
  }
  return order;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
