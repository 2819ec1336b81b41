// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The steps in their order; each but the last is in a file of its own.

#include "image/offline/image_rewriter.h"

#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/string_body.h"
#include "heap/memory_debug.h"
#include "image/image_bytes.h"
#include "image/image_file.h"
#include "image/offline/object_converter.h"
#include "image/offline/object_order.h"
#include "image/offline/placement.h"
#include "image/offline/table_rebuilder.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Where a new ImageBytes stands.
struct OwnBytes {
  uint32_t granule = 0;
  size_t room = 0;
};

class Rewriter final : public RewrittenObjects {
 public:
  Rewriter(const ImageView& view, const RewriteOptions& options)
      : view_(view),
        options_(options),
        source_(view.abi()),
        target_(options.target),
        objects_(view),
        maps_(view.catalog(), view.abi(), view.place()),
        live_(objects_, maps_),
        converter_(objects_, maps_, types_, source_, target_),
        placement_(target_, types_.targets()) {}

  ImageStatus Prepare() {
    std::string error;
    if (!types_.Find(objects_, live_, options_.target, options_.changes,
                     &error)) {
      return view_.Fail(ImageError::kOtherTypes, error);
    }
    if (options_.merges_equal) merged_.emplace(objects_, maps_, live_);
    order_ = OrderByReach(objects_, maps_, live_, merged());
    places_.emplace(live_, merged());
    PlaceObjects();
    PlaceOwnBytes();
    return FindPlace();
  }

  ImageStatus Fill() {
    if (!pages_.Make(page_count())) {
      return view_.Fail(ImageError::kSystem, "no memory for the new image");
    }
    converter_.SetPlaces(&*places_, place_, data_offset());
    for (const ImageGranule object : order_) Convert(object);
    if (!converter_.error().empty()) {
      return view_.Fail(ImageError::kDamaged, converter_.error());
    }
    TableRebuilder tables(objects_, maps_, types_, target_,
                          [this](ImageGranule object) { return At(object); });
    for (const ImageGranule object : order_) {
      if (tables.Rebuild(object)) continue;
      return view_.Fail(ImageError::kOtherTypes, tables.error());
    }
    FillTables();
    FillOwnBytes();
    return {};
  }

  ImageStatus Write(const std::string& path) {
    ImageFile file(path);
    if (options_.replaces) file.ReplaceExisting();
    ImageStatus status = file.WriteAnew(
        id_, page_count(), page_count(),
        [this](uint32_t page) {
          return pages_.at(uint64_t{page} * kPageBytes);
        },
        words_);
    return status.ok() ? file.Close() : status;
  }

  void Hand(RewrittenImage* image) {
    image->pages = std::move(pages_);
    image->page_count = page_count();
    image->words = words_;
  }

  void Report(RewriteReport* report) const {
    report->object_count = order_.size();
    report->merged_count = merged_.has_value() ? merged_->merged_count() : 0;
    report->page_count = page_count();
    report->old_page_count = view_.page_count();
  }

  const ImageObjects& objects() const override { return objects_; }
  const ReferenceMaps& maps() const override { return maps_; }
  const std::vector<ImageGranule>& order() const override { return order_; }
  const RewriteTypes& types() const override { return types_; }
  uint64_t NewOffsetOf(uint64_t offset) const override {
    return converter_.NewOffsetOf(offset);
  }

 private:
  const EqualObjects* merged() const {
    return merged_.has_value() ? &*merged_ : nullptr;
  }
  ImageTypeIndex TargetOf(ImageGranule object) const {
    return converter_.ClassOf(object).target;
  }

  void PlaceObjects() {
    for (const ImageGranule object : order_) {
      placement_.Count(TargetOf(object), converter_.Measure(object).bytes);
    }
    for (const ImageGranule object : order_) {
      places_->Set(object, placement_.Take(TargetOf(object),
                                           converter_.Measure(object).bytes));
    }
  }

  // Last, since they say where all others are. How long they are does not
  // depend on what they say.
  void PlaceOwnBytes() {
    TakeOwnBytes(WriteCatalog(MakeCatalog(0)).size(), &catalog_bytes_);
    const size_t bytes = sizeof(ImageBytes) + placement_.SlotTypeBytes();
    TakeOwnBytes(placement_.SlotTypeBytesWith(bytes), &slot_type_bytes_);
  }
  void TakeOwnBytes(size_t bytes, OwnBytes* own) {
    own->room = bytes;
    own->granule =
        placement_.Take(types_.image_bytes(), sizeof(ImageBytes) + bytes);
  }

