// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A heap that is sound is saved; one in which something was planted is not, and
// the file stays as it was.

#include "image/page_screen.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "gtest/gtest.h"
#include "halfword/explicit_management.h"
#include "heap/object_lookup.h"
#include "heap/slot_data.h"
#include "image/image_heap.h"
#include "image/image_testing.h"
#include "image/image_world.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ScreenedLink : public GarbageCollected<ScreenedLink> {
 public:
  Member<ScreenedLink> next_;
  uint32_t number_ = 0;
  HALFWORD_FIELDS(ScreenedLink, next_, number_)
};
class ScreenedLeaf : public GarbageCollected<ScreenedLeaf> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(ScreenedLeaf, number_)
};
class ScreenedList : public GarbageCollected<ScreenedList> {
 public:
  HeapVector<Member<ScreenedLink>> links_;
  Member<ScreenedLink> link_;
  Member<ScreenedLeaf> leaf_;
  // In shared pages, since there are few of them.
  HALFWORD_FIELDS(ScreenedList, links_, link_, leaf_)
};

namespace {

class PageScreenTest : public ImageTest {
 protected:
  PageScreenTest()
      : heap_(Open<ScreenedList>({.heap = {.growth_bytes_min = SIZE_MAX}})) {
    links_ = MakeGarbageCollected<ScreenedList>(handle());
    heap_->SetRoot("links", links_);
    for (int i = 0; i < 100'000; ++i) {
      links_->links_.push_back(MakeGarbageCollected<ScreenedLink>(handle()));
    }
    links_->link_ = MakeGarbageCollected<ScreenedLink>(handle());
    links_->leaf_ = MakeGarbageCollected<ScreenedLeaf>(handle());
    Save(heap_.get(), kChanges);
    Save(heap_.get(), kChanges);
  }

  AllocationHandle& handle() { return heap_->GetAllocationHandle(); }

