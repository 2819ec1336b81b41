// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An album is filled, and looked through.

#include "tests/migration/album.h"

namespace album {

namespace {

std::string LongText(int32_t i) {
  return std::string(static_cast<size_t>(20 + i % 200), 'x') +
         std::to_string(i);
}

}  // namespace

void Album::Fill(halfword::AllocationHandle& handle) {
  using halfword::MakeGarbageCollected;
  using halfword::String;
  for (int32_t i = 0; i < kPictures; ++i) {
    const auto index = static_cast<size_t>(i);
    if (i % 5 == 0) {
      auto* const large = MakeGarbageCollected<LargePicture>(handle, i);
      pictures_.push_back(large);
      large->weak_ = pictures_[index / 2].get();
    } else {
      pictures_.push_back(MakeGarbageCollected<Picture>(handle, i));
    }
    Picture* const picture = pictures_[index];
    picture->next_ = pictures_[index / 2];
    picture->title_ = String(handle, TitleOf(i));
    picture->size_ = {static_cast<uint16_t>(i), uint64_t{1} << (i % 60)};
    picture->text_ = i % 2 == 0 ? "short" : LongText(i);
    picture->near_[2] = picture;
    numbers_.insert({picture, static_cast<uint16_t>(i)});
    titles_.insert({picture->title_, picture});
    atoms_.insert({halfword::Atom(handle, TitleOf(i)), picture});
    by_number_.insert({-i, picture});
    pairs_.insert({picture, pictures_[index / 3].get()});
    seen_.insert(picture);
    order_.insert(picture);
    if (i < 30) {
      queue_.push_back(picture->title_);
      texts_.push_back(picture->text_);
    }
  }
  queue_.pop_front();
  best_ = pictures_[7].get();
  cover_ = pictures_[8].get();
  none_ = -12345;
  atom_ = halfword::Atom(handle, "the title of an album");
  slice_ = String(handle, std::string(600, 's')).substr(100);
  frames_ = MakeGarbageCollected<Frames>(
      handle, halfword::TrailingBytes<Frames>(kPictures));
  frames_->count_ = kPictures;
  for (size_t i = 0; i < kPictures; ++i) {
    halfword::TrailingArray(frames_.get())[i] = pictures_[i];
  }
}

std::string Album::FindFault() {
  if (pictures_.size() != static_cast<size_t>(kPictures)) return "pictures";
  auto in_order = order_.begin();
  for (int32_t i = 0; i < kPictures; ++i) {
    const std::string fault = FindFaultOf(i);
    if (!fault.empty()) return fault + " of picture " + std::to_string(i);
    if (*in_order++ != pictures_[static_cast<size_t>(i)]) return "order";
  }
  return FindFaultOfOthers();
}

std::string Album::FindFaultOf(int32_t i) {
  const auto index = static_cast<size_t>(i);
  Picture* const picture = pictures_[index];
  if (picture->number_ != i || picture->stars_ != -i) return "number";
  if (picture->kind_ != 1 || !picture->is_shown_) return "kind";
  if (picture->weight_ != 0.5) return "weight";
  if (picture->next_ != pictures_[index / 2]) return "next";
  if (picture->near_[2] != picture || picture->near_[0]) return "near";
  if (picture->title_ != TitleOf(i)) return "title";
  if (picture->size_.area != uint64_t{1} << (i % 60)) return "area";
  if (picture->text_ != (i % 2 == 0 ? "short" : LongText(i))) return "text";
  auto* const large = halfword::DynamicTo<LargePicture>(picture);
  if ((large != nullptr) != (i % 5 == 0)) return "class";
  if (large != nullptr &&
      (large->in_padding_ != 9 || large->weak_ != pictures_[index / 2].get())) {
    return "weak";
  }
  if (numbers_.at(picture) != static_cast<uint16_t>(i)) return "number table";
  if (titles_.at(TitleOf(i)) != picture) return "title table";
  if (atoms_.at(halfword::Atom(TitleOf(i))) != picture) return "atom table";
  if (by_number_.at(-i) != picture) return "table by number";
  if (pairs_.at(picture) != pictures_[index / 3]) return "pairs";
  if (!seen_.contains(picture)) return "weak set";
  if (!order_.contains(picture)) return "linked set";
  if (halfword::TrailingArray(frames_.get())[index] != picture) return "frames";
  return "";
}

std::string Album::FindFaultOfOthers() {
  if (best_->stars_ != -7) return "best";
  if (cover_.object() != pictures_[8]) return "cover";
  if (none_.integer() != -12345) return "none";
  if (atom_ != halfword::Atom("the title of an album")) return "atom";
  if (slice_ != std::string(500, 's')) return "slice";
  if (frames_->count_ != static_cast<uint32_t>(kPictures)) return "frames";
  if (queue_.size() != 29) return "queue";
  for (int32_t i = 1; i < 30; ++i) {
    const auto index = static_cast<size_t>(i);
    if (queue_[index - 1] != TitleOf(i)) return "queue";
    if (texts_[index] != pictures_[index]->text_) return "texts";
  }
  return "";
}

}  // namespace album
