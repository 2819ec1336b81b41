// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The verifier's view of objects: what their fields refer to, and whether a
// reference stands where no field is listed.

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstddef>

#include "base/readable_memory.h"
#include "gc/verify/verifier.h"
#include "halfword/internal/string_owner.h"
#include "heap/object_lookup.h"
#include "types/type_bases.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Hands the slots that a hand-written Trace() visits to the verifier.
class ReferenceCollector final : public Visitor {
 public:
  ReferenceCollector(Verifier* verifier, const Verifier::Subject& subject)
      : verifier_(verifier), subject_(subject) {}

  void RegisterWeakCallback(WeakCallback, const void*) override {}

 protected:
  void VisitStrong(const Word* slot, bool) override { Check(slot); }
  void VisitWeak(const Word* slot, bool) override { Check(slot); }
  void VisitObject(const void* object) override {
    const auto address = reinterpret_cast<uintptr_t>(object);
    verifier_->VerifyTarget(subject_, {"(container)"}, nullptr, address);
  }
  void VisitEphemeron(const Word* key, bool, const void* value,
                      TraceCallback callback) override {
    Check(key);
    // The value may be a part of the object whose key is dead by now.
    if (IsReference(*key)) callback(this, value);
  }
  void VisitWeakContainer(const void* object, TraceDescriptor, WeakCallback,
                          const void*) override {
    VisitObject(object);
  }

 private:
  void Check(const Word* slot) {
    const Word word = *slot;
    ++verifier_->report_.reference_count;
    if (IsReference(word)) {
      verifier_->VerifyTarget(subject_, {"(traced)"}, nullptr,
                              DecompressWord(word));
    }
  }

  Verifier* const verifier_;
  const Verifier::Subject& subject_;
};

uintptr_t Verifier::LiveObject(uintptr_t address) const {
  if (!IsInCage(address) || !census_.IsTaken(PageIndexOf(address))) return 0;
  const uintptr_t object = SlotBegin(address);
  if (object == 0) return 0;
  const PageIndex page = PageIndexOf(object);
  const size_t granule = (object & (kPageBytes - 1)) / kGranuleBytes;
  return TestBit(LiveBits(*heap_, page), granule) ? object : 0;
}

void Verifier::VerifyObjectsOf(PageIndex page) {
  const uint64_t* const live = LiveBits(*heap_, page);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = live[word]; bits != 0; bits &= bits - 1) {
      const size_t granule =
          word * 64 + static_cast<size_t>(std::countr_zero(bits));
      VerifyObject(RecordAt(page), PageAddress(page) + granule * kGranuleBytes);
    }
  }
}

void Verifier::VerifyObject(const PageRecord& record, uintptr_t object) {
  ++report_.object_count;
  const TypeInfo& type = TypeOfSlot(record, object);
  const Subject subject{&type, object, UsableBytes(record)};
  if (IsUnderConstruction(object)) return;
  if (type.trace_mode == TraceMode::kCustom) {
    ReferenceCollector collector(this, subject);
    type.trace(&collector, reinterpret_cast<const void*>(object));
    return;
  }
  VerifyFields(subject, type, 0);
  VerifyTrailing(subject);
  VerifyGaps(subject);
}

void Verifier::VerifyFields(const Subject& subject, const TypeInfo& type,
                            size_t offset) {
  for (const BaseInfo& base : type.bases) {
    VerifyFields(subject, *base.type, offset + base.offset);
  }
  for (const FieldInfo& field : type.fields) {
    VerifyField(subject, field, offset, SlotName::kNotTrailing);
  }
}

void Verifier::VerifyField(const Subject& subject, const FieldInfo& field,
                           size_t offset, size_t trailing_index) {
  for (size_t i = 0; i < field.count; ++i) {
    const size_t at = offset + field.offset + i * field.element_bytes;
    switch (field.kind) {
      case FieldKind::kMember:
      case FieldKind::kWeakMember:
      case FieldKind::kTagged:
      case FieldKind::kString:
      case FieldKind::kEphemeronKey:
      case FieldKind::kEphemeronValue:
        VerifySlot(subject, {field.name, trailing_index}, field, at);
        break;
      case FieldKind::kStruct:
        for (const FieldInfo& inner : field.nested->fields) {
          VerifyField(subject, inner, at, trailing_index);
        }
        break;
      case FieldKind::kMutableString:
        VerifySlot(subject, {field.name, trailing_index}, field,
                   at + offsetof(StringOwner, body));
        break;
      case FieldKind::kUntracedMember:
      case FieldKind::kScalar:
      case FieldKind::kOpaque:
        return;
    }
  }
}

void Verifier::VerifyTrailing(const Subject& subject) {
  const TypeInfo& type = *subject.type;
  if (!type.variable_size || type.trailing_is_leaf) return;
  size_t index = 0;
  for (size_t at = type.trailing_offset;
       at + type.trailing_element_bytes <= subject.bytes;
       at += type.trailing_element_bytes) {
    VerifyField(subject, *type.trailing, at, index++);
  }
}

std::string Verifier::SlotName::ToString() const {
  if (trailing_index == kNotTrailing) return std::string("field ") + field;
  // An element that is a reference itself has no name.
  const std::string element =
      "trailing element " + std::to_string(trailing_index);
  return *field == '\0' ? element : element + "'s field " + field;
}

