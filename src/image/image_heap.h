// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageHeap: what a heap that is an image has beside its objects: the file, the
// memory, the numbers of types, the named roots.
//
// A save, with the heap standing still:
//
//   verify tables         of what may have changed; damage ends the save here
//   settle strings        copies of what lies outside of the heap
//   number types          each class that has objects; one that cannot be in
//                         an image ends the save here
//   catalog, slot types   written into objects of the heap
//   tables                entries of pages, bits of what is allocated
//   changes               pages that are not as the directory has them
//   verify objects        of these pages
//   store                 a record in the log, or the file anew
//
// Threads: the heap's.

#ifndef HALFWORD_IMAGE_IMAGE_HEAP_H_
#define HALFWORD_IMAGE_IMAGE_HEAP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gc/collector.h"
#include "halfword/image.h"
#include "halfword/internal/heap_extension.h"
#include "image/background_check.h"
#include "image/catalog.h"
#include "image/image_bytes.h"
#include "image/image_file.h"
#include "image/image_memory.h"
#include "image/page_changes.h"
#include "image/relocation.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Where a base or a mixin lies in objects of a class; kNoBase: it is none.
inline constexpr ptrdiff_t kNoBase = -1;
ptrdiff_t OffsetOfBase(const TypeInfo& type, const TypeInfo& base);

class ImageHeap final : public HeapExtension {
 public:
  // That of a heap; null if it has no image.
  static ImageHeap* Of(AllocationHandle& handle);

  // memory: the collector's source of chunks.
  ImageHeap(Collector* collector, ImageMemory* memory,
            std::unique_ptr<ImageFile> file, ImageId id, bool is_read_only);
  ~ImageHeap() override;

  bool HoldForFork(std::vector<int>* descriptors) override;

  // Makes the heap out of what memory has. words: those of its state.
  ImageStatus Load(const HeapWords& words, const Catalog& catalog,
                   TypeList types);

  // Begins to check the pages of the file. Requires: the heap was loaded.
  ImageStatus StartCheck(
      const std::function<void(const ImageStatus&)>& callback);
  ImageStatus FinishCheck();

  ImageStatus Save(const SaveOptions& options);
  ImageStatus Close();

  // The object that lies there as one of the type, which may be a base or a
  // mixin of its class. Null: the name is forgotten.
  // Errors: bad_alloc; the name stands for what it did before.
  void SetRoot(std::string_view name, const void* object, const TypeInfo& type);
  // Its beginning. Null: none.
  void* FindRoot(std::string_view name) const;
  std::vector<std::string> RootNames() const;

  const ImageMemory& memory() const { return memory_; }
  Relocation* relocation() { return relocation_.get(); }
  ImageFile& file() { return *file_; }

 private:
  void CheckRootThread() const;
  ImageStatus Prepare(const SaveOptions& options, HeapWords* words);
  ImageStatus VerifyTables(const std::vector<uint8_t>& unit_masks);
  ImageStatus VerifyObjects(const PageChanges& changes);
  ImageStatus Verify(const VerifyFilter& filter);
  ImageStatus StatusOf(const VerifyReport& report) const;
  bool WriteCatalogObjects(HeapWords* words);
  bool WriteSlotTypeObject();
  Catalog MakeCatalog() const;
  ImageStatus LoadRoots(const Catalog& catalog);
  ImageStatus LoadAtoms(const Catalog& catalog);
  void* ObjectAt(uint64_t offset, const TypeInfo& type) const;
  const void* BeginOf(const void* object, const TypeInfo& type) const;

  ImageStatus SaveChanges(const HeapWords& words, const SaveOptions& options);
  ImageStatus SaveAnew(const HeapWords& words);
  bool IsWorthWritingAnew(size_t changed_pages) const;
  ImagePage UsedEnd() const;
  void ShareWithFile();

  Collector& collector_;
  ImageMemory& memory_;
  std::unique_ptr<Relocation> relocation_;  // null: the image is at home
  std::unique_ptr<ImageFile> file_;
  BackgroundCheck check_;
  const ImageId id_;
  const bool is_read_only_;
  bool is_closed_ = false;
  TypeList types_;
  std::map<std::string, std::unique_ptr<RootHandle>, std::less<>> roots_;
  ImageBytesHandle catalog_;
  ImageBytesHandle slot_types_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_HEAP_H_
