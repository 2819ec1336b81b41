// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The scan keeps the stack of open elements that a parser would keep. Which tag
// closes which is in the sets below; the rules are those of the HTML standard's
// tree construction, less the ones that real pages hardly need.

#include "examples/dom/nesting.h"

#include <gumbo.h>

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "examples/dom/tag_reader.h"

namespace dom {
namespace {

// A set of element names.
class TagSet {
 public:
  constexpr TagSet(std::initializer_list<GumboTag> tags) {
    for (GumboTag tag : tags) contains_[tag] = true;
  }
  constexpr bool operator[](GumboTag tag) const { return contains_[tag]; }

 private:
  std::array<bool, GUMBO_TAG_LAST + 1> contains_{};
};

constexpr TagSet kNone{};
constexpr TagSet kVoid{
    GUMBO_TAG_AREA,    GUMBO_TAG_BASE,   GUMBO_TAG_BASEFONT, GUMBO_TAG_BGSOUND,
    GUMBO_TAG_BR,      GUMBO_TAG_COL,    GUMBO_TAG_EMBED,    GUMBO_TAG_FRAME,
    GUMBO_TAG_HR,      GUMBO_TAG_IMAGE,  GUMBO_TAG_IMG,      GUMBO_TAG_INPUT,
    GUMBO_TAG_ISINDEX, GUMBO_TAG_KEYGEN, GUMBO_TAG_LINK,     GUMBO_TAG_META,
    GUMBO_TAG_PARAM,   GUMBO_TAG_SOURCE, GUMBO_TAG_TRACK,    GUMBO_TAG_WBR};
// A page has one of each, whatever its tags say.
constexpr TagSet kOnce{GUMBO_TAG_HTML, GUMBO_TAG_HEAD, GUMBO_TAG_BODY};
// Their content is text up to their own end tag.
constexpr TagSet kRawText{
    GUMBO_TAG_IFRAME, GUMBO_TAG_NOEMBED,  GUMBO_TAG_NOFRAMES, GUMBO_TAG_SCRIPT,
    GUMBO_TAG_STYLE,  GUMBO_TAG_TEXTAREA, GUMBO_TAG_TITLE,    GUMBO_TAG_XMP};
// Blocks: they end an open paragraph, and no end tag of an inline element
// reaches through them.
constexpr TagSet kBlock{
    GUMBO_TAG_ADDRESS,    GUMBO_TAG_ARTICLE,    GUMBO_TAG_ASIDE,
    GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_CENTER,     GUMBO_TAG_DETAILS,
    GUMBO_TAG_DIR,        GUMBO_TAG_DIV,        GUMBO_TAG_DL,
    GUMBO_TAG_FIELDSET,   GUMBO_TAG_FIGCAPTION, GUMBO_TAG_FIGURE,
    GUMBO_TAG_FOOTER,     GUMBO_TAG_FORM,       GUMBO_TAG_H1,
    GUMBO_TAG_H2,         GUMBO_TAG_H3,         GUMBO_TAG_H4,
    GUMBO_TAG_H5,         GUMBO_TAG_H6,         GUMBO_TAG_HEADER,
    GUMBO_TAG_HGROUP,     GUMBO_TAG_HR,         GUMBO_TAG_LISTING,
    GUMBO_TAG_MAIN,       GUMBO_TAG_MENU,       GUMBO_TAG_NAV,
    GUMBO_TAG_OL,         GUMBO_TAG_P,          GUMBO_TAG_PRE,
    GUMBO_TAG_SECTION,    GUMBO_TAG_SUMMARY,    GUMBO_TAG_TABLE,
    GUMBO_TAG_UL,         GUMBO_TAG_LI,         GUMBO_TAG_DD,
    GUMBO_TAG_DT};
// No end tag of anything that is not part of a table reaches through these.
constexpr TagSet kBoundary{
    GUMBO_TAG_TABLE,    GUMBO_TAG_CAPTION,  GUMBO_TAG_TD,      GUMBO_TAG_TH,
    GUMBO_TAG_APPLET,   GUMBO_TAG_MARQUEE,  GUMBO_TAG_OBJECT,  GUMBO_TAG_SELECT,
    GUMBO_TAG_TEMPLATE, GUMBO_TAG_FRAMESET, GUMBO_TAG_NOSCRIPT};
constexpr TagSet kTablePart{
    GUMBO_TAG_CAPTION, GUMBO_TAG_COLGROUP, GUMBO_TAG_TBODY, GUMBO_TAG_TFOOT,
    GUMBO_TAG_THEAD,   GUMBO_TAG_TR,       GUMBO_TAG_TD,    GUMBO_TAG_TH};
// Elements inside SVG and MathML whose content is HTML again.
constexpr TagSet kHtmlInside{GUMBO_TAG_FOREIGNOBJECT,
                             GUMBO_TAG_DESC,
                             GUMBO_TAG_TITLE,
                             GUMBO_TAG_MI,
                             GUMBO_TAG_MO,
                             GUMBO_TAG_MN,
                             GUMBO_TAG_MS,
                             GUMBO_TAG_MTEXT};
// Start tags that end a drawing or a formula around them.
constexpr TagSet kLeavesForeign{
    GUMBO_TAG_B,       GUMBO_TAG_BIG,    GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_BODY,
    GUMBO_TAG_BR,      GUMBO_TAG_CENTER, GUMBO_TAG_CODE,       GUMBO_TAG_DD,
    GUMBO_TAG_DIV,     GUMBO_TAG_DL,     GUMBO_TAG_DT,         GUMBO_TAG_EM,
    GUMBO_TAG_EMBED,   GUMBO_TAG_H1,     GUMBO_TAG_H2,         GUMBO_TAG_H3,
    GUMBO_TAG_H4,      GUMBO_TAG_H5,     GUMBO_TAG_H6,         GUMBO_TAG_HEAD,
    GUMBO_TAG_HR,      GUMBO_TAG_I,      GUMBO_TAG_IMG,        GUMBO_TAG_LI,
    GUMBO_TAG_LISTING, GUMBO_TAG_MENU,   GUMBO_TAG_META,       GUMBO_TAG_NOBR,
    GUMBO_TAG_OL,      GUMBO_TAG_P,      GUMBO_TAG_PRE,        GUMBO_TAG_RUBY,
    GUMBO_TAG_S,       GUMBO_TAG_SMALL,  GUMBO_TAG_SPAN,       GUMBO_TAG_STRIKE,
    GUMBO_TAG_STRONG,  GUMBO_TAG_SUB,    GUMBO_TAG_SUP,        GUMBO_TAG_TABLE,
    GUMBO_TAG_TT,      GUMBO_TAG_U,      GUMBO_TAG_UL,         GUMBO_TAG_VAR};

// The open elements that a start tag closes because their end tags may be left
// out: <li>one<li>two.
const TagSet& ClosedBy(GumboTag tag) {
  static constexpr TagSet kParagraph{GUMBO_TAG_P};
  static constexpr TagSet kItem{GUMBO_TAG_P, GUMBO_TAG_LI};
  static constexpr TagSet kTerm{GUMBO_TAG_P, GUMBO_TAG_DD, GUMBO_TAG_DT};
  static constexpr TagSet kOption{GUMBO_TAG_OPTION};
  static constexpr TagSet kAnchor{GUMBO_TAG_A};
  static constexpr TagSet kButton{GUMBO_TAG_BUTTON};
  static constexpr TagSet kCell{GUMBO_TAG_P, GUMBO_TAG_TD, GUMBO_TAG_TH};
  static constexpr TagSet kRow{GUMBO_TAG_P, GUMBO_TAG_TD, GUMBO_TAG_TH,
                               GUMBO_TAG_TR};
  static constexpr TagSet kRowGroup{
      GUMBO_TAG_P,     GUMBO_TAG_TD,    GUMBO_TAG_TH,      GUMBO_TAG_TR,
      GUMBO_TAG_TBODY, GUMBO_TAG_THEAD, GUMBO_TAG_CAPTION, GUMBO_TAG_COLGROUP};
  switch (tag) {
    case GUMBO_TAG_LI:
      return kItem;
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DT:
      return kTerm;
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_OPTGROUP:
      return kOption;
    case GUMBO_TAG_A:
      return kAnchor;
    case GUMBO_TAG_BUTTON:
      return kButton;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      return kCell;
    case GUMBO_TAG_TR:
      return kRow;
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TFOOT:
      return kRowGroup;
    default:
      return kBlock[tag] ? kParagraph : kNone;
  }
}

// The stack of open elements.
class OpenTags {
 public:
  size_t depth() const { return open_.size(); }
  // Inside SVG or MathML, where <x/> is a whole element and <style> holds tags.
  bool in_foreign() const { return !open_.empty() && open_.back().foreign; }

