// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From the file inwards; what rests on what is damaged is not looked at.

#include "image/image_check.h"

#include <cstring>
#include <utility>

#include "image/file/page_place.h"
#include "image/object_references.h"
#include "image/offline/image_shape.h"
#include "image/offline/sound_types.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

const char* NameOfKind(DamageKind kind) {
  switch (kind) {
    case DamageKind::kNoImage:
      return "no-image";
    case DamageKind::kOtherVersion:
      return "version";
    case DamageKind::kHeader:
      return "header";
    case DamageKind::kLength:
      return "length";
    case DamageKind::kLogRecord:
      return "log";
    case DamageKind::kDirectory:
      return "directory";
    case DamageKind::kPage:
      return "page";
    case DamageKind::kDiskError:
    case DamageKind::kNone:
      break;
  }
  return "error";
}

class ImageChecker {
 public:
  ImageChecker(ImageView* view, ImageReport* report)
      : view_(*view), report_(*report), shape_(view->abi()) {}

  void CheckPages() {
    for (ImagePage page = 0; page < view_.page_count(); ++page) {
      const ImageDamage damage = view_.CheckPage(page);
      if (!damage) continue;
      Add({.kind = NameOfKind(damage.kind),
           .text = damage.text,
           .file_offset = damage.file_offset,
           .page = page,
           .object = {},
           .expected = "the bytes that its checksum is of"});
    }
  }

  void CheckTypes() {
    const std::vector<TypeDescription>& types = view_.catalog().types;
    const SoundTypes sound(view_.catalog(), view_.abi());
    for (ImageTypeIndex type = 0; type < types.size(); ++type) {
      const std::string why = sound.WhyUnsound(type);
      if (why.empty()) continue;
      Add({.kind = "type",
           .text = "class " + types[type].name + ": " + why,
           .object = {},
           .expected = "a class of a program"});
    }
  }

  void CheckTables() {
    for (ImagePage page = 0; page < view_.page_count(); ++page) {
      CheckTable(page);
    }
  }

  void CheckReferences() {
    const ReferenceMaps maps(view_.catalog(), view_.abi(), view_.place());
    if (!maps.is_complete()) {
      Add({.kind = "table",
           .text = "its classes have more references than there can be",
           .object = {},
           .expected = "classes of a program"});
      return;
    }
    view_.ForEachObject([&](ImagePage page, uint32_t offset,
                            ImageTypeIndex type) {
      ++report_.object_count;
      maps.ForEach(type, view_.BytesAt(page) + offset, view_.SlotBytes(page),
                   [&](const ReferenceField& field, size_t, uint64_t target) {
                     ++report_.reference_count;
                     CheckReference(page, offset, type, field, target);
                   });
    });
  }

  void CheckAtoms() {
    const uint64_t offset = view_.catalog().atoms.offset;
    if (offset == 0) return;
    const bool is_object = IsObject(offset, false);
    if (is_object && HasEmptyAtom()) return;
    Add({.kind = "root",
         .text = is_object ? "the table of atoms is full"
                           : "the table of atoms is no object",
         .page = PageOf(offset),
         .object = {},
         .expected = is_object ? "an empty entry" : "an object"});
  }

  void CheckRoots() {
    for (const CatalogRoot& root : view_.catalog().roots) {
      if (IsObject(root.offset, false) &&
          view_.TypeAt(PageOf(root.offset), OffsetOf(root.offset)) ==
              root.type) {
        continue;
      }
      Add({.kind = "root",
           .text = "root '" + root.name + "' leads to no " +
                   view_.catalog().types[root.type].name,
           .page = PageOf(root.offset),
           .object = {},
           .expected = view_.catalog().types[root.type].name});
    }
  }

 private:
  static ImagePage PageOf(uint64_t offset) {
    return static_cast<ImagePage>(offset / kPageBytes);
  }
  static uint32_t OffsetOf(uint64_t offset) {
    return static_cast<uint32_t>(offset % kPageBytes);
  }

