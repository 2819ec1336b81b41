// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A heap becomes the state of a file, and a state a heap.

#include "image/image_heap.h"

#include <bit>
#include <chrono>
#include <new>
#include <set>
#include <utility>

#include "gc/verify/verify_filter.h"
#include "halfword/internal/checks.h"
#include "heap/budget_pause.h"
#include "heap/object_lookup.h"
#include "image/image_abi.h"
#include "image/page_changes.h"
#include "image/page_screen.h"
#include "image/page_tables.h"
#include "image/settle_strings.h"
#include "text/atom_table.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint64_t NowNs() {
  using std::chrono::system_clock;
  return static_cast<uint64_t>(
      std::chrono::nanoseconds(system_clock::now().time_since_epoch()).count());
}

}  // namespace

ptrdiff_t OffsetOfBase(const TypeInfo& type, const TypeInfo& base) {
  if (&type == &base) return 0;
  for (const BaseInfo& own : type.bases) {
    const ptrdiff_t offset = OffsetOfBase(*own.type, base);
    if (offset != kNoBase) return own.offset + offset;
  }
  return kNoBase;
}

ImageHeap* ImageHeap::Of(AllocationHandle& handle) {
  return static_cast<ImageHeap*>(
      ExtensionOf(handle, ExtensionIndex::kImage).get());
}

ImageHeap::ImageHeap(Collector* collector, ImageMemory* memory,
                     std::unique_ptr<ImageFile> file, ImageId id,
                     bool is_read_only)
    : collector_(*collector),
      memory_(*memory),
      file_(std::move(file)),
      id_(id),
      is_read_only_(is_read_only),
      catalog_(collector),
      slot_types_(collector) {
  if (memory_.is_moved()) relocation_ = std::make_unique<Relocation>(memory_);
}

ImageHeap::~ImageHeap() {
  for (auto& [name, handle] : roots_) {
    if (handle->pointer != nullptr) ReleaseNode(handle.get());
  }
  // Whoever wants to know how it went calls Close().
  static_cast<void>(Close());
}

// Opening.

ImageStatus ImageHeap::Load(const HeapWords& words, const Catalog& catalog,
                            TypeList types) {
  types_ = std::move(types);
  const uint64_t end = uint64_t{memory_.end_page()} * kPageBytes;
  const CatalogRange& range = catalog.slot_types;
  if (range.offset > end || range.bytes > end - range.offset) {
    return file_->Fail(ImageError::kDamaged, "its catalog is damaged");
  }
  std::string error;
  const std::string_view slot_types(
      static_cast<const char*>(memory_.BytesAt(0)) + range.offset, range.bytes);
  const ImageError failure =
      AdoptPages(memory_, types_, slot_types, &collector_, &error);
  if (failure != ImageError::kNone) return file_->Fail(failure, error);
  collector_.NoteAdoption();
  if (relocation_ != nullptr) relocation_->SwapAll(collector_.sharing());
  void* const catalog_object = ObjectAt(
      words.catalog_offset - sizeof(ImageBytes), TypeInfoOf<ImageBytes>());
  void* const slot_object =
      ObjectAt(range.offset - sizeof(ImageBytes), TypeInfoOf<ImageBytes>());
  if (catalog_object == nullptr || slot_object == nullptr) {
    return file_->Fail(ImageError::kDamaged, "its catalog is no object");
  }
  catalog_.Adopt(static_cast<ImageBytes*>(catalog_object));
  slot_types_.Adopt(static_cast<ImageBytes*>(slot_object));
  ImageStatus status = LoadRoots(catalog);
  return status.ok() ? LoadAtoms(catalog) : status;
}

// Null: there is none of the type.
void* ImageHeap::ObjectAt(uint64_t offset, const TypeInfo& type) const {
  const uintptr_t address = memory_.place() + offset;
  if (!memory_.Contains(address) || SlotBegin(address) != address ||
      !IsAllocated(address)) {
    return nullptr;
  }
  const PageRecord& record = RecordAt(PageIndexOf(address));
  // What damaged tables call an object may have no type.
  const TypeInfo* const own =
      record.type != nullptr
          ? record.type
          : TypeRegistry::FindType(SharedTypeId(record, address));
  return own == &type ? reinterpret_cast<void*>(address) : nullptr;
}