  ImageStatus FindPlace() {
    const auto data_pages = static_cast<uint32_t>(placement_.pages().size());
    zone_ = target_.ZoneFor(data_pages);
    table_pages_ = target_.TablePages(zone_.page_count);
    const uint64_t bytes = uint64_t{zone_.page_count} * kPageBytes;
    if (bytes > target_.CapacityBytes()) {
      return view_.Fail(ImageError::kNoPlace,
                        "it needs " + std::to_string(bytes) +
                            " bytes, and with " + NameOf(options_.target) +
                            " there are " +
                            std::to_string(target_.CapacityBytes()));
    }
    id_ = MakeId();
    place_ = target_.PlaceFor(id_, bytes);
    return {};
  }

  // Another one for each image and each way to rewrite it.
  ImageId MakeId() const {
    const uint64_t made_of[] = {
        view_.id().low, view_.id().high, view_.state().sequence,
        NumberOf(options_.target), uint64_t{options_.merges_equal}};
    const XXH128_hash_t hash = XXH3_128bits(made_of, sizeof(made_of));
    return {hash.low64, hash.high64};
  }

  uint64_t data_offset() const { return uint64_t{table_pages_} * kPageBytes; }
  uint32_t page_count() const {
    return table_pages_ + static_cast<uint32_t>(placement_.pages().size());
  }
  uint64_t OffsetOf(uint32_t granule) const {
    return data_offset() + granule * target_.granule_bytes();
  }
  std::byte* At(ImageGranule object) {
    return pages_.at(OffsetOf(places_->Of(object)));
  }

  void Convert(ImageGranule object) {
    std::byte* const bytes = At(object);
    converter_.Convert(object, bytes);
    const size_t usable = placement_.UsableBytesAt(places_->Of(object));
    FillCanary(bytes, usable);
    if (converter_.ClassOf(object).is_bytes) {
      WidenBuffer(object, usable, bytes);
    }
  }

  // Behind what an object may fill (heap/memory_debug.h).
  void FillCanary(std::byte* object, size_t usable_bytes) const {
    std::memset(object + usable_bytes, kCanaryByte, target_.canary_bytes());
  }

  // The length of a buffer that one MutableString has for itself is what it has
  // room for.
  void WidenBuffer(ImageGranule object, size_t usable_bytes,
                   std::byte* bytes) const {
    uint32_t head;
    std::memcpy(&head, bytes, sizeof(head));
    const size_t old_usable = converter_.SourceUsableBytes(object);
    if (BodyKind{head >> kBodyKindShift} != BodyKind::kBuffer ||
        (head & kStringBytesMax) != BufferCapacity(old_usable)) {
      return;
    }
    head = static_cast<uint32_t>(BodyKind::kBuffer) << kBodyKindShift |
           static_cast<uint32_t>(BufferCapacity(usable_bytes));
    std::memcpy(bytes, &head, sizeof(head));
  }

  void FillTables() {
    const size_t entry_bytes = ImageZone::EntryBytes(zone_.page_count);
    PutEntry(0, {.use = static_cast<uint8_t>(PageUse::kTables),
                 .page_run = zone_.page_count});
    for (uint32_t i = 1; i < table_pages_; ++i) {
      PutEntry(i, {.use = static_cast<uint8_t>(PageUse::kTables)});
    }
    uint32_t number = table_pages_;
    for (const Placement::Page& page : placement_.pages()) {
      PutEntry(number, page.entry);
      PutBits(pages_.at(entry_bytes + number * target_.PageBitmapBytes()),
              page.entry);
      FillBehindObjects(pages_.at(uint64_t{number} * kPageBytes), page.entry);
      ++number;
    }
  }
  void PutEntry(uint32_t page, const PageEntry& entry) {
    std::memcpy(pages_.at(page * sizeof(PageEntry)), &entry, sizeof(entry));
  }
  void PutBits(std::byte* bits, const PageEntry& entry) const {
    const bool is_large = entry.use == static_cast<uint8_t>(PageUse::kLarge);
    const uint32_t count = is_large ? 1 : entry.live_slots;
    for (uint32_t slot = 0; slot < count; ++slot) {
      const size_t granule =
          size_t{slot} * entry.slot_bytes / target_.granule_bytes();
      bits[granule / 8] |= std::byte{1} << (granule % 8);
    }
  }