// A table need not be cleaned before its heap is swept.
bool Verifier::IsLeftToCleaning(const Subject& subject, const FieldInfo& field,
                                uintptr_t target) const {
  if (subject.type->clean_entries == nullptr || !heap_->has_tables_to_clean() ||
      (field.kind != FieldKind::kWeakMember &&
       field.kind != FieldKind::kEphemeronKey &&
       field.kind != FieldKind::kEphemeronValue)) {
    return false;
  }
  if (!IsInCage(target) || !census_.IsTaken(PageIndexOf(target))) return false;
  const uintptr_t object = SlotBegin(target);
  return object != 0 && IsAllocated(object) && heap_->IsDead(object);
}

void Verifier::VerifySlot(const Subject& subject, const SlotName& name,
                          const FieldInfo& field, size_t offset) {
  ++report_.reference_count;
  const Word word = *reinterpret_cast<const Word*>(subject.address + offset);
  if (IsReference(word)) {
    if (IsLeftToCleaning(subject, field, DecompressWord(word))) return;
    VerifyTarget(subject, name, &field, DecompressWord(word));
    return;
  }
  const bool has_immediates =
      field.kind == FieldKind::kTagged || field.kind == FieldKind::kString;
  if (!has_immediates && word != kNullWord && word != kSentinelWord) {
    findings_.Add("%s: %s holds the word 0x%" PRIx64
                  ", which is no reference, null or sentinel",
                  subject.Text().c_str(), name.ToString().c_str(),
                  static_cast<uint64_t>(word));
  }
}

void Verifier::VerifyTarget(const Subject& subject, const SlotName& name,
                            const FieldInfo* field, uintptr_t target) {
  if (!IsInCage(target)) {
    findings_.Add("%s: %s refers to 0x%" PRIxPTR ", outside the cage",
                  subject.Text().c_str(), name.ToString().c_str(), target);
    return;
  }
  const PageRecord& record = RecordAt(PageIndexOf(target));
  if (record.heap != nullptr && record.heap != heap_ &&
      IsReadable(record.heap, sizeof(Collector)) &&
      CollectedHeapOf(record) != nullptr) {
    findings_.Add("%s: %s refers to 0x%" PRIxPTR ", an object of heap %d",
                  subject.Text().c_str(), name.ToString().c_str(), target,
                  static_cast<const Collector*>(record.heap)->id());
    return;
  }
  const uintptr_t object = LiveObject(target);
  if (object == 0) {
    const ObjectText last = ObjectText::LastAt(target);
    findings_.Add("%s: %s refers to 0x%" PRIxPTR ", where no object lives%s%s",
                  subject.Text().c_str(), name.ToString().c_str(), target,
                  last.empty() ? "" : "; the last was ", last.c_str());
    return;
  }
  if (field == nullptr) return;
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
  if (!VerifyTargetType(*field, type, target - object)) {
    findings_.Add("%s: %s refers to 0x%" PRIxPTR
                  ", %zu bytes into a %s, which is not what the field declares",
                  subject.Text().c_str(), name.ToString().c_str(), target,
                  static_cast<size_t>(target - object), type.name);
  }
}

bool Verifier::VerifyTargetType(const FieldInfo& field, const TypeInfo& type,
                                size_t offset_in_target) const {
  if (!field.to_mixin && offset_in_target != 0) return false;
  if (field.target == nullptr || !KnowsBases(type)) return true;
  const TypeInfo* const declared =
      field.target->info.load(std::memory_order_acquire);
  // Null: no object of it, nor of a class that lists it, was ever made.
  return declared != nullptr && HasBaseAt(type, *declared, offset_in_target);
}

const Verifier::Gaps& Verifier::GapsOf(const TypeInfo& type) {
  const auto [place, is_new] = gaps_.try_emplace(&type);
  Gaps& gaps = place->second;
  if (!is_new) return gaps;
  gaps.object.resize(UnlistedGaps(type, {}));
  UnlistedGaps(type, gaps.object);
  if (type.variable_size) {
    gaps.element.resize(UnlistedElementGaps(*type.trailing, {}));
    UnlistedElementGaps(*type.trailing, gaps.element);
  }
  return gaps;
}

void Verifier::VerifyGaps(const Subject& subject) {
  const Gaps& gaps = GapsOf(*subject.type);
  for (const ByteRange& gap : gaps.object) {
    VerifyGap(subject, gap.offset, size_t{gap.offset} + gap.bytes);
  }
  if (gaps.element.empty()) return;
  const size_t stride = subject.type->trailing_element_bytes;
  for (size_t at = subject.type->trailing_offset; at + stride <= subject.bytes;
       at += stride) {
    for (const ByteRange& gap : gaps.element) {
      VerifyGap(subject, at + gap.offset, at + gap.offset + gap.bytes);
    }
  }
}

// Slots are cleared when they are taken, so that a reference where no field is
// listed was put there by a field that the class forgot to list.
void Verifier::VerifyGap(const Subject& subject, size_t begin, size_t end) {
  const size_t first = (begin + sizeof(Word) - 1) / sizeof(Word);
  // A slot need not reach to where elements would begin.
  end = std::min(end, subject.bytes);
  for (size_t at = first * sizeof(Word); at + sizeof(Word) <= end;
       at += sizeof(Word)) {
    const Word word = *reinterpret_cast<const Word*>(subject.address + at);
    if (!IsReference(word)) continue;
    const uintptr_t target = DecompressWord(word);
    if (LiveObject(target) != target) continue;
    findings_.Add(
        "%s: a reference stands at offset %zu, where HALFWORD_FIELDS "
        "lists no field",
        subject.Text().c_str(), at);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