ImageStatus ImageHeap::LoadRoots(const Catalog& catalog) {
  for (const CatalogRoot& root : catalog.roots) {
    const TypeInfo* const type = types_.At(root.type);
    void* const object =
        type == nullptr ? nullptr : ObjectAt(root.offset, *type);
    if (object == nullptr) {
      return file_->Fail(ImageError::kDamaged,
                         "its root '" + root.name + "' is no " +
                             catalog.types[root.type].name);
    }
    SetRoot(root.name, object, *type);
  }
  return {};
}

ImageStatus ImageHeap::LoadAtoms(const Catalog& catalog) {
  const CatalogAtoms& atoms = catalog.atoms;
  if (atoms.offset == 0) return {};
  void* const entries = ObjectAt(atoms.offset, AtomTable::TypeOfEntries());
  const size_t room = entries == nullptr
                          ? 0
                          : (UsableBytes(RecordOf(entries)) -
                             AtomTable::TypeOfEntries().trailing_offset) /
                                AtomTable::EntryBytes();
  if (!std::has_single_bit(atoms.capacity) || atoms.capacity > room ||
      atoms.used > atoms.capacity) {
    return file_->Fail(ImageError::kDamaged, "its table of atoms is none");
  }
  if (!AtomTable::Of(collector_).Adopt({entries, atoms.capacity, atoms.used})) {
    return file_->Fail(ImageError::kDamaged, "its table of atoms is full");
  }
  return {};
}

// Roots.

void ImageHeap::CheckRootThread() const {
  HALFWORD_DCHECK(collector_.is_on_own_thread(),
                  "named roots are used on the thread that opened the image");
}

// Null: no object of the image has the type at this address. An image with such
// a root could not be opened again.
const void* ImageHeap::BeginOf(const void* object, const TypeInfo& type) const {
  const auto address = reinterpret_cast<uintptr_t>(object);
  if (!memory_.Contains(address) || !collector_.IsLive(object)) return nullptr;
  const uintptr_t begin = SlotBegin(address);
  const TypeInfo& own = TypeOfSlot(RecordAt(PageIndexOf(begin)), begin);
  ptrdiff_t offset = OffsetOfBase(own, type);
  // Managed bases that a class does not list lie at its beginning.
  if (offset == kNoBase && own.hides_bases && !type.is_mixin) offset = 0;
  return offset != kNoBase && address - begin == static_cast<size_t>(offset)
             ? reinterpret_cast<const void*>(begin)
             : nullptr;
}

void ImageHeap::SetRoot(std::string_view name, const void* object,
                        const TypeInfo& type) {
  CheckRootThread();
  const auto found = roots_.find(name);
  if (object == nullptr) {
    if (found == roots_.end()) return;
    if (found->second->pointer != nullptr) ReleaseNode(found->second.get());
    roots_.erase(found);
    return;
  }
  const void* const begin = BeginOf(object, type);
  HALFWORD_CHECK(begin != nullptr,
                 "a root of an image is an object of that image that lives: "
                 "pass the pointer that MakeGarbageCollected() gave, or one to "
                 "a base or a mixin of its class");
  if (found != roots_.end()) {
    found->second->pointer = begin;
    return;
  }
  auto handle = std::make_unique<RootHandle>();
  handle->pointer = begin;
  // The map first, which may have no memory for it: a handle that has a node
  // must not go without giving it back.
  const auto place = roots_.emplace(name, std::move(handle)).first;
  try {
    AcquireNode(place->second.get(), RootStrength::kStrong,
                RootThreads::kOwnThread);
  } catch (const std::bad_alloc&) {
    roots_.erase(place);
    throw;
  }
}

void* ImageHeap::FindRoot(std::string_view name) const {
  CheckRootThread();
  const auto found = roots_.find(name);
  return found == roots_.end() ? nullptr
                               : const_cast<void*>(found->second->pointer);
}

std::vector<std::string> ImageHeap::RootNames() const {
  CheckRootThread();
  std::vector<std::string> names;
  for (const auto& [name, handle] : roots_) names.push_back(name);
  return names;
}

// Saving.

