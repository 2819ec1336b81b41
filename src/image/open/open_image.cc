// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// halfword::Heap's functions for images: opening one, and what then goes to the
// ImageHeap.

#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "base/error_line.h"
#include "base/random_seed.h"
#include "gc/collector.h"
#include "halfword/default_platform.h"
#include "halfword/image.h"
#include "halfword/internal/checks.h"
#include "halfword/type_casting.h"
#include "image/image_abi.h"
#include "image/image_heap.h"
#include "image/image_place.h"
#include "image/library_types.h"
#include "image/open/layout_conversion.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

namespace {

struct Opened {
  std::unique_ptr<Collector> collector;
  ImageStatus status;
};

class ImageOpener {
 public:
  ImageOpener(const std::string& path, ImageOptions options)
      : options_(std::move(options)),
        path_(path),
        conversion_(std::move(options_.layout_functions)),
        file_(std::make_unique<ImageFile>(path)) {}

  Opened Open() {
    RegisterLibraryTypes();
    const bool reads = options_.access == ImageAccess::kReadOnly;
    const PageCheck check = options_.check == ImageCheck::kFull
                                ? PageCheck::kAll
                                : PageCheck::kNone;
    ImageStatus status =
        reads ? file_->OpenToRead(check) : file_->OpenToWrite(check);
    if (status.error() == ImageError::kNotFound && !reads &&
        options_.create_if_missing) {
      return Create();
    }
    if (!status.ok()) return {nullptr, status};
    if (options_.error_if_exists) {
      return {nullptr, file_->Fail(ImageError::kExists, "it exists")};
    }
    return Load();
  }

  // What is left to do with the heap that Open() has made.
  // Requires: it went well.
  ImageStatus Finish(Heap& heap) {
    if (first_page_ == nullptr) return {};
    ImageStatus status = conversion_.CallFunctions(heap, first_page_);
    if (!status.ok()) return status;
    // A field may refer to another class than it did.
    const VerifyReport report = heap.Verify();
    if (report.ok()) return {};
    return {ImageError::kOtherTypes,
            path_ + ": " + difference_ +
                "; it is not converted: " + report.findings.front()};
  }

 private:
  Opened Create() {
    const ImageId id = {RandomSeed(), RandomSeed()};
    std::unique_ptr<ImageMemory> memory;
    const auto finds = [&](size_t room_bytes) {
      return FindPlace(id, [&](uintptr_t place) {
        memory = std::make_unique<ImageMemory>(place);
        return memory->Probe(room_bytes);
      });
    };
    // Rather a small place than none.
    if (!finds(options_.room_bytes) && !finds(0)) {
      return {nullptr, FailWithoutPlace()};
    }
    ImageHeap* image = nullptr;
    Opened opened = {MakeCollector(std::move(memory), id, &image), {}};
    opened.status = image->Save({});
    if (!opened.status.ok()) opened.collector.reset();
    return opened;
  }

  Opened Load() {
    const ImageState& state = file_->state();
    ImageStatus status = CheckAbi(state.heap.abi);
    if (!status.ok()) return {nullptr, status};
    std::unique_ptr<ImageMemory> memory;
    status = TakePlace(
        state.heap, state.page_count,
        [&](ImageMemory* at, ImageStatus* how) { return Map(at, how); },
        &memory);
    if (!status.ok()) return {nullptr, status};
    Catalog catalog;
    TypeList types;
    status = ReadCatalogOf(*memory, state.heap, state.page_count, &catalog);
    if (!status.ok()) return {nullptr, status};
    std::string error;
    switch (types.Match(catalog.types, &error)) {
      case TypeList::MatchResult::kSame:
        break;
      case TypeList::MatchResult::kAmbiguous:
        return {nullptr, file_->Fail(ImageError::kOtherTypes, error)};
      case TypeList::MatchResult::kOtherLayout:
        memory.reset();
        return LoadConverted(error);
    }
    Opened opened =
        Adopt(std::move(memory), state.heap, catalog, std::move(types));
    if (opened.status.ok() && options_.check == ImageCheck::kBehind) {
      ImageHeap* const image = ImageHeap::Of(*opened.collector);
      opened.status = image->StartCheck(options_.damage_callback);
    }
    return opened;
  }

