# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""The halfword-dom programs from outside: what they print, where, and how they
end. Run as `cli_test.py FOLDER`, where FOLDER holds the three programs; ctest
does. A test runs each program, so that no build behaves in its own way.
"""

import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = ["halfword-dom", "halfword-dom-64", "halfword-dom-malloc"]
HEAP_PROGRAMS = PROGRAMS[:2]
FOLDER = pathlib.Path()  # from the command line
# Bits of a reference; the first program has those that the build has chosen.
KINDS = {"halfword-dom": os.environ.get("DOM_TEST_REFERENCES", "32"),
         "halfword-dom-64": "64"}
MEMORY_DEBUG = "DOM_TEST_MEMORY_DEBUG" in os.environ

BUILD_KEYS = {
    "kind", "node_count", "bytes_per_node", "total_bytes", "build_ms",
    "traverse_ms", "resolve_ms", "collect_ms", "remove_half_ms",
    "bytes_after_half_removed", "string_bytes", "string_count",
    "inline_string_count", "string_owners", "attribute_count", "text_bytes",
    "id_count", "link_count", "resolved_link_count", "listening_count",
    "ids_after_half_removed", "listening_after_half_removed", "checksum",
}


class CliTest(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return str(path)

    def run_program(self, program, *arguments, **options):
        return subprocess.run([FOLDER / program, *arguments], text=True,
                              capture_output=True, timeout=120, **options)

    def copy_program(self, program):
        """A copy that stands alone in the test's folder."""
        copy = self.folder / program
        copy.write_bytes((FOLDER / program).read_bytes())
        copy.chmod(0o755)
        return copy

    def expect_refusal(self, argument, message):
        """Every program complains of the argument in one line, and fails."""
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, argument)
                self.assertEqual(result.stderr,
                                 f"{program}: {argument}: {message}\n")
                self.assertEqual(result.stdout, "")
                self.assertEqual(result.returncode, 1)


class BadInputTest(CliTest):

    def test_missing_file(self):
        self.expect_refusal(
            str(self.folder / "no.html"), "No such file or directory, expected "
            "an HTML page or a folder of them")

    def test_folder_without_pages(self):
        self.write("a.txt", b"<p>")
        self.expect_refusal(
            str(self.folder),
            "no .html or .htm file inside, expected at least one page")

    def test_binary_junk(self):
        self.expect_refusal(self.write("a.html", b"<p>\x00\x01"),
                            "a NUL byte at offset 3, expected text")
        self.expect_refusal(self.write("a.html", b"\x7f\x01\x02\x03"),
                            "4 control characters in 4 bytes, expected text")

    def test_empty_page(self):
        self.expect_refusal(self.write("a.html", b""),
                            "0 bytes, expected an HTML page")

    def test_unreadable_file(self):
        self.expect_refusal("/proc/self/mem",
                            "Input/output error, expected a readable page")

    def test_device(self):
        self.expect_refusal(
            "/dev/zero", "neither a file nor a folder, expected an HTML page "
            "or a folder of them")

    def test_fifo(self):
        fifo = str(self.folder / "a.html")
        os.mkfifo(fifo)
        self.expect_refusal(fifo, "neither a file nor a folder, expected an "
                            "HTML page or a folder of them")
        self.expect_refusal(
            str(self.folder),
            "no .html or .htm file inside, expected at least one page")

    def test_unreadable_subfolder(self):
        pages = [self.write(f"pages/{i}/a.html", b"<p>x") for i in range(5)]
        closed = pathlib.Path(pages.pop(2)).parent
        closed.chmod(0)
        self.addCleanup(closed.chmod, 0o700)
        self.folder.chmod(0o755)
        # Nothing is closed to root, who runs a copy as somebody else.
        options = {"user": 65534} if os.geteuid() == 0 else {}
        program = self.copy_program("halfword-dom")
        result = subprocess.run([program, "--json", self.folder / "pages"],
                                text=True, capture_output=True, **options)
        self.assertEqual(result.stderr, f"halfword-dom: {closed}: Permission "
                         "denied, expected a folder that can be listed\n")
        self.assertEqual(json.loads(result.stdout)["files"], pages)
        self.assertEqual(result.returncode, 1)

    def test_million_nested_tags(self):
        self.expect_refusal(
            self.write("a.html", b"<div>" * 1_000_000),
            "the tag at offset 50000 is nested more than 10000 deep, expected "
            "a page (a parser's time grows with the square of the depth)")

    def test_page_that_exhausts_a_parser(self):
        tags = b"".join(b"<p><b id=%d>" % i for i in range(1000))
        self.expect_refusal(
            self.write("a.html", tags), "parsing needs more than 67 MiB for "
            "12890 bytes, expected a page not made to exhaust a parser")

    def test_huge_file(self):
        path = self.write("a.html", b"")
        os.truncate(path, 2**29 + 1)  # takes no room on the disk
        self.expect_refusal(path,
                            "536870913 bytes, expected at most 536870912")

    def test_goes_on_with_the_other_pages(self):
        good = self.write("pages/good.html", b"<p>x")
        self.write("pages/empty.htm", b"")
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json",
                                          str(self.folder / "pages"), "no.html")
                self.assertEqual(json.loads(result.stdout)["files"], [good])
                self.assertEqual(len(result.stderr.splitlines()), 2)
                self.assertEqual(result.returncode, 1)


