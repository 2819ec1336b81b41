# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Rules that hold code and documents together."""

import posixpath
import re

from text_rules import OURS
from tree import Finding

_CITATION = re.compile(r"\b(?:docs/)?((?:design|format)/[\w-]+\.md)"
                       r"(?:#(req(?:\.[a-z0-9-]+)+))?")
_DEFINITION = re.compile(r"^[\s>*`#-]*(req(?:\.[a-z0-9-]+)+)", re.MULTILINE)
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")


def citations(tree):
    """A document or requirement that code cites exists."""
    for path, text in [*tree.of(*OURS, ".md"), *tree.scripts()]:
        if path.startswith("tests/tidy/"):
            continue  # its unit tests cite what does not exist
        for number, line in enumerate(text.split("\n"), 1):
            for document, tag in _CITATION.findall(line):
                cited = tree.files.get(f"docs/{document}")
                if cited is None:
                    yield Finding("citations", path, number,
                                  f"there is no docs/{document}")
                elif tag and tag not in _DEFINITION.findall(cited):
                    yield Finding("citations", path, number,
                                  f"docs/{document} has no {tag}")


def requirement_tags(tree):
    """A requirement is stated once, so that a citation means one sentence."""
    for path, text in tree.of(".md", under="docs/design/"):
        seen = set()
        for number, line in enumerate(text.split("\n"), 1):
            match = _DEFINITION.match(line)
            if match and match.group(1) in seen:
                yield Finding("requirement_tags", path, number,
                              f"{match.group(1)} is stated twice")
            if match:
                seen.add(match.group(1))


def _anchors(text):
    """Returns the fragment names that a renderer gives to the headings."""
    headings = re.findall(r"^#+\s+(.*?)\s*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in headings}


def _without_blocks(text):
    """Returns Markdown with fenced blocks and code spans blanked."""
    def blank(match):
        return "\n" * match.group().count("\n")
    return re.sub(r"^```.*?^```|`[^`\n]*`", blank, text,
                  flags=re.MULTILINE | re.DOTALL)


def links(tree):
    """Every link inside the repository leads somewhere."""
    folders = {posixpath.dirname(path) for path in tree.paths}
    folders |= {folder.rsplit("/", depth)[0] for folder in folders
                for depth in range(folder.count("/") + 1)}
    for path, text in tree.of(".md"):
        for number, line in enumerate(_without_blocks(text).split("\n"), 1):
            for target in _LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                goal = posixpath.normpath(
                    posixpath.join(posixpath.dirname(path), name)
                    if name else path)
                if goal not in tree.paths and goal not in folders:
                    yield Finding("links", path, number, f"no {goal}")
                elif anchor and goal.endswith(".md") and (
                        anchor not in _anchors(tree.files[goal])):
                    yield Finding("links", path, number,
                                  f"{goal} has no heading #{anchor}")


RULES = (citations, requirement_tags, links)