  // The slots of a page that no object has, and what is left behind the last.
  void FillBehindObjects(std::byte* page, const PageEntry& entry) const {
    if (!target_.abi().has_canaries ||
        (entry.use != static_cast<uint8_t>(PageUse::kOwn) &&
         entry.use != static_cast<uint8_t>(PageUse::kShared))) {
      return;
    }
    const size_t used_bytes = size_t{entry.live_slots} * entry.slot_bytes;
    std::memset(page + used_bytes, kFreedByte, kPageBytes - used_bytes);
  }

  Catalog MakeCatalog(uint64_t slot_type_bytes) const {
    const Catalog& old = view_.catalog();
    Catalog catalog;
    catalog.hash_seed = old.hash_seed;
    catalog.types = types_.targets();
    for (const CatalogRoot& root : old.roots) {
      const ImageGranule object = objects_.Around(root.offset);
      catalog.roots.push_back(
          {root.name, OffsetOf(places_->Of(object)), TargetOf(object)});
    }
    catalog.slot_types = {
        OffsetOf(slot_type_bytes_.granule) + sizeof(ImageBytes),
        slot_type_bytes};
    if (old.atoms.offset != 0) {
      const uint32_t granule = places_->Of(objects_.Around(old.atoms.offset));
      catalog.atoms = {OffsetOf(granule), old.atoms.capacity, old.atoms.used};
    }
    return catalog;
  }

  void FillOwnBytes() {
    const std::string slot_types = placement_.SlotTypes(table_pages_);
    PutOwnBytes(slot_type_bytes_, slot_types);
    const std::string catalog = WriteCatalog(MakeCatalog(slot_types.size()));
    PutOwnBytes(catalog_bytes_, catalog);
    words_.catalog_offset =
        OffsetOf(catalog_bytes_.granule) + sizeof(ImageBytes);
    words_.catalog_bytes = catalog.size();
    words_.window = target_.Window();
    words_.address = place_;
    words_.abi = NumberOf(options_.target);
    using std::chrono::system_clock;
    words_.save_time_ns = static_cast<uint64_t>(
        std::chrono::nanoseconds(system_clock::now().time_since_epoch())
            .count());
  }
  void PutOwnBytes(const OwnBytes& own, const std::string& bytes) {
    HALFWORD_CHECK(bytes.size() <= own.room,
                   "what an image says of itself has the room it was given");
    std::byte* const object = pages_.at(OffsetOf(own.granule));
    const auto length = static_cast<uint32_t>(bytes.size());
    std::memcpy(object, &length, sizeof(length));
    std::memcpy(object + sizeof(ImageBytes), bytes.data(), bytes.size());
    FillCanary(object, placement_.UsableBytesAt(own.granule));
  }

  const ImageView& view_;
  const RewriteOptions options_;
  const ImageShape source_;
  const ImageShape target_;
  const ImageObjects objects_;
  const ReferenceMaps maps_;
  const LiveObjects live_;
  RewriteTypes types_;
  ObjectConverter converter_;
  Placement placement_;
  std::optional<EqualObjects> merged_;
  std::vector<ImageGranule> order_;
  std::optional<NewPlaces> places_;
  ImageZone zone_;
  uint32_t table_pages_ = 0;
  ImageId id_;
  uint64_t place_ = 0;
  OwnBytes catalog_bytes_;
  OwnBytes slot_type_bytes_;
  NewPages pages_;
  HeapWords words_;
};

}  // namespace

ImageStatus RewriteImage(const ImageView& view, const RewriteOptions& options,
                         RewrittenImage* image) {
  auto rewriter = std::make_unique<Rewriter>(view, options);
  ImageStatus status = rewriter->Prepare();
  if (status.ok()) status = rewriter->Fill();
  if (!status.ok()) return status;
  rewriter->Hand(image);
  if (options.keeps_objects) image->objects = std::move(rewriter);
  return status;
}

ImageStatus RewriteImage(const ImageView& view, const std::string& path,
                         const RewriteOptions& options, RewriteReport* report) {
  Rewriter rewriter(view, options);
  ImageStatus status = rewriter.Prepare();
  if (status.ok()) status = rewriter.Fill();
  if (status.ok()) status = rewriter.Write(path);
  if (status.ok()) rewriter.Report(report);
  return status;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