  // difference: how the classes of the image are not the program's.
  Opened LoadConverted(const std::string& difference) {
    const auto refuse = [&](const std::string& why) -> Opened {
      return {nullptr,
              file_->Fail(ImageError::kOtherTypes,
                          why.empty() ? difference : difference + "; " + why)};
    };
    if (!options_.converts_layouts) return refuse({});
    RewrittenImage converted;
    ImageStatus status = conversion_.Convert(*file_, &converted);
    if (status.error() == ImageError::kOtherTypes) {
      // Both lines begin with the file.
      return refuse("it is not converted: " +
                    status.message().substr(file_->path().size() + 2));
    }
    if (!status.ok()) return {nullptr, status};
    std::unique_ptr<ImageMemory> memory;
    status = TakePlace(
        converted.words, converted.page_count,
        [&](ImageMemory* at, ImageStatus*) {
          const auto result =
              at->CopyPages(converted.pages.at(0), converted.page_count);
          return result == ImageMemory::MapResult::kDone ? at->FindZones()
                                                         : result;
        },
        &memory);
    if (!status.ok()) return {nullptr, status};
    Catalog catalog;
    status =
        ReadCatalogOf(*memory, converted.words, converted.page_count, &catalog);
    if (!status.ok()) return {nullptr, status};
    TypeList types;
    std::string error;
    if (types.Match(catalog.types, &error) != TypeList::MatchResult::kSame) {
      return refuse("it is not converted: " + error);
    }
    first_page_ = static_cast<std::byte*>(memory->BytesAt(0));
    difference_ = difference;
    return Adopt(std::move(memory), converted.words, catalog, std::move(types));
  }

  ImageStatus ReadCatalogOf(const ImageMemory& memory, const HeapWords& words,
                            ImagePage page_count, Catalog* catalog) const {
    const uint64_t end = uint64_t{page_count} * kPageBytes;
    if (words.catalog_offset <= end &&
        words.catalog_bytes <= end - words.catalog_offset &&
        ReadCatalog(
            {static_cast<const char*>(memory.BytesAt(0)) + words.catalog_offset,
             words.catalog_bytes},
            catalog)) {
      return {};
    }
    return file_->Fail(ImageError::kDamaged, "its catalog is damaged");
  }

  Opened Adopt(std::unique_ptr<ImageMemory> memory, const HeapWords& words,
               const Catalog& catalog, TypeList types) {
    options_.heap.hash_seed = catalog.hash_seed;
    ImageHeap* image = nullptr;
    const ImageId id = file_->id();
    Opened opened = {MakeCollector(std::move(memory), id, &image), {}};
    opened.status = image->Load(words, catalog, std::move(types));
    return opened;
  }

  ImageStatus CheckAbi(uint64_t number) const {
    const ImageAbi abi = AbiOfNumber(number);
    if (abi == kOwnImageAbi) return {};
    return file_->Fail(
        ImageError::kOtherFormat,
        "it has " + NameOf(abi) + ", this program " + NameOf(kOwnImageAbi) +
            ": convert it with 'halfword image migrate " + file_->path() +
            " OUT" + MigrateOptionsFor(kOwnImageAbi) + "'");
  }

  // Puts pages at home, if that is free, else elsewhere. put(memory, &status):
  // takes the place of a memory, and fills it.
  template <typename Put>
  ImageStatus TakePlace(const HeapWords& words, ImagePage page_count, Put put,
                        std::unique_ptr<ImageMemory>* memory) const {
    uintptr_t home = 0;
    if (!FindHome(words, page_count, &home)) {
      return file_->Fail(ImageError::kDamaged, "its place is none");
    }
    ImageStatus status;
    const auto takes = [&](uintptr_t place) {
      *memory = std::make_unique<ImageMemory>(place, home);
      return put(memory->get(), &status) != ImageMemory::MapResult::kPlaceTaken;
    };
    if (takes(home) || FindPlace(file_->id(), takes)) return status;
    memory->reset();
    return FailWithoutPlace();
  }

  // Where references lead to. False: to no place of a window.
  static bool FindHome(const HeapWords& words, ImagePage page_count,
                       uintptr_t* home) {
    const uintptr_t window =
        kCompressed ? Cage::Get().window_begin() : words.window;
    *home = window + words.address;
    const size_t bytes = size_t{page_count} * kPageBytes;
    return window % kWindowBytes == 0 && words.address % kChunkBytes == 0 &&
           words.address <= kWindowBytes &&
           bytes <= kWindowBytes - words.address && (window >> 32) != 0 &&
           window <= UINTPTR_MAX - kWindowBytes;
  }

  // *status: how it went, unless the place is taken.
  ImageMemory::MapResult Map(ImageMemory* memory, ImageStatus* status) const {
    using MapResult = ImageMemory::MapResult;
    const ImageState& state = file_->state();
    MapResult result = memory->MapFile(state, file_->descriptor());
    if (result == MapResult::kDone) {
      for (const auto& [page, offsets] : file_->units()) {
        if (ReadPage(&file_->disk(), state, file_->units(), page,
                     memory->BytesAt(page))) {
          continue;
        }
        *status = file_->Fail(ImageError::kSystem, file_->disk().error());
        return MapResult::kFailed;
      }
      result = memory->FindZones(state, file_->descriptor(), file_->units());
    }
    if (result == MapResult::kFailed) {
      *status = file_->Fail(ImageError::kSystem, "the system does not map it");
    } else if (result == MapResult::kDamaged) {
      *status = file_->Fail(ImageError::kDamaged, "its tables are damaged");
    }
    return result;
  }

