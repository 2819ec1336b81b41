// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fuzzer of opening and checking images. Bytes that come by chance fail a
// checksum, so the input is a list of changes to a small good image, after
// which all checksums are made right again: what is fuzzed is what rests on
// them. CheckImage() names what it finds or accepts, and Heap::Open() opens or
// refuses with a line; neither crashes or hangs. docs/fuzzing.md says how it is
// used.
//
// A change is eight bytes: what is changed, how, where (u16), a value (u32).
// The byte before them all chooses whether the changed pages stand at home or
// in a record of the log, how the image is opened, and with which checks.

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/disk_file.h"
#include "base/fuzz_expectations.h"
#include "halfword/allocation.h"
#include "halfword/atom.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_vector.h"
#include "halfword/image.h"
#include "halfword/member.h"
#include "halfword/string.h"
#include "image/file/image_hash.h"
#include "image/file/image_log.h"
#include "image/file/image_store.h"
#include "image/file/page_place.h"
#include "image/file/posix_disk.h"
#include "image/image_check.h"
#include "image/image_file.h"
#include "image/image_zone.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct Pair {
  int first = 0;
  String second;
  HALFWORD_FIELDS(Pair, first, second)
};

class Fuzzed : public GarbageCollected<Fuzzed> {
 public:
  Member<Fuzzed> next_;
  String name_;
  Atom atom_;
  Pair pairs_[2];
  HeapVector<Member<Fuzzed>> others_;
  HeapHashMap<String, Member<Fuzzed>> by_name_;
  HALFWORD_FIELDS(Fuzzed, next_, name_, atom_, pairs_, others_, by_name_)
};

namespace {

using PageBytes = std::vector<std::byte>;

constexpr ImageStore::Layout kSmallLog = {.log_half_bytes = 64 * kUnitBytes};
constexpr size_t kChangeBytes = 8;
constexpr size_t kChangesMax = 32;

// The image that all inputs change, and its file.
class Fuzzer {
 public:
  Fuzzer() : folder_("/tmp/image_fuzz.XXXXXX") {
    // Nobody cuts the power.
    hooks_.sync = [](int) { return 0; };
    hooks_.sync_folder = hooks_.sync;
    SetDiskFileHooksForTesting(&hooks_);
    if (mkdtemp(folder_.data()) == nullptr) std::abort();
    path_ = folder_ + "/fuzzed.image";
    MakeImage(folder_ + "/good.image");
  }
  ~Fuzzer() {
    SetDiskFileHooksForTesting(nullptr);
    unlink(path_.c_str());
    unlink((folder_ + "/good.image").c_str());
    rmdir(folder_.c_str());
  }

  void Run(const uint8_t* data, size_t bytes) {
    if (bytes == 0) return;
    const uint8_t mode = data[0];
    pages_ = good_pages_;
    state_ = good_state_;
    changed_.clear();
    free_.clear();
    const size_t count = std::min((bytes - 1) / kChangeBytes, kChangesMax);
    for (size_t i = 0; i < count; ++i) Apply(data + 1 + i * kChangeBytes);
    Write((mode & 1) != 0);
    Check();
    Open(mode);
    unlink(path_.c_str());
  }

 private:
  void MakeImage(const std::string& path) {
    Fill(path);
    ImageFile file(path);
    if (!file.OpenToRead(PageCheck::kAll).ok()) std::abort();
    good_state_ = file.state();
    id_ = file.id();
    for (uint32_t page = 0; page < good_state_.page_count; ++page) {
      PageBytes bytes;
      if (!file.read().directory[page].is_zero()) {
        bytes.resize(kImagePageBytes);
        if (!ReadPage(&file.disk(), file.state(), file.units(), page,
                      bytes.data())) {
          std::abort();
        }
        used_.push_back(page);
      }
      good_pages_.push_back(std::move(bytes));
    }
    ReadPlaces();
  }