ImageStatus ImageHeap::VerifyTables(const std::vector<uint8_t>& unit_masks) {
  std::vector<uint8_t> is_suspect;
  memory_.FindChangedBitmaps(&is_suspect);
  for (size_t i = 0; i < is_suspect.size(); ++i) {
    is_suspect[i] |= unit_masks[i];
  }
  const PageIndex first = memory_.PageIndexAt(0);
  return Verify({.tables =
                     [&](PageIndex page) {
                       return page - first >= is_suspect.size() ||
                              is_suspect[page - first] != 0;
                     },
                 .objects = [](PageIndex) { return false; },
                 .looks_at_marks = !collector_.is_marking_beside()});
}

ImageStatus ImageHeap::VerifyObjects(const PageChanges& changes) {
  PageScreen screen(memory_);
  std::set<PageIndex> suspects;
  for (const PageChange& change : changes.changes()) {
    const PageIndex page = memory_.PageIndexAt(change.page);
    if (screen.IsGood(page)) continue;
    const PageRecord& record = RecordAt(page);
    suspects.insert(
        record.kind == PageKind::kLargeTail ? page - record.run_pages : page);
  }
  if (suspects.empty()) return {};
  return Verify(
      {.tables = [](PageIndex) { return false; },
       .objects = [&](PageIndex page) { return suspects.count(page) != 0; },
       .looks_at_marks = !collector_.is_marking_beside()});
}

ImageStatus ImageHeap::Verify(const VerifyFilter& filter) {
  return StatusOf(collector_.Verify(&filter));
}

ImageStatus ImageHeap::StatusOf(const VerifyReport& report) const {
  if (report.ok()) return {};
  return file_->Fail(ImageError::kCannotSave, report.findings.front());
}

Catalog ImageHeap::MakeCatalog() const {
  Catalog catalog;
  catalog.hash_seed = collector_.hash_seed();
  catalog.types = types_.Describe();
  for (const auto& [name, handle] : roots_) {
    const auto address = reinterpret_cast<uintptr_t>(handle->pointer);
    catalog.roots.push_back(
        {name, memory_.OffsetOf(handle->pointer),
         types_.IndexOf(TypeOfSlot(RecordAt(PageIndexOf(address)), address))});
  }
  if (ImageBytes* const bytes = slot_types_.get()) {
    catalog.slot_types = {memory_.OffsetOf(bytes->data()),
                          bytes->view().size()};
  }
  if (ExtensionOf(collector_, ExtensionIndex::kAtoms) != nullptr) {
    const AtomTable::State state = AtomTable::Of(collector_).state();
    if (state.entries != nullptr) {
      catalog.atoms = {memory_.OffsetOf(state.entries), state.capacity,
                       state.used};
    }
  }
  return catalog;
}

// The object may be in a shared page itself: what is written then is not what
// was asked before.
bool ImageHeap::WriteSlotTypeObject() {
  for (;;) {
    const std::string bytes = WriteSlotTypes(types_, memory_);
    const ImageBytes* const before = slot_types_.get();
    if (!slot_types_.Set(bytes)) return false;
    collector_.CloseRuns();
    if (slot_types_.get() == before) return true;
  }
}

bool ImageHeap::WriteCatalogObjects(HeapWords* words) {
  // First for its place, then for what it says.
  if (!catalog_.Set(WriteCatalog(MakeCatalog()))) return false;
  collector_.CloseRuns();
  if (!WriteSlotTypeObject() || !catalog_.Set(WriteCatalog(MakeCatalog()))) {
    return false;
  }
  const std::string_view bytes = catalog_.get()->view();
  words->catalog_offset = memory_.OffsetOf(bytes.data());
  words->catalog_bytes = bytes.size();
  return true;
}