  ImageStatus FailWithoutPlace() const {
    return file_->Fail(ImageError::kNoPlace, "the cage has no place for it");
  }

  std::unique_ptr<Collector> MakeCollector(std::unique_ptr<ImageMemory> memory,
                                           const ImageId& id,
                                           ImageHeap** image) {
    ImageMemory* const source = memory.get();
    auto collector = std::make_unique<Collector>(
        std::make_shared<DefaultPlatform>(), std::move(options_.heap),
        std::move(memory));
    auto heap = std::make_unique<ImageHeap>(
        collector.get(), source, std::move(file_), id,
        options_.access == ImageAccess::kReadOnly);
    *image = heap.get();
    ExtensionOf(*collector, ExtensionIndex::kImage) = std::move(heap);
    return collector;
  }

  ImageOptions options_;
  const std::string path_;
  LayoutConversion conversion_;
  // Of the heap, where it was converted; null: it was not.
  std::byte* first_page_ = nullptr;
  std::string difference_;  // of its classes before
  // Null from when a heap has it.
  std::unique_ptr<ImageFile> file_;
};

ImageHeap& ImageOf(AllocationHandle& handle) {
  ImageHeap* const image = ImageHeap::Of(handle);
  HALFWORD_CHECK(image != nullptr,
                 "named roots are those of an image: make the heap with "
                 "Heap::Open()");
  return *image;
}

}  // namespace

}  // namespace internal

std::unique_ptr<Heap> Heap::Open(const std::string& path, ImageOptions options,
                                 ImageStatus* status) {
  ImageStatus unused;
  if (status == nullptr) status = &unused;
  if (!internal::Cage::TryReserve()) {
    *status = {ImageError::kNoPlace, path + ": no cage can be reserved"};
    return nullptr;
  }
  internal::ImageOpener opener(path, std::move(options));
  internal::Opened opened = opener.Open();
  *status = std::move(opened.status);
  if (!status->ok()) return nullptr;
  std::unique_ptr<Heap> heap(new Heap(std::move(opened.collector)));
  *status = opener.Finish(*heap);
  if (!status->ok()) return nullptr;
  return heap;
}

std::unique_ptr<Heap> Heap::Open(const std::string& path) {
  return Open(path, ImageOptions{});
}

ImageStatus Heap::Save(const SaveOptions& options) {
  internal::ImageHeap* const image = internal::ImageHeap::Of(*collector_);
  if (image == nullptr) {
    return {ImageError::kNotImage, "the heap is not that of an image"};
  }
  return image->Save(options);
}

ImageStatus Heap::Save() { return Save(SaveOptions{}); }

ImageStatus Heap::FinishCheck() {
  internal::ImageHeap* const image = internal::ImageHeap::Of(*collector_);
  return image == nullptr ? ImageStatus() : image->FinishCheck();
}

ImageStatus Heap::Close() {
  internal::ImageHeap* const image = internal::ImageHeap::Of(*collector_);
  return image == nullptr ? ImageStatus() : image->Close();
}

void Heap::SetRootObject(std::string_view name, const void* object,
                         const internal::TypeInfo& type) {
  internal::ImageOf(*collector_).SetRoot(name, object, type);
}

void* Heap::GetRootObject(std::string_view name,
                          const internal::TypeInfo& type) {
  void* const object = internal::ImageOf(*collector_).FindRoot(name);
  if (object == nullptr) return nullptr;
  const internal::TypeInfo& own = internal::TypeOf(object);
  const ptrdiff_t offset = internal::OffsetOfBase(own, type);
  if (offset == internal::kNoBase) {
    internal::FatalLine("the image's root '%.*s' is a %s, not a %s",
                        static_cast<int>(name.size()), name.data(), own.name,
                        type.name);
  }
  return static_cast<std::byte*>(object) + offset;
}

bool Heap::HasRootObject(std::string_view name,
                         const internal::TypeInfo& type) const {
  const void* const object = internal::ImageOf(*collector_).FindRoot(name);
  return object != nullptr && internal::OffsetOfBase(internal::TypeOf(object),
                                                     type) != internal::kNoBase;
}

std::vector<std::string> Heap::RootNames() const {
  return internal::ImageOf(*collector_).RootNames();
}

}  // namespace halfword::inline HALFWORD_ABI