  void Open(const Tag& tag) {
    if (kLeavesForeign[tag.id]) {
      while (in_foreign()) open_.pop_back();
    }
    if (in_foreign()) {
      if (!tag.closes_itself) Push(tag, !kHtmlInside[tag.id]);
      return;
    }
    if (kTablePart[tag.id] && !InTable()) return;
    CloseOptional(ClosedBy(tag.id));
    if (kVoid[tag.id] || kOnce[tag.id]) return;
    Push(tag, tag.id == GUMBO_TAG_SVG || tag.id == GUMBO_TAG_MATH);
  }

  // Closes the element that an end tag names, and what is open inside it; an
  // end tag that reaches none is ignored, as a parser does.
  void Close(const Tag& tag) {
    for (size_t i = open_.size(); i > LowestSearched(); --i) {
      const Element& element = open_[i - 1];
      if (element.tag == tag.id &&
          (tag.id != GUMBO_TAG_UNKNOWN ||
           EqualIgnoringCase(element.name, tag.name))) {
        // </form> closes its form alone: what lies inside stays open.
        if (tag.id != GUMBO_TAG_FORM || i == open_.size()) CloseDownTo(i - 1);
        return;
      }
      if (Blocks(element.tag, tag.id)) return;
    }
  }

 private:
  struct Element {
    std::string_view name;
    GumboTag tag;
    bool foreign;
  };