class UsageTest(CliTest):

    def test_wrong_usage(self):
        for arguments in [[], ["--snapshot", "x"], ["-x", "a.html"],
                          ["--image", "", "a.html"], ["--image", "a.html"],
                          ["--image", "x", "--compare"],
                          ["--image", "x", "--snapshot", "y"],
                          ["--snapshot", "", "a.html"], ["--redact", "a.html"],
                          ["--repeat", "0", "a.html"], ["--repeat", "many"]]:
            for program in PROGRAMS:
                with self.subTest(program, arguments=arguments):
                    result = self.run_program(program, *arguments)
                    self.assertEqual(result.returncode, 2)
                    self.assertEqual(result.stdout, "")
                    self.assertRegex(result.stderr, rf"^{program}: [^\n]+\n$")

    def test_help_and_version(self):
        for program in PROGRAMS:
            result = self.run_program(program, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            for words in ["--compare", "--repeat", "--json", "--version",
                          "--snapshot OUT", "--redact", "--image OUT",
                          "Example: halfword-dom FOLDER --image pages.image\n",
                          "Example: halfword-dom "
                          "page.html --snapshot page.heapsnapshot\n"]:
                self.assertIn(words, result.stdout)
            result = self.run_program(program, "--version")
            self.assertRegex(result.stdout, rf"^{program} \d+\.\d+\.\d+\n$")


class BrokenStreamTest(CliTest):
    """Standard streams that are closed, or full as a disk can be."""

    def run_in_shell(self, redirection, program, *arguments):
        return subprocess.run(
            ["sh", "-c", f'exec "$0" "$@" {redirection}', FOLDER / program,
             *arguments], text=True, capture_output=True, timeout=120)

    def test_output_that_cannot_be_written(self):
        page = self.write("a.html", b"<p>x")
        for arguments in [["--help"], ["--version"], [page], ["--json", page],
                          ["--json"] + [page] * 1000, ["--compare", page]]:
            for redirection in [">/dev/full", ">&-"]:
                with self.subTest(arguments[:2], redirection=redirection):
                    result = self.run_in_shell(redirection, "halfword-dom",
                                               *arguments)
                    self.assertEqual(result.stderr, "halfword-dom: standard "
                                     "output: cannot be written\n")
                    self.assertEqual(result.returncode, 1)

    def test_messages_that_cannot_be_written(self):
        page = self.write("a.html", b"<p>x")
        for program in PROGRAMS:
            for redirection in ["2>/dev/full", "2>&-", "<&- 2>&-"]:
                with self.subTest(program, redirection=redirection):
                    result = self.run_in_shell(redirection, program, "--json",
                                               "--compare", page, "no.html")
                    self.assertEqual(json.loads(result.stdout)["files"], [page])
                    self.assertEqual(result.returncode, 1)
                    result = self.run_in_shell(redirection, program, "--no")
                    self.assertEqual(result.returncode, 2)

    def test_control_characters_do_not_reach_the_terminal(self):
        page = self.write("a\n\x1b[31m.html", b"")
        result = self.run_program("halfword-dom", page)
        self.assertEqual(result.stderr, f"halfword-dom: {self.folder}/"
                         "a\\n\\x1b[31m.html: 0 bytes, expected an HTML page\n")
        result = self.run_program("halfword-dom", "--a\x1bb\n")
        self.assertNotIn("\x1b", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1)


class ManyPagesTest(CliTest):
    """Names that no command line, no terminal and no JSON can hold."""

    def test_names_that_are_not_utf8(self):
        name = os.fsencode(self.folder) + b"/\xe4.html"
        with open(name, "wb") as page:
            page.write(b"<p>x")
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", "--compare", name)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(json.loads(result.stdout)["files"],
                                 [f"{self.folder}/\ufffd.html"])

    def test_a_list_of_pages(self):
        pages = [self.write(f"{i}.html", b"<p>x") for i in range(3)]
        names = "\0".join(pages[1:])
        for program in PROGRAMS:
            for list_name in ["-", self.write("list", names.encode())]:
                with self.subTest(program, list_name=list_name):
                    result = self.run_program(
                        program, "--json", "--files0-from", list_name,
                        pages[0], input=names)
                    self.assertEqual((result.returncode, result.stderr),
                                     (0, ""))
                    self.assertEqual(json.loads(result.stdout)["files"], pages)

    def test_compares_more_pages_than_fit_on_a_command_line(self):
        folder = self.folder / ("x" * 250) / ("y" * 250)
        folder.mkdir(parents=True)
        for i in range(5000):  # 2.5 MB of names
            (folder / f"{i}.html").write_bytes(b"<p>x")
        result = self.run_program("halfword-dom", "--compare", "--json",
                                  "--repeat", "1", self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(len(json.loads(result.stdout)["files"]), 5000)


class EnvironmentTest(CliTest):

    def test_a_small_stack(self):
        page = self.write("a.html", b"<p>x")
        for program in PROGRAMS:
            with self.subTest(program):
                result = subprocess.run(
                    ["sh", "-c", 'ulimit -s 64; exec "$0" --compare "$1"',
                     FOLDER / program, page], text=True, capture_output=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def expect_out_of_memory(self, program, result):
        self.assertRegex(result.stderr,
                         rf"^{program}: out of memory, expected [^\n]+\n$")
        self.assertEqual((result.returncode, result.stdout), (1, ""))

    def test_a_limit_of_the_heap(self):
        page = self.write("a.html", b"<p>x" * 100_000)
        environment = os.environ | {"HALFWORD_OPTIONS": "max-heap=1m"}
        for program in ["halfword-dom", "halfword-dom-64"]:
            with self.subTest(program):
                self.expect_out_of_memory(
                    program, self.run_program(program, page, env=environment))

    @unittest.skipIf("DOM_TEST_SANITIZED" in os.environ,
                     "a sanitizer needs more addresses than any limit leaves")
    def test_a_limit_of_address_space(self):
        page = self.write("a.html", b"<p>x" * 100_000)
        # From too little for the C++ library's start to enough for the pages.
        # The builds with the heap need 256 MiB for its cage, and tables.
        for kibibytes in [*range(20_000, 320_000, 50_000),
                          *range(318_000, 330_000, 2_000)]:
            for program in PROGRAMS:
                with self.subTest(program, kibibytes=kibibytes):
                    result = subprocess.run(
                        ["sh", "-c", f'ulimit -v {kibibytes}; exec "$0" "$1"',
                         FOLDER / program, page], text=True,
                        capture_output=True)
                    if result.returncode != 0:
                        self.expect_out_of_memory(program, result)

    def test_a_bad_option_is_complained_of_once(self):
        page = self.write("a.html", b"<p>x")
        environment = os.environ | {"HALFWORD_OPTIONS": "max-heep=1g,trace-gc"}
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--compare", page,
                                          env=environment)
                self.assertEqual(result.returncode, 0)
                self.assertEqual(result.stderr.count("max-heep"), 1)
                self.assertEqual(result.stderr.count("gc heap=1 cycle=1 "), 2)


class ReportTest(CliTest):

    def setUp(self):
        super().setUp()
        self.page = self.write(
            "a.html", b"<p id=same>words<b>more</b></p>" * 5000)

    def expect_build(self, build):
        self.assertLessEqual(BUILD_KEYS, build.keys())
        self.assertEqual(build["node_count"], 4 + 20000)
        self.assertAlmostEqual(build["bytes_per_node"],
                               build["total_bytes"] / build["node_count"])
        self.assertGreater(build["build_ms"], 0)
        self.assertGreater(build["traverse_ms"], 0)
        self.assertEqual(build["collect_ms"] == 0, build["kind"] == "malloc")
        self.assertLess(build["bytes_after_half_removed"],
                        0.6 * build["total_bytes"])
        self.assertLess(build["string_bytes"], 0.6 * build["total_bytes"])
        owners = build["string_owners"]
        self.assertEqual(owners.keys(), {"one", "two", "three_or_more"})
        self.assertEqual(sum(owners.values()), build["string_count"])
        self.assertGreater(owners["one"], 10000)  # the texts
        self.assertGreaterEqual(owners["three_or_more"], 1)  # same

    def expect_tables(self, build):
        """Each paragraph has an id, a script and a link to itself."""
        self.assertEqual(build["id_count"], 100)
        self.assertEqual(build["link_count"], 101)
        self.assertEqual(build["resolved_link_count"], 100)
        self.assertEqual(build["listening_count"], 201)
        # Nothing is said of an element that is gone: neither by an id that a
        # link names nor by a listener whose link names its own element.
        self.assertEqual(build["ids_after_half_removed"], 50)
        self.assertEqual(build["listening_after_half_removed"], 100)

    def test_tables_forget_what_was_removed(self):
        page = self.write("tables.html", b"".join(
            b"<p id=paragraph%d onclick=show()><a href=#paragraph%d>x</a>"
            % (i, i) for i in range(100)) + b"<a href=#nowhere>y</a>")
        result = self.run_program("halfword-dom", "--json", "--compare", page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for build in json.loads(result.stdout)["builds"]:
            with self.subTest(build["kind"]):
                self.expect_tables(build)

    def test_a_page_made_of_ids_and_listeners(self):
        tags = b"".join(b"<i id=a on%d=a()><a href=#a></a></i>" % (i % 7)
                        for i in range(20000))
        attributes = b"<p " + b" ".join(b"on%d=%d" % (i, i)
                                        for i in range(2000)) + b">"
        page = self.write("a.html", tags + attributes)
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", page)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                build = json.loads(result.stdout)["builds"][0]
                self.assertEqual(build["id_count"], 1)
                self.assertEqual(build["resolved_link_count"], 20000)
                self.assertEqual(build["listening_count"], 40001)

    def test_json_of_one_build(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", self.page)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                report = json.loads(result.stdout)
                self.assertEqual(report["files"], [self.page])
                self.assertEqual(len(report["builds"]), 1)
                self.expect_build(report["builds"][0])

    def test_json_of_a_comparison(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--json", "--compare",
                                          "--repeat", "1", self.page)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                builds = json.loads(result.stdout)["builds"]
                for build in builds:
                    self.expect_build(build)
                self.assertEqual(builds[-1]["kind"], "malloc")
                sizes = [build["total_bytes"] for build in builds]
                if MEMORY_DEBUG:
                    sizes.pop()
                # With granules of 16 bytes the last two are about the same.
                self.assertEqual(sizes[0], min(sizes))

    def test_table(self):
        result = self.run_program("halfword-dom", "--compare", self.page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("20,004 nodes", result.stdout)
        self.assertRegex(result.stdout, r"of these, strings( +[\d.]+ KiB){3}\n")
        self.assertRegex(result.stdout, r"  with one owner( +10,0\d\d){3}\n")
        self.assertIn("unique_ptr", result.stdout)
        # Less than malloc, but where references are as wide as pointers.
        is_smaller = "4-byte references" in result.stdout and not MEMORY_DEBUG
        self.assertRegex(
            result.stdout,
            r"against unique_ptr on mimalloc: %s\.\d\d times the memory"
            % ("0" if is_smaller else r"\d"))
        self.assertIn("Try next: ", result.stdout)
        self.assertNotIn("\x1b", result.stdout)

    def test_a_tiny_page_is_not_compared(self):
        page = self.write("tiny.html", b"<p id=x>words")
        result = self.run_program("halfword-dom", "--compare", page)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(" 6 nodes, 1 attribute, ", result.stdout)
        self.assertIn("Too small to compare: ", result.stdout)
        self.assertIn(" µs", result.stdout)
        self.assertNotIn("0.00 ms", result.stdout)
        self.assertNotIn("times the memory", result.stdout)

    def test_colours_on_a_terminal_only_if_wanted(self):
        for no_color, expected in [("", True), ("1", False)]:
            terminal, end = pty.openpty()
            subprocess.run([FOLDER / PROGRAMS[0], self.page], stdout=end,
                           env=os.environ | {"NO_COLOR": no_color}, check=True)
            os.close(end)
            output = os.read(terminal, 65536)
            os.close(terminal)
            self.assertEqual(b"\x1b" in output, expected)

    def test_a_missing_sibling_is_named(self):
        alone = self.copy_program("halfword-dom")
        result = subprocess.run([alone, "--compare", self.page], text=True,
                                capture_output=True)
        self.assertEqual(
            result.stderr, f"halfword-dom: {self.folder}/halfword-dom-64: No "
            "such file or directory, expected a build of halfword-dom beside "
            "this one\n")
        self.assertEqual(result.returncode, 1)


class SnapshotTest(CliTest):
    """--snapshot: a file that DevTools opens."""

    # Of the second line, which is not ASCII: é is one UTF-16 unit, the smiley
    # two. An id may be as long as a page.
    HTML = ("<!doctype html>\n"
            "<!-- \u00e9\U0001f600 --><p id=intro>some words of text\r\n"
            "<a href=#intro title='a longer title'>and some more of them</a>\n"
            "<b id=" + "x" * 100 + ">").encode()

    def setUp(self):
        super().setUp()
        self.page = self.write("page.html", self.HTML)
        self.out = self.folder / "out.heapsnapshot"

    def take(self, program, *arguments):
        """Returns the snapshot, and what the program printed of it."""
        result = self.run_program(program, "--json", "--repeat", "1", self.page,
                                  "--snapshot", self.out, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return (json.loads(self.out.read_bytes()),
                json.loads(result.stdout)["snapshot"])

    def nodes_of(self, snapshot):
        """The fields of each node by its place, names and types as text."""
        meta = snapshot["snapshot"]["meta"]
        width = len(meta["node_fields"])
        numbers = snapshot["nodes"]
        nodes = {}
        for place in range(0, len(numbers), width):
            node = dict(zip(meta["node_fields"], numbers[place:place + width]))
            node["type"] = meta["node_types"][0][node["type"]]
            node["name"] = snapshot["strings"][node["name"]]
            nodes[place] = node
        return nodes

    def test_shows_elements_attributes_strings_and_tables(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                snapshot, figures = self.take(program)
                nodes = self.nodes_of(snapshot)
                header = snapshot["snapshot"]
                self.assertEqual(len(nodes), header["node_count"])
                self.assertEqual(figures["node_count"], header["node_count"])
                self.assertEqual(figures["edge_count"], header["edge_count"])
                self.assertEqual(figures["string_count"],
                                 len(snapshot["strings"]))
                self.assertEqual(figures["file_bytes"],
                                 self.out.stat().st_size)
                self.assertEqual(figures["path"], str(self.out))
                self.assertGreater(figures["generation_ms"], 0)
                self.assertGreater(figures["serialization_ms"], 0)
                self.expect_names([node["name"] for node in nodes.values()
                                   if node["type"] == "native"],
                                  [node["name"] for node in nodes.values()
                                   if node["type"] == "string"])

    def expect_names(self, natives, strings):
        for name in ["<html>", "<head>", "<body>", "<a>", '<p id="intro">',
                     f'<b id="{"x" * 64}...">', "dom::Document",
                     "dom::Comment", "dom::Listener"]:
            self.assertEqual(natives.count(name), 1, name)
        self.assertEqual(natives.count("dom::Attr"), 4)
        self.assertNotIn("dom::Element", natives)
        for text in ["some words of text\n", "and some more of them",
                     "a longer title", self.page, "x" * 100]:
            self.assertEqual(strings.count(text), 1, text)

    def test_edges_are_called_as_fields(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                snapshot, _ = self.take(program)
                names = {snapshot["strings"][name] for kind, name in
                         zip(snapshot["edges"][::3], snapshot["edges"][1::3])
                         if snapshot["snapshot"]["meta"]["edge_types"][0][kind]
                         in ("property", "weak")}
                self.assertLessEqual(
                    {"parent_", "first_child_", "next_sibling_", "owner_",
                     "first_attribute_", "text_", "path_", "ids_",
                     "listeners_"}, names)

    def test_locations_are_those_of_the_page(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                snapshot, _ = self.take(program)
                nodes = self.nodes_of(snapshot)
                locations = snapshot["locations"]
                places = {
                    nodes[locations[i]]["name"].split()[0].strip("<>"):
                    tuple(locations[i + 1:i + 4])
                    for i in range(0, len(locations), 4)}
                # <html>, <head> and <body> are not in the page.
                self.assertEqual(places, {"p": (1, 1, 12), "a": (1, 2, 0),
                                          "b": (1, 3, 0)})

    def test_elements_know_their_pages(self):
        self.write("pages/0.html", b"<i>x")
        self.write("pages/1.html", b"\n<i>x")
        self.page = str(self.folder / "pages")
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                numbers = self.take(program)[0]["locations"]
                self.assertEqual(sorted(zip(*[iter(numbers)] * 4))[0][1:],
                                 (1, 0, 0))
                self.assertEqual({tuple(numbers[i + 1:i + 4])
                                  for i in range(0, len(numbers), 4)},
                                 {(1, 0, 0), (2, 1, 0)})

    def test_redacted_has_nothing_of_the_page(self):
        page = (b"<!--hush hush--><hushed hush='%s' id=hush onclick=hush()>%s"
                % (b"hush " * 9, b"hush " * 9999))
        self.page = self.write("hush/page.html", page)
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.take(program)
                self.assertIn(b"hush", self.out.read_bytes())
                snapshot, figures = self.take(program, "--redact")
                self.assertNotIn(b"hush", self.out.read_bytes())
                nodes = self.nodes_of(snapshot)
                self.assertEqual(len(nodes), figures["node_count"])
                names = [node["name"] for node in nodes.values()]
                self.assertEqual(names.count("dom::Element"), 4)

    def test_a_comparison_writes_one(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                _, figures = self.take(program, "--compare")
                self.assertEqual(figures["path"], str(self.out))
                self.assertEqual(list(self.folder.glob("*.heapsnapshot*")),
                                 [self.out])

    def test_the_table_says_what_was_written(self):
        result = self.run_program("halfword-dom", self.page, "--snapshot",
                                  self.out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"\nHeap snapshot: [\d.]+ KiB, \d+ "
                         r"objects, written in [\d.]+ (ms|µs)\.\n")

    def test_no_snapshot_unless_asked_for(self):
        result = self.run_program("halfword-dom", "--json", self.page)
        self.assertNotIn("snapshot", json.loads(result.stdout))

    def test_malloc_cannot(self):
        result = self.run_program("halfword-dom-malloc", self.page,
                                  "--snapshot", self.out)
        self.assertEqual(result.stderr, "halfword-dom-malloc: --snapshot: only "
                         "builds with a heap can, halfword-dom and "
                         "halfword-dom-64\n")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertFalse(self.out.exists())

    def test_a_page_is_not_written_over(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--snapshot", self.page,
                                          self.page)
                self.assertRegex(result.stderr, rf"^{program}: [^\n]*ends like "
                                 r"a page, [^\n]+\n$")
                self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(pathlib.Path(self.page).read_bytes(), self.HTML)

    def test_what_cannot_be_written_is_one_line(self):
        # /proc is closed to root, too.
        for out, reason in [
                ("/proc/x.heapsnapshot", "cannot create /proc/x.heapsnapshot"
                 ".tmp: No such file or directory"),
                (str(self.folder), f"cannot replace {self.folder}: it is no ")]:
            for program in HEAP_PROGRAMS:
                with self.subTest(program, out=out):
                    result = self.run_program(program, "--json", self.page,
                                              "--snapshot", out)
                    self.assertRegex(result.stderr,
                                     rf"^{program}: {reason}[^\n]*\n$")
                    self.assertEqual(result.returncode, 1)
                    # What was measured is not lost.
                    report = json.loads(result.stdout)
                    self.assertEqual(report["files"], [self.page])
                    self.assertNotIn("snapshot", report)

    def test_a_closed_folder_keeps_its_snapshot(self):
        closed = self.folder / "closed"
        closed.mkdir()
        old = closed / "old.heapsnapshot"
        old.write_bytes(b"old")
        closed.chmod(0o555)
        self.addCleanup(closed.chmod, 0o700)
        self.folder.chmod(0o755)
        options = {"user": 65534} if os.geteuid() == 0 else {}
        program = self.copy_program("halfword-dom")
        result = subprocess.run([program, self.page, "--snapshot", old],
                                text=True, capture_output=True, **options)
        self.assertEqual(result.stderr, f"halfword-dom: cannot create {old}"
                         ".tmp: Permission denied\n")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(old.read_bytes(), b"old")

    def test_replaces_an_old_one(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.out.write_bytes(b"old")
                snapshot, _ = self.take(program)
                self.assertIn("nodes", snapshot)
                self.assertEqual(list(self.folder.glob("out*")), [self.out])


class ImageTest(CliTest):
    """--image: trees that are there again."""

    def setUp(self):
        super().setUp()
        self.out = str(self.folder / "pages.image")
        self.first = self.write("pages/1.html", b"<p id=a>one</p><a href=#a>")
        self.second = self.write("pages/2.html", b"<p>two</p><p>three</p>")
        self.pages = str(self.folder / "pages")

    def update(self, program, *arguments):
        """Returns what it says of the image."""
        result = self.run_program(program, "--json", "--repeat", "1",
                                  *(arguments or [self.pages]), "--image",
                                  self.out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        report = json.loads(result.stdout)
        self.assertEqual(report["builds"][0]["kind"], KINDS[program])
        return report["image"]

    def read(self, program):
        result = self.run_program(program, "--json", "--image", self.out)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)["image"]

    def expect_failure(self, program, message, *arguments):
        """One line that names the image; what was measured is not lost."""
        result = self.run_program(program, "--json", *arguments, "--image",
                                  self.out)
        self.assertRegex(result.stderr, rf"^{program}: {self.out}: "
                         rf"{message}[^\n]*\n$")
        self.assertEqual(result.returncode, 1)
        if arguments:
            self.assertNotIn("image", json.loads(result.stdout))
        else:
            self.assertEqual(result.stdout, "")

    def test_a_later_page_is_compared_with_the_one_in_the_image(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.setUp()  # another folder
                self.expect_changes(program)

    def expect_changes(self, program):
        made = self.update(program)
        self.assertTrue(made["is_made"])
        self.assertEqual(made["path"], self.out)
        self.assertEqual(made["file_bytes"], os.path.getsize(self.out))
        self.assertEqual(made["page_count"], 2)
        self.assertEqual([page["change"] for page in made["pages"]],
                         ["new", "new"])

        self.write("pages/2.html", b"<p>two</p><p>more</p><b>x</b>")
        self.write("pages/3.html", b"<p>x")
        again = self.update(program)
        self.assertFalse(again["is_made"])
        self.assertEqual(again["page_count"], 3)
        self.assertGreater(again["open_ms"], 0)
        self.assertGreater(again["save_ms"], 0)
        self.assertEqual(
            again["pages"],
            [{"path": self.first, "change": "equal", "node_count_before": 7,
              "node_count": 7, "added_node_count": 0, "removed_node_count": 0},
             {"path": self.second, "change": "changed", "node_count_before": 8,
              "node_count": 10, "added_node_count": 3,
              "removed_node_count": 1},
             {"path": self.pages + "/3.html", "change": "new",
              "node_count_before": 0, "node_count": 6, "added_node_count": 6,
              "removed_node_count": 0}])

        # Pages that are not given stay; the pages themselves are not needed.
        os.remove(self.second)
        self.update(program, self.first)
        held = self.read(program)
        self.assertEqual([page["node_count"] for page in held["pages"]],
                         [7, 10, 6])
        self.assertEqual(held["pages"][0],
                         {"path": self.first, "node_count": 7,
                          "attribute_count": 2, "text_bytes": 6,
                          "link_count": 1, "resolved_link_count": 1})
        self.assertEqual(held["file_bytes"], os.path.getsize(self.out))

    def test_an_equal_page_writes_next_to_nothing(self):
        page = self.write("large.html", b"<p>some words</p>" * 50_000)
        self.update("halfword-dom", page)
        before = pathlib.Path(self.out).read_bytes()
        self.assertEqual(self.update("halfword-dom", page)["pages"][0]
                         ["change"], "equal")
        after = pathlib.Path(self.out).read_bytes()
        self.assertEqual(len(after), len(before))
        changed = sum(before[i:i + 4096] != after[i:i + 4096]
                      for i in range(0, len(before), 4096))
        self.assertLess(changed, 16)

    def test_people_read_it_too(self):
        result = self.run_program("halfword-dom", self.pages, "--image",
                                  self.out)
        self.assertRegex(result.stdout, r"\nImage: [\d.]+ [KM]iB, 2 pages, "
                         r"made in [^\n]+, saved in [^\n]+\.\n  Of the pages "
                         r"given 2 new, 0 changed, 0 equal\.\n")
        result = self.run_program("halfword-dom", "--image", self.out)
        self.assertRegex(result.stdout, rf"^{self.out}: [\d.]+ [KM]iB, opened "
                         r"in [^\n]+\n2 pages: 15 nodes, ")
        self.assertIn(f"       7 nodes  {self.first}\n", result.stdout)

    def test_a_snapshot_and_an_image(self):
        snapshot = self.folder / "out.heapsnapshot"
        self.update("halfword-dom", self.pages, "--snapshot", str(snapshot))
        self.assertTrue(snapshot.exists())
        self.assertEqual(len(self.read("halfword-dom")["pages"]), 2)

    def test_malloc_cannot(self):
        for pages in [[], [self.first]]:
            result = self.run_program("halfword-dom-malloc", *pages, "--image",
                                      self.out)
            self.assertEqual(result.stderr, "halfword-dom-malloc: --image: only"
                             " builds with a heap can, halfword-dom and "
                             "halfword-dom-64\n")
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertFalse(os.path.exists(self.out))

    def test_what_is_no_image_is_refused(self):
        for program in HEAP_PROGRAMS:
            with self.subTest(program):
                self.write("pages.image", b"words" * 1000)
                self.expect_failure(program, "is no image")
                self.expect_failure(program, "is no image", self.first)
                os.remove(self.out)
                self.expect_failure(program, "open: No such file")
                self.assertFalse(os.path.exists(self.out))

    @unittest.skipIf(KINDS["halfword-dom"] == KINDS["halfword-dom-64"],
                     "the build has chosen references of 64 bits, too")
    def test_an_image_of_other_references_is_refused(self):
        self.update("halfword-dom")
        before = pathlib.Path(self.out).read_bytes()
        reason = "it has [^,]+, this program "
        self.expect_failure("halfword-dom-64", reason, self.first)
        self.expect_failure("halfword-dom-64", reason)
        self.assertEqual(pathlib.Path(self.out).read_bytes(), before)

    def test_a_damaged_image_is_refused(self):
        self.update("halfword-dom")
        image = bytearray(pathlib.Path(self.out).read_bytes())
        place = image.rindex(b"/2.html")
        image[place + 1] ^= 1
        pathlib.Path(self.out).write_bytes(image)
        damage = r"page \d+ is damaged"
        self.expect_failure("halfword-dom", damage, self.first)
        self.expect_failure("halfword-dom", damage)
        self.assertEqual(pathlib.Path(self.out).read_bytes(), image)

    def test_no_room_leaves_nothing(self):
        # Files of this program may not grow to the size of an image.
        program = FOLDER / "halfword-dom"
        for limit in [0, 64, 1024]:
            with self.subTest(limit=limit):
                result = subprocess.run(
                    ["sh", "-c", f"trap '' XFSZ; ulimit -f {limit}; "
                     'exec "$@"', "sh", program, self.first, "--image",
                     self.out], text=True, capture_output=True, timeout=120)
                self.assertRegex(result.stderr,
                                 rf"^halfword-dom: {self.out}: [^\n]+\n$")
                self.assertEqual(result.returncode, 1)
                self.assertEqual([path.name for path in
                                  self.folder.glob("pages.image*")], [])

    def test_a_page_is_not_written_over(self):
        for program in PROGRAMS:
            with self.subTest(program):
                result = self.run_program(program, "--image", self.first,
                                          self.second)
                self.assertRegex(result.stderr, rf"^{program}: [^\n]*ends like "
                                 r"a page, [^\n]+\n$")
                self.assertEqual((result.returncode, result.stdout), (2, ""))


if __name__ == "__main__":
    FOLDER = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