  void Add(ImageFinding finding) {
    ++report_.finding_count;
    if (report_.findings.size() < ImageReport::kFindingCountMax) {
      report_.findings.push_back(std::move(finding));
    }
  }

  void AddTable(ImagePage page, const std::string& text,
                const std::string& expected) {
    Add({.kind = "table",
         .text = "page " + std::to_string(page) + ": " + text,
         .file_offset = PageOffset(view_.state(), page),
         .page = page,
         .object = {},
         .expected = expected});
  }

  void CheckTable(ImagePage page) {
    const PageEntry& entry = view_.EntryAt(page);
    const uint32_t count = view_.CountAllocated(page);
    switch (view_.UseOf(page)) {
      case PageUse::kOwn:
      case PageUse::kShared:
        if (entry.live_slots != count) {
          AddTable(page,
                   std::to_string(count) + " objects, its entry has " +
                       std::to_string(entry.live_slots),
                   std::to_string(entry.live_slots) + " objects");
        }
        CheckEntry(page);
        CheckSlots(page);
        return;
      case PageUse::kLarge:
        if (count != 1 || !view_.IsAllocated(page, 0)) {
          AddTable(page, "no large object", "one object at its beginning");
        } else if (!HasRoomFor(entry.type, view_.SlotBytes(page))) {
          AddTable(page, "its pages have no room for its class", "more pages");
        }
        return;
      case PageUse::kFree:
      case PageUse::kLargeTail:
      case PageUse::kTables:
        if (count != 0) AddTable(page, "objects where none can be", "none");
        return;
    }
  }

  // What no heap has made, none adopts.
  void CheckEntry(ImagePage page) {
    const PageEntry& entry = view_.EntryAt(page);
    const TypeDescription* const type = view_.UseOf(page) == PageUse::kOwn
                                            ? &view_.catalog().types[entry.type]
                                            : nullptr;
    if (type != nullptr && entry.space_index != type->space_index) {
      AddTable(page,
               "it lies in space " + std::to_string(entry.space_index) +
                   ", its class in " + std::to_string(type->space_index),
               "the space of its class");
    }
    const bool is_fixed = type != nullptr && !type->trailing.has_value();
    const size_t expected_bytes =
        is_fixed ? shape_.OwnSlotBytes(type->alignment, type->object_bytes)
                 : shape_.SharedSlotBytes(
                       1, entry.slot_bytes - shape_.canary_bytes());
    if (entry.slot_bytes != expected_bytes) {
      AddTable(page,
               "slots of " + std::to_string(entry.slot_bytes) +
                   " bytes, which no heap makes for its objects",
               "slots of " + std::to_string(expected_bytes) + " bytes");
    }
  }

  void CheckSlots(ImagePage page) {
    const uint32_t slot_bytes = view_.EntryAt(page).slot_bytes;
    const auto page_bytes = static_cast<uint32_t>(kPageBytes);
    const uint32_t end = page_bytes / slot_bytes * slot_bytes;
    view_.ForEachObjectOf(page, [&](ImagePage, uint32_t offset,
                                    ImageTypeIndex type) {
      if (offset % slot_bytes != 0 || offset >= end) {
        AddTable(page,
                 "an object between slots, at byte " + std::to_string(offset),
                 "a multiple of " + std::to_string(slot_bytes));
      } else if (type == kNoImageType) {
        AddTable(page,
                 "an object of no class, at byte " + std::to_string(offset),
                 "a class");
      } else if (!HasRoomFor(type, slot_bytes)) {
        AddTable(page,
                 "an object of class " + view_.catalog().types[type].name +
                     " in a slot of " + std::to_string(slot_bytes) + " bytes",
                 "room for the class");
      }
    });
  }

  bool HasRoomFor(ImageTypeIndex type, size_t slot_bytes) const {
    const size_t canary_bytes =
        view_.abi().has_canaries ? view_.granule_bytes() : 0;
    return view_.catalog().types[type].object_bytes + canary_bytes <=
           slot_bytes;
  }