ImageStatus ImageHeap::Prepare(const SaveOptions& options, HeapWords* words) {
  collector_.FinishSweep();
  // At its limit a program most needs to save.
  const BudgetPause pause(&collector_, BudgetPause::Limit::kIgnored);
  std::vector<uint8_t> unit_masks;
  memory_.FindChanged(&unit_masks);
  // Closes the runs, too.
  ImageStatus status = options.verifies_all ? StatusOf(collector_.Verify())
                                            : VerifyTables(unit_masks);
  if (!status.ok()) return status;
  if (!SettleStrings(memory_, unit_masks, &collector_)) {
    return file_->Fail(ImageError::kNoPlace,
                       "no room for copies of strings that lie outside");
  }
  std::string error;
  types_.Add(TypeInfoOf<ImageBytes>());
  if (!NumberTypes(collector_, &types_, &error)) {
    return file_->Fail(ImageError::kCannotSave, error);
  }
  if (types_.size() >= Catalog::kTypeCountMax) {
    return file_->Fail(ImageError::kCannotSave, "it has too many classes");
  }
  if (!WriteCatalogObjects(words)) {
    return file_->Fail(ImageError::kNoPlace, "no room for its catalog");
  }
  WriteEntries(types_, &memory_);
  memory_.UpdateBitmaps();
  words->window = kCompressed ? 0 : memory_.home() & ~(kWindowBytes - 1);
  words->address = WindowOffset(memory_.home());
  words->abi = NumberOf(kOwnImageAbi);
  words->save_time_ns = NowNs();
  return {};
}

// Behind the last page that is not free.
ImagePage ImageHeap::UsedEnd() const {
  ImagePage end = memory_.end_page();
  while (end > 0 &&
         RecordAt(memory_.PageIndexAt(end - 1)).kind == PageKind::kFree) {
    --end;
  }
  return end;
}

ImageStatus ImageHeap::Save(const SaveOptions& options) {
  HALFWORD_DCHECK(collector_.is_on_own_thread(),
                  "an image is saved on the thread that opened it");
  if (is_closed_) return {ImageError::kNotImage, "the image was closed"};
  if (is_read_only_) {
    return file_->Fail(ImageError::kReadOnly, "it was opened to be read");
  }
  if (!file_->is_of_this_process()) {
    return file_->Fail(ImageError::kBusy,
                       "it is open for writing in the process that this one "
                       "was forked from: save it there");
  }
  HALFWORD_CHECK(!collector_.is_in_pause() && !collector_.is_in_destructor(),
                 "an image is not saved from inside a collection");
  collector_.CheckMayChange();
  ImageStatus status = file_->BrokenStatus();
  if (!status.ok()) return status;
  // Pages are not written while they are checked, nor into a damaged file.
  status = FinishCheck();
  if (!status.ok()) return status;
  HeapWords words;
  status = Prepare(options, &words);
  if (!status.ok()) return status;
  // Only an image that is still empty has no file.
  if (file_->store() == nullptr) return SaveAnew(words);
  return SaveChanges(words, options);
}

ImageStatus ImageHeap::StartCheck(
    const std::function<void(const ImageStatus&)>& callback) {
  RecoveredImage image;
  if (const ImageStore* const store = file_->store()) {
    image.state = store->state();
    image.directory = store->directory();
    image.units = store->units();
  } else {
    image = file_->read();
  }
  BackgroundCheck::DamageCallback on_damage;
  if (callback != nullptr) {
    on_damage = [this, callback](const ImageDamage& damage) {
      callback(file_->FailOfDamage(damage));
    };
  }
  if (check_.Start(file_->file(), std::move(image), std::move(on_damage))) {
    return {};
  }
  return file_->Fail(ImageError::kSystem,
                     "there is no thread to check it behind");
}

ImageStatus ImageHeap::FinishCheck() {
  HALFWORD_DCHECK(collector_.is_on_own_thread(),
                  "an image's check is awaited on the thread that opened it");
  if (check_.is_lost()) {
    return file_->Fail(ImageError::kBusy,
                       "it is being checked in the process that this one was "
                       "forked from: wait for the check there");
  }
  const ImageDamage& damage = check_.Wait();
  return damage ? file_->FailOfDamage(damage) : ImageStatus();
}