  std::string FileBytes() const {
    std::ifstream file(Path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // What a save says while something is planted; afterwards it must go well.
  std::string SaveWith(const std::function<void()>& plant,
                       const std::function<void()>& undo) {
    const std::string before = FileBytes();
    plant();
    const ImageStatus status = heap_->Save(kChanges);
    EXPECT_EQ(status.error(), ImageError::kCannotSave) << status.message();
    EXPECT_TRUE(FileBytes() == before) << "the file was written to";
    undo();
    Save(heap_.get(), kChanges);
    return status.message();
  }

  // Puts a word into a slot past all checks.
  std::string SaveWithWord(void* slot, Word word) {
    auto* const place = static_cast<Word*>(slot);
    const Word before = *place;
    return SaveWith([&] { *place = word; }, [&] { *place = before; });
  }

  static constexpr SaveOptions kChanges = {.verifies_all = false};
  std::unique_ptr<Heap> heap_;
  ScreenedList* links_;
};

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(PageScreenTest, AllKindsOfReferencesPass) {
  ImageOptions options;
  options.types = ImageTypes::Of<World>();
  const auto heap = Heap::Open(Path("world.image"), std::move(options));
  ASSERT_NE(heap, nullptr);
  auto* const world = MakeGarbageCollected<World>(heap->GetAllocationHandle());
  heap->SetRoot("world", world);
  world->Fill(heap->GetAllocationHandle());
  Save(heap.get());
  const ImageMemory& memory =
      ImageHeap::Of(heap->GetAllocationHandle())->memory();
  PageScreen screen(memory);
  for (ImagePage page = 0; page < memory.end_page(); ++page) {
    EXPECT_TRUE(screen.IsGood(memory.PageIndexAt(page))) << page;
  }
}

// Whose tables fill chunks.
TEST_F(PageScreenTest, ALargeZoneIsSound) {
  links_->links_.resize(20'000'000);
  Save(heap_.get(), kChanges);
  EXPECT_TRUE(heap_->Verify().ok()) << heap_->Verify().findings.front();
}

TEST_F(PageScreenTest, AReferenceToNowhereIsNamed) {
  const Word nowhere = CompressAddress(reinterpret_cast<uintptr_t>(links_) + 8);
  const std::string found = SaveWithWord(&links_->link_, nowhere);
  EXPECT_TRUE(Has(found, "field link_")) << found;
  EXPECT_TRUE(Has(found, "where no object lives") ||
              Has(found, "not what the field declares"))
      << found;
}

TEST_F(PageScreenTest, AReferenceInALargeArrayIsNamed) {
  const Word far = CompressAddress(Cage::Get().begin() + kChunkBytes);
  const std::string found = SaveWithWord(&links_->links_[60'000], far);
  EXPECT_TRUE(Has(found, "trailing element")) << found;
}

TEST_F(PageScreenTest, AReferenceToAnotherClassIsNamed) {
  const Word leaf = links_->leaf_.GetRawStorage().GetAsInteger();
  const std::string found = SaveWithWord(&links_->links_[7]->next_, leaf);
  EXPECT_TRUE(Has(found, "ScreenedLeaf, which is not what the field declares"))
      << found;
}

TEST_F(PageScreenTest, AReferenceToAnotherHeapIsNamed) {
  const auto other = Heap::Create();
  ScreenedLink* const link =
      MakeGarbageCollected<ScreenedLink>(other->GetAllocationHandle());
  const std::string found = SaveWithWord(
      &links_->link_, CompressAddress(reinterpret_cast<uintptr_t>(link)));
  EXPECT_TRUE(Has(found, "an object of heap")) << found;
}

TEST_F(PageScreenTest, AReferenceToAFreedObjectIsNamed) {
  ScreenedLink* const link = MakeGarbageCollected<ScreenedLink>(handle());
  subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *link);
  const std::string found = SaveWithWord(
      &links_->link_, CompressAddress(reinterpret_cast<uintptr_t>(link)));
  EXPECT_TRUE(Has(found, "where no object lives")) << found;
}

TEST_F(PageScreenTest, ABitOfWhatIsAllocatedIsNamed) {
  const auto object = reinterpret_cast<uintptr_t>(links_->links_[50'000].Get());
  const PageIndex page = PageIndexOf(object);
  // The page that a bin allocates from does not know how many it holds.
  ASSERT_GT(RecordAt(page).live_slots, 0);
  // Between slots or of the next one; then that of an object, which its page
  // misses.
  for (const size_t granule : {(object % kPageBytes) / kGranuleBytes + 1,
                               (object % kPageBytes) / kGranuleBytes}) {
    uint64_t& word = AllocatedBits(page)[granule / 64];
    const auto flip = [&] { word ^= uint64_t{1} << (granule % 64); };
    const std::string found = SaveWith(flip, flip);
    EXPECT_TRUE(Has(found, "page " + std::to_string(page))) << found;
  }
}

TEST_F(PageScreenTest, ABitOfAFreePageIsNamed) {
  const ImageMemory& memory = ImageHeap::Of(handle())->memory();
  ImagePage page = 0;
  while (RecordAt(memory.PageIndexAt(page)).kind != PageKind::kFree) ++page;
  uint64_t& word = AllocatedBits(memory.PageIndexAt(page))[3];
  const std::string found = SaveWith([&] { word = 4; }, [&] { word = 0; });
  EXPECT_TRUE(Has(found, "free, and has bits set")) << found;
}

// The tables of pages that did not change are not looked at.
TEST_F(PageScreenTest, AReferenceToABitOfAFreePageDoesNotPass) {
  const ImageMemory& memory = ImageHeap::Of(handle())->memory();
  ImagePage page = 0;
  while (RecordAt(memory.PageIndexAt(page)).kind != PageKind::kFree) ++page;
  uint64_t& bits = AllocatedBits(memory.PageIndexAt(page))[0];
  auto* const link = reinterpret_cast<Word*>(&links_->link_);
  const Word before = *link;

  bits = 1;
  *link = CompressAddress(PageAddress(memory.PageIndexAt(page)));
  const bool is_good = PageScreen(memory).IsGood(
      PageIndexOf(reinterpret_cast<uintptr_t>(links_)));
  *link = before;
  bits = 0;

  EXPECT_FALSE(is_good);
}

TEST_F(PageScreenTest, AFreeRunIsNamed) {
  const ImageMemory& memory = ImageHeap::Of(handle())->memory();
  ImagePage page = 0;
  while (RecordAt(memory.PageIndexAt(page)).kind != PageKind::kFree) ++page;
  PageRecord& record = RecordAt(memory.PageIndexAt(page));
  const uint32_t pages = record.run_pages;
  const std::string found = SaveWith([&] { record.run_pages = pages + 1; },
                                     [&] { record.run_pages = pages; });
  EXPECT_TRUE(Has(found, "free run")) << found;
}

TEST_F(PageScreenTest, ATypeOfASlotIsNamed) {
  const auto object = reinterpret_cast<uintptr_t>(links_);
  PageRecord& record = RecordAt(PageIndexOf(object));
  ASSERT_EQ(record.type, nullptr) << "few objects are in shared pages";
  TypeId& id =
      record.slot_data->type_ids[SlotIndex(record, object % kPageBytes)];
  const TypeId before = id;
  const std::string found = SaveWith(
      [&] {
        id = 60'000;
        links_->link_ = nullptr;  // changes the page
      },
      [&] { id = before; });
  EXPECT_TRUE(Has(found, "type id 60000")) << found;
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
