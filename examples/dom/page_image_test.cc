// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages that are kept, and come back changed. cli_test.py looks at them from
// outside.

#include "examples/dom/page_image.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "examples/dom/document.h"
#include "examples/dom/dom_testing.h"
#include "halfword/halfword.h"

namespace dom {
namespace {

// Of another program.
class Stranger : public halfword::GarbageCollected<Stranger> {
  int number_ = 1;
  HALFWORD_FIELDS(Stranger, number_)
};

[[noreturn]] void MakeStrangeImage(const std::string& path) {
  halfword::ImageStatus status;
  auto image = halfword::Heap::Open(
      path, {.types = halfword::ImageTypes::Of<Stranger>()}, &status);
  if (image != nullptr) {
    image->SetRoot("a.html", halfword::MakeGarbageCollected<Stranger>(
                                 image->GetAllocationHandle()));
    status = image->Save();
  }
  std::_Exit(status.ok() ? 0 : 1);
}

class PageImageTest : public testing::Test {
 protected:
  PageImageTest() { EXPECT_NE(mkdtemp(folder_.data()), nullptr); }
  ~PageImageTest() override { std::filesystem::remove_all(folder_); }

  std::string Path() const { return folder_ + "/pages.image"; }

  static void Add(Pages* pages, std::string path, std::string html) {
    Complaints complaints;
    pages->push_back(Page::Parse(std::move(path), std::move(html), complaints));
    ASSERT_NE(pages->back(), nullptr) << complaints.lines().front();
  }

  ImageFigures Update(const std::string& path, const std::string& html) {
    Pages pages;
    Add(&pages, path, html);
    return UpdateImage(pages, Path());
  }

  // The tree of a page in the image, as words.
  std::string Held(const std::string& page) {
    const auto image = Open();
    EXPECT_TRUE(image->Verify().ok());
    return Describe(image->GetRoot<Document>(page));
  }

  std::unique_ptr<halfword::Heap> Open() {
    halfword::ImageStatus status;
    auto image = halfword::Heap::Open(
        Path(),
        {.types = halfword::ImageTypes::Of<Document, Element, Text, Comment,
                                           Attr, Listener>(),
         .access = halfword::ImageAccess::kReadOnly},
        &status);
    EXPECT_NE(image, nullptr) << status.message();
    return image;
  }