ImageStatus ImageHeap::SaveChanges(const HeapWords& words,
                                   const SaveOptions& options) {
  ImageStore& store = *file_->store();
  const ImagePage end = std::max(UsedEnd(), store.state().page_count);
  std::vector<uint8_t> unit_masks;
  memory_.FindChanged(&unit_masks);
  PageChanges changes(memory_, relocation_.get());
  changes.Find(store.directory(), end, unit_masks);
  if (!options.verifies_all) {
    ImageStatus status = VerifyObjects(changes);
    if (!status.ok()) return status;
  }
  if (IsWorthWritingAnew(changes.changes().size())) {
    ImageStatus status = SaveAnew(words);
    // Somebody who found no image before this one was made is making another:
    // the log is as good.
    if (status.error() != ImageError::kBusy) return status;
  }
  if (changes.changes().empty() &&
      words.catalog_bytes == store.state().heap.catalog_bytes) {
    // The time alone is nothing to save.
    HeapWords same = words;
    same.save_time_ns = store.state().heap.save_time_ns;
    if (same == store.state().heap && options.is_relaxed) return {};
  }
  // Whole zones, so that the file grows seldom.
  if (end > store.state().page_count &&
      store.Grow(memory_.end_page()) != StoreResult::kDone) {
    return SaveAnew(words);
  }
  const StoreResult result = store.Save(
      changes.changes(), words,
      options.is_relaxed ? Durability::kRelaxed : Durability::kStrict);
  switch (result) {
    case StoreResult::kDone:
      return {};
    case StoreResult::kNeedsPack:
      return SaveAnew(words);
    case StoreResult::kBroken:
      return file_->Fail(ImageError::kBroken, store.error());
    case StoreResult::kFailed:
      break;
  }
  return file_->Fail(ImageError::kSystem, store.error());
}

// By the log most of the pages would be written twice; and what an image that
// is still empty gets first would stand behind the place that it has for it.
bool ImageHeap::IsWorthWritingAnew(size_t changed_pages) const {
  constexpr size_t kPagesMin = (size_t{4} << 20) / kPageBytes;
  const bool is_first = file_->state().sequence == 1 && changed_pages > 0;
  return is_first ||
         (changed_pages >= kPagesMin && changed_pages > UsedEnd() / 2);
}

ImageStatus ImageHeap::SaveAnew(const HeapWords& words) {
  const ImagePage end = UsedEnd();
  PageChanges forms(memory_, relocation_.get());
  const auto page_bytes = [&](uint32_t page) {
    forms.DropForms();
    return forms.FileBytes(page);
  };
  uint32_t used_count = 0;
  for (ImagePage page = 0; page < end; ++page) {
    used_count += RecordAt(memory_.PageIndexAt(page)).kind != PageKind::kFree;
  }
  ImageStatus status =
      file_->WriteAnew(id_, end, used_count, page_bytes, words);
  if (status.ok()) ShareWithFile();
  return status;
}

// What was private memory is that of the file from now on. Pages that stand in
// the file in another form stay private, and so do all of an image that was
// moved.
void ImageHeap::ShareWithFile() {
  if (memory_.is_moved()) return;
  std::vector<bool> stays_private(memory_.end_page());
  size_t private_count = 0;
  for (ImagePage page = 0; page < stays_private.size(); ++page) {
    stays_private[page] = HasFileForm(memory_.PageIndexAt(page));
    private_count += stays_private[page];
  }
  // Each row of pages is a mapping, of which the system allows 65,530.
  constexpr size_t kPrivateCountMax = 1000;
  if (private_count > kPrivateCountMax) return;
  // Helpers do not read what is mapped anew.
  collector_.AbandonMarking();
  static_cast<void>(
      memory_.MapAgain(file_->state(), file_->descriptor(), stays_private));
}

// Pages that nobody has written are those of the file, in a child, too: a
// checkpoint would change them under its eyes, but that it does not where there
// are readers. The mapping of an image that was opened to be read, or closed,
// has a reader's lock as long as any process has it.
bool ImageHeap::HoldForFork(std::vector<int>* descriptors) {
  if (is_read_only_ || is_closed_) return true;
  const int descriptor = file_->HoldAsReader();
  if (descriptor >= 0) descriptors->push_back(descriptor);
  return descriptor >= 0;
}

ImageStatus ImageHeap::Close() {
  HALFWORD_DCHECK(collector_.is_on_own_thread(),
                  "an image is closed on the thread that opened it");
  if (is_closed_) return {};
  is_closed_ = true;
  check_.GiveUp();
  return file_->Close();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
