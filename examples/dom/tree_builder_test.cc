// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Small pages and the trees they become, for each memory manager; and trees
// that are too deep or too wide for recursion.

#include "examples/dom/tree_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "examples/dom/dom_testing.h"

namespace dom {
namespace {

class TreeBuilderTest : public testing::Test {
 protected:
  Root<Document> Build(const std::string& html) {
    return BuildTree(heap_, *ParseForTest(html));
  }
  std::string DescribeTree(const std::string& html) {
    return Describe(Build(html).get());
  }

  NodeHeap heap_;
};

TEST_F(TreeBuilderTest, BuildsEveryKindOfNode) {
  EXPECT_EQ(DescribeTree("<!doctype html><!--c--><title>T</title>"
                         "<p id=x class='a b'>one <b>two</b><br>three</p>\n"),
            "(#document <!--c--> (html (head (title \"T\")) (body "
            "(p id=x class=a b \"one \" (b \"two\") (br) \"three\") \"\n\")))");
}

TEST_F(TreeBuilderTest, DecodesEntitiesAndKeepsEmptyValues) {
  EXPECT_EQ(
      DescribeTree("<body><a title='&lt;&amp;&eacute;' hidden>&gt;</a>"),
      "(#document (html (head) (body (a title=<&\u00e9 hidden= \">\"))))");
}

TEST_F(TreeBuilderTest, KnowsTheNamesOfElementsOutsideOfHtml) {
  EXPECT_EQ(DescribeTree("<X-Panel></X-Panel><svg><foreignobject></svg>"),
            "(#document (html (head) (body (x-panel) "
            "(svg (foreignObject)))))");
}

TEST_F(TreeBuilderTest, BuildsTheContentOfTemplatesAndTables) {
  EXPECT_EQ(DescribeTree("<body><template><i>x</i></template><table><td>1"),
            "(#document (html (head) (body (template (i \"x\")) "
            "(table (tbody (tr (td \"1\")))))))");
}

TEST_F(TreeBuilderTest, NotesWhereAnElementStandsInThePage) {
  const Root<Document> document = Build("<!-- --><p>x<b>y");

  std::string places;
  for (const Node* node = document.get(); node != nullptr;
       node = node->NextInDocument(document.get())) {
    if (const auto* element = DynamicTo<Element>(node)) {
      places += element->tag().view();
      places +=
          '@' + std::to_string(static_cast<uint32_t>(element->place())) + ' ';
    }
  }

  // From 1 on. <html>, <head> and <body> are not written in the page.
  EXPECT_EQ(places, "html@0 head@0 body@0 p@9 b@13 ");
}

TEST_F(TreeBuilderTest, TellsTheTagsOfAllPagesApart) {
  Pages pages;
  pages.push_back(ParseForTest("<html>"));
  pages.push_back(ParseForTest("x"));
  pages.push_back(ParseForTest("\r\n<html>"));

  const Forest forest = PlantForest(heap_, pages, PlacesOf(pages));

  std::vector<Place> places;
  for (const auto& document : forest) {
    const auto* const html = DynamicTo<Element>(document->first_child());
    ASSERT_EQ(html->tag(), "html");
    places.push_back(html->place());
  }
  EXPECT_EQ(places, (std::vector<Place>{Place{1}, kNoPlace, Place{10}}));
}

TEST_F(TreeBuilderTest, GivesNoPlacesInAPageThatHasNone) {
  const Root<Document> document =
      BuildTree(heap_, *ParseForTest("x<html>"), kNoPlace);

  EXPECT_EQ(DynamicTo<Element>(document->first_child())->place(), kNoPlace);
}

TEST_F(TreeBuilderTest, KeepsThePathOfThePage) {
  EXPECT_EQ(Build("x")->path(), "test.html");
}

TEST_F(TreeBuilderTest, BuildsDeepAndLongTreesWithoutRecursion) {
  const Root<Document> deep = Build(Repeat("<div>", 9'999));
  const Root<Document> wide = Build(Repeat("<p>x", 200'000));

  int depth = 0;
  for (const Node* node = deep.get(); node->first_child() != nullptr;
       node = node->last_child()) {
    ++depth;
  }
  EXPECT_EQ(depth, 9'999 + 2);  // and <html> and <body>
  const Node* const body = wide->first_child()->last_child();
  EXPECT_EQ(DynamicTo<Text>(body->last_child()->first_child())->text(), "x");
}

}  // namespace
}  // namespace dom