 private:
  std::string folder_ = testing::TempDir() + "page_image_test.XXXXXX";
};

constexpr char kHtml[] =
    "<h1 id=top>A title</h1><a href=#top>up</a><!--note--><p>words";

TEST_F(PageImageTest, KeepsThePagesThatItIsGiven) {
  Pages pages;
  Add(&pages, "a.html", kHtml);
  Add(&pages, "b.html", "<p>another page");

  const ImageFigures made = UpdateImage(pages, Path());

  EXPECT_TRUE(made.is_made);
  EXPECT_EQ(made.path, Path());
  EXPECT_EQ(made.page_count, 2u);
  EXPECT_EQ(made.file_bytes, std::filesystem::file_size(Path()));
  ASSERT_EQ(made.pages.size(), 2u);
  EXPECT_EQ(made.pages[0].path, "a.html");
  EXPECT_EQ(made.pages[0].change, PageChange::kNew);
  EXPECT_EQ(made.pages[0].node_count, 11u);
  EXPECT_EQ(made.pages[0].added_node_count, 11u);
  EXPECT_EQ(Held("a.html"),
            "(#document (html (head) (body (h1 id=top \"A title\") "
            "(a href=#top \"up\") <!--note--> (p \"words\"))))");
}

TEST_F(PageImageTest, SaysWhatAnImageHolds) {
  Pages pages;
  Add(&pages, "b.html", "<p>another page");
  Add(&pages, "a.html", kHtml);
  UpdateImage(pages, Path());

  const HeldImageFigures held = ReadImage(Path());

  EXPECT_EQ(held.path, Path());
  EXPECT_EQ(held.file_bytes, std::filesystem::file_size(Path()));
  EXPECT_GT(held.open_ms, 0);
  EXPECT_GT(held.traverse_ms, 0);
  ASSERT_EQ(held.pages.size(), 2u);
  EXPECT_EQ(held.pages[0].path, "a.html");
  EXPECT_EQ(held.pages[0].node_count, 11u);
  EXPECT_EQ(held.pages[0].attribute_count, 2u);
  EXPECT_EQ(held.pages[0].text_bytes, 7u + 3 + 4 + 2 + 4 + 5);
  // The tables of the document find their keys again.
  EXPECT_EQ(held.pages[0].link_count, 1u);
  EXPECT_EQ(held.pages[0].resolved_link_count, 1u);
  EXPECT_EQ(held.pages[1].path, "b.html");
  EXPECT_EQ(held.pages[1].node_count, 6u);
}

TEST_F(PageImageTest, AnEqualPageStaysAsItIs) {
  Update("a.html", kHtml);
  const ImageFigures again = Update("a.html", kHtml);

  EXPECT_FALSE(again.is_made);
  EXPECT_EQ(again.pages[0].change, PageChange::kEqual);
  EXPECT_EQ(again.pages[0].node_count_before, 11u);
  EXPECT_EQ(again.pages[0].node_count, 11u);
  EXPECT_EQ(again.pages[0].added_node_count, 0u);
  EXPECT_EQ(again.pages[0].removed_node_count, 0u);
}

TEST_F(PageImageTest, AChangedPageTakesThePlaceOfTheOldOne) {
  Update("a.html", "<p>one</p><p>two</p>");
  const ImageFigures again =
      Update("a.html", "<p>one</p><p>three</p><b>four</b>");

  EXPECT_EQ(again.pages[0].change, PageChange::kChanged);
  EXPECT_EQ(again.pages[0].node_count_before, 8u);
  EXPECT_EQ(again.pages[0].node_count, 10u);
  EXPECT_EQ(again.pages[0].added_node_count, 3u);
  EXPECT_EQ(again.pages[0].removed_node_count, 1u);
  EXPECT_EQ(again.page_count, 1u);
  EXPECT_EQ(Held("a.html"),
            "(#document (html (head) (body (p \"one\") (p \"three\") "
            "(b \"four\"))))");
}

TEST_F(PageImageTest, OtherPagesStay) {
  Update("a.html", kHtml);
  const std::string before = Held("a.html");

  const ImageFigures second = Update("b.html", "<p>new");

  EXPECT_EQ(second.page_count, 2u);
  EXPECT_EQ(second.pages[0].change, PageChange::kNew);
  EXPECT_EQ(Held("a.html"), before);
}

// A page's places are those of its text, whatever was given before it.
TEST_F(PageImageTest, PlacesAreThoseOfThePageAlone) {
  Pages pages;
  Add(&pages, "a.html", kHtml);
  Add(&pages, "b.html", "<p>x<b>");
  UpdateImage(pages, Path());
  EXPECT_EQ(Update("b.html", "<p>x<b>").pages[0].change, PageChange::kEqual);

  EXPECT_EQ(Update("b.html", "\n<p>x<b>").pages[0].change, PageChange::kMoved);

  const auto image = Open();
  const Node* const paragraph = image->GetRoot<Document>("b.html")
                                    ->first_child()
                                    ->last_child()
                                    ->first_child();
  EXPECT_EQ(DynamicTo<Element>(paragraph)->place(), PlaceAt(kFirstPlace, 1));
  // Which page that is, nobody can say here.
  EXPECT_EQ(DynamicTo<Element>(paragraph)->GetSourcePosition().source,
            SourcePosition().source);
}

TEST_F(PageImageTest, WhatWasReplacedTakesNoRoom) {
  const std::string small = "<p>x";
  const std::string large = Repeat("<p>some words of it</p>", 20'000);
  Update("a.html", large);
  Update("a.html", small);
  Update("a.html", large);
  Update("a.html", small);

  const auto image = Open();
  const auto statistics =
      image->CollectStatistics(halfword::HeapStatistics::kDetailed);
  for (const auto& type : statistics.type_stats) {
    EXPECT_LT(type.object_count, 100u) << type.name;
  }
}

TEST_F(PageImageTest, RefusesWhatIsNoImageOfPages) {
  Pages pages;
  Add(&pages, "a.html", kHtml);
  std::ofstream(Path()) << "words";
  EXPECT_THROW(UpdateImage(pages, Path()), std::runtime_error);
  EXPECT_THROW(ReadImage(Path()), std::runtime_error);
  EXPECT_EQ(std::filesystem::file_size(Path()), 5u);
  std::filesystem::remove(Path());
  EXPECT_THROW(ReadImage(Path()), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(Path()));
}

// The other program is a child: here its class would be known.
TEST_F(PageImageTest, RefusesTheImageOfAnotherProgram) {
  EXPECT_EXIT(MakeStrangeImage(Path()), testing::ExitedWithCode(0), "");
  Pages pages;
  Add(&pages, "a.html", kHtml);

  EXPECT_THROW(UpdateImage(pages, Path()), std::runtime_error);
  EXPECT_THROW(ReadImage(Path()), std::runtime_error);
}

TEST_F(PageImageTest, AnImageThatSomebodyWritesIsBusy) {
  Update("a.html", kHtml);
  halfword::ImageStatus status;
  const auto writer = halfword::Heap::Open(
      Path(),
      {.types = halfword::ImageTypes::Of<Document, Element, Text, Comment, Attr,
                                         Listener>()},
      &status);
  ASSERT_NE(writer, nullptr) << status.message();

  EXPECT_THROW(Update("a.html", "<p>x"), std::runtime_error);
  EXPECT_EQ(ReadImage(Path()).pages.size(), 1u);
}

}  // namespace
}  // namespace dom
