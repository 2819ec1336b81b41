#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Tests of rivals.py with an archive made here and stubs for cargo and the
compiler: each way to fail is one line, and nothing half done is kept."""

import hashlib
import io
import os
import pathlib
import tarfile
import tempfile
import unittest
from unittest import mock

import rivals


class RivalsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        patch = mock.patch.object(rivals.platform, "machine", lambda: "x86_64")
        patch.start()
        self.addCleanup(patch.stop)
        self.out = self.folder / "rivals"
        for name, value in (("PATH", f"{self.folder}/bin:/usr/bin:/bin"),
                            ("CARGO_HOME", str(self.folder / "cargo")),
                            ("LOG", str(self.folder / "log"))):
            patch = mock.patch.dict(os.environ, {name: value})
            patch.start()
            self.addCleanup(patch.stop)

    def stub(self, name, body):
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def make_archive(self, folder="cargo/registry/cache/registry", **files):
        """Makes the package where cargo would put it, and trusts it."""
        archive = self.folder / folder / (
            f"{rivals.PACKAGE}-{rivals.VERSION}.crate")
        archive.parent.mkdir(parents=True)
        with tarfile.open(archive, "w:gz") as tar:
            for name, text in files.items():
                entry = tarfile.TarInfo(
                    f"{rivals.PACKAGE}-{rivals.VERSION}/" + name)
                entry.size = len(text)
                tar.addfile(entry, io.BytesIO(text.encode()))
        patch = mock.patch.object(
            rivals, "SHA256", hashlib.sha256(archive.read_bytes()).hexdigest())
        patch.start()
        self.addCleanup(patch.stop)
        return archive

    def failure(self):
        """Returns the line of the failure."""
        with self.assertRaises(rivals.Unavailable) as stop:
            rivals.prepare(self.out, lambda line: None)
        text = str(stop.exception)
        self.assertNotIn("\n", text)
        return text

    def test_builds_from_what_cargo_has(self):
        self.stub(rivals.COMPILER, "")
        self.stub("cmake", 'echo "$*" >>"$LOG"')
        self.make_archive(**{"v8/include/a.h": "a", "rust/b.rs": "b"})

        rivals.prepare(self.out, lambda line: None)

        sources = self.out / f"{rivals.PACKAGE}-{rivals.VERSION}"
        self.assertTrue((sources / "v8/include/a.h").is_file())
        self.assertFalse((sources / "rust").exists())
        configure, build = (self.folder / "log").read_text().splitlines()
        self.assertIn(f"-DOILPAN_SOURCE={sources}", configure)
        self.assertIn("--build", build)

    def test_names_places_in_full_to_cmake(self):
        self.stub(rivals.COMPILER, "")
        self.stub("cmake", 'echo "$*" >>"$LOG"')
        self.make_archive(**{"v8/include/a.h": "a"})

        rivals.prepare(pathlib.Path(os.path.relpath(self.out)),
                       lambda line: None)

        configure = (self.folder / "log").read_text().splitlines()[0]
        self.assertIn(f"-DOILPAN_SOURCE={self.out.resolve()}", configure)

    def test_asks_cargo_for_one_version_of_one_package(self):
        self.stub(rivals.COMPILER, "")
        self.stub("cmake", "")
        made = self.make_archive("made", **{"v8/include/a.h": "a"})
        self.stub("cargo", f'cat Cargo.toml >"$LOG"; mkdir -p '
                  f'"$CARGO_HOME/registry/cache/r"; cp {made} '
                  f'"$CARGO_HOME/registry/cache/r"; exit 101')
        rivals.prepare(self.out, lambda line: None)
        self.assertIn(f'v8 = "={rivals.VERSION}"',
                      (self.folder / "log").read_text())

    def test_without_the_compiler_says_how_to_get_it(self):
        with mock.patch.object(rivals, "COMPILER", "no-such-compiler"):
            self.assertIn("no no-such-compiler", self.failure())
        self.assertFalse(self.out.exists())

    def test_another_processor_is_refused(self):
        with mock.patch.object(rivals.platform, "machine", lambda: "riscv64"):
            self.assertIn("x86-64 only, not riscv64", self.failure())

    def test_without_cargo_says_how_to_get_it(self):
        self.stub(rivals.COMPILER, "")
        with mock.patch.object(rivals.shutil, "which",
                               lambda name: name != "cargo" or None):
            self.assertIn("no cargo", self.failure())

    def test_without_a_network_repeats_what_cargo_said_last(self):
        self.stub(rivals.COMPILER, "")
        self.stub("cargo", "echo error >&2; echo 'no such host' >&2; exit 101")
        self.assertIn(f"could not fetch v8 {rivals.VERSION}: no such host",
                      self.failure())

    def test_refuses_another_checksum_and_unpacks_nothing(self):
        self.stub(rivals.COMPILER, "")
        archive = self.make_archive(**{"v8/include/a.h": "a"})
        archive.write_bytes(b"another")
        self.assertIn("SHA-256 is ", self.failure())
        self.assertEqual(list(self.out.iterdir()), [])

    def test_does_not_unpack_outside_its_folder(self):
        self.stub(rivals.COMPILER, "")
        self.stub("cmake", "")
        self.make_archive(**{"v8/include/a.h": "a",
                             "v8/include/../../../x/evil.h": "e"})
        rivals.prepare(self.out, lambda line: None)
        self.assertEqual(list(self.folder.rglob("evil.h")), [])

    def test_names_the_log_of_a_failed_build(self):
        self.stub(rivals.COMPILER, "")
        self.stub("cmake", "echo broken; exit 1")
        self.make_archive(**{"v8/include/a.h": "a"})
        self.assertIn("see " + str(self.out / "build.log"), self.failure())
        self.assertIn("broken", (self.out / "build.log").read_text())


if __name__ == "__main__":
    unittest.main()