  static void Fill(const std::string& path) {
    ImageOptions options;
    options.types = ImageTypes::Of<Fuzzed>();
    ImageStatus status;
    const auto heap = Heap::Open(path, std::move(options), &status);
    if (heap == nullptr) std::abort();
    AllocationHandle& handle = heap->GetAllocationHandle();
    for (int i = 0; i < 40; ++i) {
      auto* const object = MakeGarbageCollected<Fuzzed>(handle);
      object->next_ = heap->GetRoot<Fuzzed>("first");
      object->name_ = String(handle, "object " + std::to_string(i));
      object->atom_ = Atom(handle, std::to_string(i));
      object->pairs_[1].second = object->name_;
      object->others_.push_back(object);
      object->by_name_.insert({object->name_, object});
      heap->SetRoot("first", object);
      heap->SetRoot("root " + std::to_string(i), object);
    }
    heap->GetRoot<Fuzzed>("first")->others_.resize(10'000);
    if (!heap->Save().ok() || !heap->Close().ok()) std::abort();
  }

  // Where the most interesting bytes stand, from the first page.
  void ReadPlaces() {
    catalog_ = {good_state_.heap.catalog_offset,
                good_state_.heap.catalog_bytes};
    std::string bytes;
    for (uint64_t i = 0; i < catalog_.bytes; ++i) {
      bytes.push_back(
          static_cast<char>(*At(&good_pages_, catalog_.offset + i)));
    }
    Catalog read;
    if (!ReadCatalog(bytes, &read)) std::abort();
    slot_types_ = read.slot_types;
    first_object_ = read.roots[0].offset;
  }

  // Null: in a page that is free.
  static std::byte* At(std::vector<PageBytes>* pages, uint64_t offset) {
    const uint64_t page = offset / kImagePageBytes;
    if (page >= pages->size() || (*pages)[page].empty()) return nullptr;
    return (*pages)[page].data() + offset % kImagePageBytes;
  }

  // The place of a change; pages are marked as changed.
  std::byte* PlaceOf(uint8_t what, uint16_t where) {
    uint64_t offset = 0;
    switch (what % 8) {
      case 0:
        return reinterpret_cast<std::byte*>(&state_) +
               where % offsetof(ImageState, previous);
      case 1:
        return reinterpret_cast<std::byte*>(&state_) + where % sizeof(state_);
      case 2:  // Entries.
        offset = where % (good_pages_.size() * sizeof(PageEntry));
        break;
      case 3:  // Bits of what is allocated.
        offset =
            ImageZone::EntryBytes(static_cast<uint32_t>(good_pages_.size())) +
            where % (used_.size() * ImageZone::kPageBitmapBytes);
        break;
      case 4:
        offset = catalog_.offset + where % catalog_.bytes;
        break;
      case 5:
        offset = slot_types_.offset + where % slot_types_.bytes;
        break;
      case 6:
        offset = first_object_ + where % 4096;
        break;
      default:
        offset = used_[where % used_.size()] * kImagePageBytes +
                 where * 4u % kImagePageBytes;
        break;
    }
    std::byte* const place = At(&pages_, offset);
    if (place != nullptr) {
      changed_.insert(static_cast<uint32_t>(offset / kImagePageBytes));
    }
    return place;
  }

  void Apply(const uint8_t* change) {
    uint16_t where = 0;
    uint32_t value = 0;
    std::memcpy(&where, change + 2, sizeof(where));
    std::memcpy(&value, change + 4, sizeof(value));
    const uint8_t how = change[1];
    if (how % 16 == 15) {
      free_.insert(where % static_cast<uint32_t>(good_pages_.size()));
      return;
    }
    std::byte* const place = PlaceOf(change[0], where);
    if (place == nullptr) return;
    // Nothing behind the state or the page is changed.
    const bool is_of_state = change[0] % 8 < 2;
    const ptrdiff_t left =
        is_of_state ? reinterpret_cast<std::byte*>(&state_ + 1) - place
                    : PageEnd(place);
    const size_t width = size_t{1} << how % 3;
    if (left < static_cast<ptrdiff_t>(width)) return;
    uint32_t now = 0;
    std::memcpy(&now, place, width);
    if (how / 3 % 3 == 0) now = value;
    if (how / 3 % 3 == 1) now ^= value;
    if (how / 3 % 3 == 2) now += value;
    std::memcpy(place, &now, width);
  }

  // How many bytes of the page are left.
  ptrdiff_t PageEnd(const std::byte* place) const {
    for (const uint32_t page : changed_) {
      const ptrdiff_t at = place - pages_[page].data();
      if (at >= 0 && at < static_cast<ptrdiff_t>(kImagePageBytes)) {
        return static_cast<ptrdiff_t>(kImagePageBytes) - at;
      }
    }
    return 0;
  }

  const std::byte* BytesOf(const std::vector<PageBytes>& pages,
                           uint32_t page) const {
    return pages[page].empty() ? nullptr : pages[page].data();
  }

  // Writes the image with its checksums: at home, or with what has changed in a
  // record of the log.
  void Write(bool in_log) {
    DiskFile file;
    if (!file.Open(path_, DiskFile::Access::kCreate)) std::abort();
    PosixDisk disk(&file);
    const auto page_count = static_cast<uint32_t>(good_pages_.size());
    const std::vector<PageBytes>& home = in_log ? good_pages_ : pages_;
    const auto page = [&](uint32_t number) {
      return !in_log && free_.contains(number) ? nullptr
                                               : BytesOf(home, number);
    };
    if (!ImageStore::Create(&disk, id_, page_count, page, good_state_.heap,
                            kSmallLog)) {
      std::abort();
    }
    RecoveredImage image;
    if (RecoverImage(&disk, PageCheck::kNone, &image)) std::abort();
    if (in_log) {
      WriteLog(&disk, &image);
    } else {
      WriteState(&disk, &image);
    }
  }

  // What the input has changed of the good state, in that of the file.
  ImageState Changed(const ImageState& written) const {
    ImageState changed = written;
    auto* const to = reinterpret_cast<std::byte*>(&changed);
    const auto* const now = reinterpret_cast<const std::byte*>(&state_);
    const auto* const old = reinterpret_cast<const std::byte*>(&good_state_);
    for (size_t i = 0; i < sizeof(state_); ++i) {
      if (now[i] != old[i]) to[i] = now[i];
    }
    return changed;
  }

  void WriteState(PosixDisk* disk, RecoveredImage* image) const {
    image->header.state = Changed(image->state);
    image->header.base_hash = HashState(image->header.state);
    image->header.base_sequence = image->header.state.sequence;
    ++image->header.number;
    SealBlock(&image->header);
    if (!disk->Write(kHeaderOffsets[0], &image->header,
                     sizeof(image->header))) {
      std::abort();
    }
  }

  void WriteLog(PosixDisk* disk, RecoveredImage* image) const {
    std::vector<PageChange> changes;
    for (uint32_t page = 0; page < good_pages_.size(); ++page) {
      const std::byte* const bytes = BytesOf(pages_, page);
      if (bytes != nullptr && free_.contains(page)) {
        changes.push_back({page, 0, {}, nullptr});
      } else if (changed_.contains(page) && changes.size() < 12) {
        changes.push_back({page, 15, HashPage(bytes, page), bytes});
      }
    }
    for (const PageChange& change : changes) {
      image->directory.Set(change.page, change.hash);
    }
    RecordHead head;
    head.epoch = image->header.epoch;
    head.id = id_;
    ImageState next = image->state;
    ++next.sequence;
    next.root = image->directory.Root();
    next.previous = HashState(image->state);
    head.state = Changed(next);
    bool has_head_failed = false;
    if (!WriteRecord(disk, image->log_end, changes, &head, &has_head_failed)) {
      std::abort();
    }
  }

  void Check() const {
    ImageReport report;
    const ImageStatus status = CheckImage(path_, &report);
    EXPECT_EQ(status.message().find('\n'), std::string::npos);
    EXPECT_TRUE(status.ok() || !status.message().empty());
    for (const ImageFinding& finding : report.findings) {
      EXPECT_FALSE(finding.text.empty());
    }
  }

  void Open(uint8_t mode) const {
    ImageOptions options;
    options.types = ImageTypes::Of<Fuzzed>();
    if ((mode & 2) != 0) options.access = ImageAccess::kReadOnly;
    if ((mode & 4) != 0) options.check = ImageCheck::kTrust;
    ImageStatus status;
    const auto heap = Heap::Open(path_, std::move(options), &status);
    EXPECT_EQ(heap != nullptr, status.ok());
    EXPECT_EQ(status.ok(), status.message().empty());
  }

  DiskFileHooks hooks_;
  std::string folder_;
  std::string path_;
  ImageId id_;
  ImageState good_state_;
  std::vector<PageBytes> good_pages_;
  std::vector<uint32_t> used_;
  CatalogRange catalog_;
  CatalogRange slot_types_;
  uint64_t first_object_ = 0;

  ImageState state_;
  std::vector<PageBytes> pages_;
  std::set<uint32_t> changed_;
  std::set<uint32_t> free_;
};

}  // namespace

}  // namespace halfword::inline HALFWORD_ABI::internal

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t bytes) {
  static halfword::internal::Fuzzer fuzzer;
  fuzzer.Run(data, bytes);
  return 0;
}