  // Whether an object begins there, or (inner) is around it.
  bool IsObject(uint64_t offset, bool inner) const {
    const uint64_t begin = view_.ObjectAround(offset);
    return inner ? begin != ImageView::kNowhere : begin == offset;
  }

  // Whether a look-up of an atom ends, which it does where a hash is 0. What is
  // no such table, or has less room, opening tells of.
  // Requires: the table is an object.
  bool HasEmptyAtom() const {
    const CatalogAtoms& atoms = view_.catalog().atoms;
    const ImagePage page = PageOf(atoms.offset);
    const uint32_t offset = OffsetOf(atoms.offset);
    const TypeDescription& type =
        view_.catalog().types[view_.TypeAt(page, offset)];
    if (!type.trailing.has_value()) return true;
    const FieldDescription* const field =
        FindField(type.trailing->nested, "hash");
    if (field == nullptr) return true;
    const size_t stride = StrideOf(type);
    size_t at = type.trailing_offset + field->offset;
    for (uint64_t i = 0; i < atoms.capacity; ++i, at += stride) {
      uint32_t hash;
      if (at + sizeof(hash) > view_.SlotBytes(page)) return true;
      std::memcpy(&hash, view_.BytesAt(page) + offset + at, sizeof(hash));
      if (hash == 0) return true;
    }
    return false;
  }

  // What is neither followed nor cleared may outlive what it led to.
  void CheckReference(ImagePage page, uint32_t offset, ImageTypeIndex type,
                      const ReferenceField& field, uint64_t target) {
    if (field.kind == FieldKind::kUntracedMember ||
        IsObject(target, field.is_inner)) {
      return;
    }
    const std::string object = view_.catalog().types[type].name + " at page " +
                               std::to_string(page) + ", byte " +
                               std::to_string(offset);
    Add({.kind = "reference",
         .text = object + ": " + field.name + " leads to no object",
         .file_offset = PageOffset(view_.state(), page) + offset,
         .page = page,
         .object = object,
         .expected = "a reference to an object"});
  }

  ImageView& view_;
  ImageReport& report_;
  const ImageShape shape_;
};

void AddStatus(const ImageView& view, const ImageStatus& status,
               const char* kind, ImageReport* report) {
  report->findings.push_back(
      {.kind = kind,
       .text = status.message().substr(view.path().size() + 2),
       .object = {},
       .expected = {}});
  ++report->finding_count;
}

// Requires: the view is open.
ImageStatus CheckOpened(ImageView* view, ImageReport* report) {
  ImageChecker checker(view, report);
  checker.CheckPages();
  if (!report->ok()) return {};
  ImageStatus status = view->ReadTables();
  if (status.error() == ImageError::kDamaged) {
    AddStatus(*view, status, "table", report);
    return {};
  }
  if (!status.ok()) return status;
  checker.CheckTypes();
  checker.CheckTables();
  if (!report->ok()) return {};
  checker.CheckReferences();
  checker.CheckRoots();
  checker.CheckAtoms();
  return {};
}

}  // namespace

ImageStatus CheckView(ImageView* view, ImageReport* report) {
  const ImageStatus status = view->Open();
  if (status.error() == ImageError::kDamaged) {
    AddStatus(*view, status, "file", report);
    return {};
  }
  return status.ok() ? CheckOpened(view, report) : status;
}

ImageStatus CheckImage(const std::string& path, ImageReport* report) {
  ImageView view(path);
  return CheckView(&view, report);
}

ImageStatus OpenChecked(ImageView* view) {
  ImageStatus status = view->Open();
  if (!status.ok()) return status;
  const std::string why =
      WhyNotNumbered(view->page_count(), view->granule_bytes());
  if (!why.empty()) return view->Fail(ImageError::kNoPlace, why);
  ImageReport report;
  status = CheckOpened(view, &report);
  if (!status.ok() || report.ok()) return status;
  return view->Fail(ImageError::kDamaged, report.findings.front().text);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
