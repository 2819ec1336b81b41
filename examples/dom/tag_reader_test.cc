// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where tags begin and end, also in texts that stop in the middle of one.

#include "examples/dom/tag_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace dom {
namespace {

// The tags of html as it writes them: "<p> </p> <br/>".
std::string TagsOf(std::string_view html) {
  TagReader reader(html);
  std::string tags;
  while (auto tag = reader.Next()) {
    EXPECT_EQ(html[tag->offset], '<');
    if (!tags.empty()) tags += ' ';
    tags += tag->is_end ? "</" : "<";
    tags += tag->name;
    tags += tag->closes_itself ? "/>" : ">";
  }
  return tags;
}

TEST(TagReaderTest, ReadsStartTagsAndEndTags) {
  EXPECT_EQ(TagsOf("x<p>y<DIV class=a>z</DIV\n></p>"), "<p> <DIV> </DIV> </p>");
}

TEST(TagReaderTest, KnowsSlashesThatCloseFromThoseThatDoNot) {
  EXPECT_EQ(TagsOf("<path d='M0'/>"), "<path/>");
  EXPECT_EQ(TagsOf("<path / d>"), "<path>");
  EXPECT_EQ(TagsOf("<a href=x/>"), "<a>");
  EXPECT_EQ(TagsOf("<br/ >"), "<br>");
}

TEST(TagReaderTest, DoesNotLookIntoQuotedAttributes) {
  EXPECT_EQ(TagsOf("<a title=\"<b>\"><a title='</a>' x><a t= '>'>"),
            "<a> <a> <a>");
}

TEST(TagReaderTest, TreatsAQuoteInANameAsPartOfTheName) {
  EXPECT_EQ(TagsOf("<a b'><c>'>"), "<a> <c>");
  EXPECT_EQ(TagsOf("<a b=c\"><d>\">"), "<a> <d>");
}

TEST(TagReaderTest, SkipsCommentsAndDeclarations) {
  EXPECT_EQ(TagsOf("<!doctype html><!-- <b> > --><i><?xml <?><u></ x><s>"),
            "<i> <u> <s>");
  EXPECT_EQ(TagsOf("<!--><a><!---><b><!----><c><!-- --> <d>"),
            "<a> <b> <c> <d>");
  EXPECT_EQ(TagsOf("<!-- never closed <b>"), "");
}

TEST(TagReaderTest, TakesALoneAngleBracketForText) {
  EXPECT_EQ(TagsOf("1 < 2 <> <3 </> <p> <"), "<p>");
}

TEST(TagReaderTest, EndsWithTheTextWhateverItIsInside) {
  for (const char* html : {"<", "</", "<a", "<a ", "<a b", "<a b=", "<a b='c",
                           "</a", "<!", "<!-", "<!--", "<!--x", "<?", "<a/"}) {
    TagReader reader(html);
    while (reader.Next()) {
    }
    reader.SkipRawText("script");
    EXPECT_FALSE(reader.Next()) << html;
  }
}

TEST(TagReaderTest, SkipsRawTextUpToItsOwnEndTag) {
  TagReader reader("<script>'<b></b></scripty>'</SCRIPT ><i>");
  EXPECT_EQ(reader.Next()->name, "script");

  reader.SkipRawText("script");

  EXPECT_EQ(reader.Next()->name, "SCRIPT");
  EXPECT_EQ(reader.Next()->name, "i");
}

}  // namespace
}  // namespace dom
