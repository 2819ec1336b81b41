// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Images: a heap in a file. Opening one takes about as long as mapping it, and
// saving writes what has changed; a crash or a power cut at any instant leaves
// the old state or the new one.
//
//   halfword::ImageStatus status;
//   std::unique_ptr<halfword::Heap> heap = halfword::Heap::Open(
//       "notes.image", {.types = halfword::ImageTypes::Of<Note>()}, &status);
//   if (heap == nullptr) return Complain(status.message());
//   Note* note = heap->GetRoot<Note>("first");
//   if (note == nullptr) {
//     note = halfword::MakeGarbageCollected<Note>(heap->GetAllocationHandle());
//     heap->SetRoot("first", note);
//   }
//   note->Edit();
//   status = heap->Save();
//
// What may be in an image: objects of classes that list their fields
// (HALFWORD_FIELDS), all of them such that another process can use them:
// no vtable, no destructor or prefinalizer, no pointer out of the heap. Strings
// and containers of Halfword are. A class that is not is an error of compiling
// where ImageTypes names it, and otherwise makes Save() fail.
//
// An image describes its classes. Opening compares them with the program's, by
// name and by fields. Where a class has changed since, its objects are
// converted: fields that are new are zero, those that are gone are left out,
// the others are found by their names, wherever they are now; integers may have
// become wider, and float double. The file changes with the next Save(). Other
// changes are refused, with the field's name, or are a function's of the
// program (halfword/layout_functions.h).
//
// A collection works in an open image as in every heap; what is reachable from
// the named roots is kept.
//
// One process at a time may have an image open for writing (kReadWrite), any
// number to read it; they see the state that they opened, whatever is saved
// meanwhile. The file is that of the process that opened it: in the child of a
// fork, Save() is refused (kBusy), and Close() and the heap's end leave the
// file and its locks alone. A snapshot that another process writes
// (SnapshotOptions::pause_ms_max) shows the heap as it was, whatever is saved
// meanwhile; the child of a program's own fork may see later saves.
//
// An image has a place of its own in the cage. Where another heap is there, or
// the cage ends before, it is put elsewhere, which takes a pass over its
// references and makes saves slower; tables stay right if keys are hashed as
// halfword/hash_traits.h says.
//
// Opening checks every page (ImageCheck::kFull), as fast as memory is read. A
// program that cannot wait opens with kBehind and finds out later; one that
// rests on a file system with checksums may choose kTrust.
//
// Errors: functions that can fail give an ImageStatus, whose message is one
// line that names the file. After a Save() that failed the heap is as it was;
// what the file holds is the state before it, but for kBroken. Threads: the
// heap's own.

#ifndef HALFWORD_IMAGE_H_
#define HALFWORD_IMAGE_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfword/heap.h"
#include "halfword/internal/image_types.h"
#include "halfword/layout_functions.h"

namespace halfword::inline HALFWORD_ABI {

enum class ImageError : unsigned char {
  kNone,
  kNotFound,     // no file, and none was to be made
  kExists,       // a file, and there should be none
  kBusy,         // another process has it open for writing
  kNotImage,     // no image's file; a heap without an image
  kOtherFormat,  // of another version, or of a build with other references
  kOtherTypes,   // a class that the program does not have, or has otherwise
  kDamaged,      // the file is not what was written
  kSystem,       // the system refused something; the message says what
  kNoPlace,      // no room in the cage
  kCannotSave,   // an object that cannot be in an image; a heap that is damaged
  kReadOnly,     // opened to be read
  kBroken,       // a sync failed: open the image again
};

class [[nodiscard]] ImageStatus {
 public:
  ImageStatus() = default;
  ImageStatus(ImageError error, std::string message)
      : error_(error), message_(std::move(message)) {}

  bool ok() const { return error_ == ImageError::kNone; }
  ImageError error() const { return error_; }
  // "notes.image: page 12 is damaged"; empty if all is well.
  const std::string& message() const { return message_; }

 private:
  ImageError error_ = ImageError::kNone;
  std::string message_;
};

// Classes whose objects may be in an image: those that are named, and what
// their fields refer to, directly and by others. A class that is referred to by
// its base alone must be named.
class ImageTypes {
 public:
  ImageTypes() = default;
  template <typename... Types>
  static ImageTypes Of() {
    ImageTypes types;
    (internal::AddImageType<Types>(&types.infos_), ...);
    return types;
  }

 private:
  // Registering them is what counts.
  std::vector<const internal::TypeInfo*> infos_;
};

enum class ImageAccess : unsigned char {
  kReadWrite,
  // The file is not written to. The heap may be changed all the same: what is
  // changed is this process's, and is gone when the heap is.
  kReadOnly,
};

enum class ImageCheck : unsigned char {
  kFull,  // every page against its checksum, before anything is used
  // The same on another thread, while the heap is used: damage is told when it
  // is found. Heap::FinishCheck() and the next Save() wait for its end.
  kBehind,
  kTrust,  // the header and the directory of pages alone
};

// As in HeapOptions, every field has an initializer.
struct ImageOptions {
  ImageTypes types = {};
  ImageAccess access = ImageAccess::kReadWrite;
  // kReadWrite only.
  bool create_if_missing = true;
  bool error_if_exists = false;
  // Of an image that is made anew: how far it shall be able to grow. Its place
  // is chosen so that there is as much room behind, if the cage has it. What it
  // does not use costs nothing.
  size_t room_bytes = size_t{1} << 30;
  // False: an image whose classes have changed is refused.
  bool converts_layouts = true;
  // What to do with objects of classes that have changed, beyond that.
  LayoutFunctions layout_functions = {};
  ImageCheck check = ImageCheck::kFull;
  // kBehind: called once, by the thread that checks, if a page is damaged.
  std::function<void(const ImageStatus&)> damage_callback = {};
  // hash_seed is the image's, but where it is new.
  HeapOptions heap = {};
};

struct SaveOptions {
  // Returns before the state is certain to survive a power cut whole: it, or
  // after an error of the disk the one before it, with a notice. Half the time.
  bool is_relaxed = false;
  // Verifies the whole heap before anything is written. Otherwise what is
  // verified are the pages that changed: their tables, and that each of their
  // references leads to a living object of its class. Ends a cycle that marks
  // beside the program, without a result.
  bool verifies_all = HALFWORD_DCHECK_ENABLED != 0;
};

template <typename T>
void Heap::SetRoot(std::string_view name, T* object) {
  SetRootObject(name, object, internal::TypeInfoOf<T>());
}

template <typename T>
T* Heap::GetRoot(std::string_view name) {
  return static_cast<T*>(GetRootObject(name, internal::TypeInfoOf<T>()));
}

template <typename T>
bool Heap::HasRoot(std::string_view name) const {
  return HasRootObject(name, internal::TypeInfoOf<T>());
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_IMAGE_H_