  void Push(const Tag& tag, bool foreign) {
    open_.push_back({tag.name, tag.id, foreign});
  }

  void CloseDownTo(size_t depth) {
    open_.erase(open_.begin() + static_cast<ptrdiff_t>(depth), open_.end());
  }

  // A search looks at this many elements only, so that the scan is linear; an
  // end tag further away is rare, and ignoring it counts too much, not too
  // little.
  static constexpr size_t kSearchCountMax = 64;
  size_t LowestSearched() const {
    return open_.size() > kSearchCountMax ? open_.size() - kSearchCountMax : 0;
  }

  // Whether the end tag of `closed` reaches no further than `element`.
  static bool Blocks(GumboTag element, GumboTag closed) {
    if (closed == GUMBO_TAG_TABLE) return element == GUMBO_TAG_TEMPLATE;
    if (kTablePart[closed]) return element == GUMBO_TAG_TABLE;
    if (kBoundary[element]) return true;
    if (!kBlock[closed]) return kBlock[element];
    if (closed == GUMBO_TAG_P) return element == GUMBO_TAG_BUTTON;
    if (closed != GUMBO_TAG_LI) return false;
    return element == GUMBO_TAG_OL || element == GUMBO_TAG_UL;
  }

  // Whether the parts of a table mean anything here; elsewhere a parser ignores
  // them.
  bool InTable() const {
    for (size_t i = open_.size(); i > LowestSearched(); --i) {
      if (open_[i - 1].tag == GUMBO_TAG_TABLE) return true;
    }
    return false;
  }

  // Closes the elements in the set that are innermost but for inline elements.
  void CloseOptional(const TagSet& closed) {
    for (size_t i = open_.size(); i > LowestSearched(); --i) {
      const GumboTag tag = open_[i - 1].tag;
      if (closed[tag]) {
        CloseDownTo(i - 1);
      } else if (kBlock[tag] || kBoundary[tag] || kTablePart[tag]) {
        return;
      } else if (closed[GUMBO_TAG_OPTION]) {
        return;  // the one optional end that reaches through nothing
      }
    }
  }

  std::vector<Element> open_;
};

}  // namespace

Nesting ScanNesting(std::string_view html, size_t depth_max) {
  Nesting deepest;
  TagReader reader(html);
  OpenTags open;
  while (std::optional<Tag> tag = reader.Next()) {
    if (tag->is_end) {
      open.Close(*tag);
      continue;
    }
    if (kRawText[tag->id] && !open.in_foreign()) {
      reader.SkipRawText(tag->name);
      continue;
    }
    if (tag->id == GUMBO_TAG_PLAINTEXT) break;  // the rest has no tags
    open.Open(*tag);
    if (open.depth() > deepest.depth) deepest = {open.depth(), tag->offset};
    if (deepest.depth > depth_max) break;
  }
  return deepest;
}

}  // namespace dom
