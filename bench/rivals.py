# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Builds the rivals that no distribution packages, on request only.

Today that is Oilpan, V8's collector. Its sources come with the Rust package
named below, which cargo fetches by name and version; the archive must have the
checksum below. oilpan/ says how to compile them. Nothing of this goes into our
source tree or into a build that does not ask for it.
"""

import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import tarfile
import tempfile

PACKAGE = "v8"
VERSION = "152.2.0"
SHA256 = "a10fe1a92da5c32c7c7f838ce36c0ccfcfd5edf0865b58bdde820aa64cea9888"
# What Oilpan needs of the package, which is ten times as large.
PARTS = ("v8/include/", "v8/src/base/", "v8/src/heap/base/",
         "v8/src/heap/cppgc-internal/", "v8/src/libplatform/",
         "v8/src/tracing/", "v8/testing/gtest/", "v8/third_party/rapidhash-v8/",
         "third_party/abseil-cpp/absl/",
         "third_party/googletest/src/googletest/include/")
COMPILER = "clang++-19"
SETUP = "./dev setup --full installs it"


class Unavailable(Exception):
    """The rivals cannot be built; the message is one line for the user."""


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


def find_archive():
    """Returns cargo's copy of the package, or None."""
    home = pathlib.Path(os.environ.get("CARGO_HOME") or
                        pathlib.Path.home() / ".cargo")
    name = f"{PACKAGE}-{VERSION}.crate"
    return next(iter(sorted(home.glob(f"registry/cache/*/{name}"))), None)


def fetch():
    """Returns the archive, which cargo fetches where it has not yet."""
    archive = find_archive()
    if archive:
        return archive
    if not shutil.which("cargo"):
        raise Unavailable(f"no cargo to fetch {PACKAGE} {VERSION}; {SETUP}")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "Cargo.toml").write_text(
            '[package]\nname = "rivals"\nversion = "0.0.0"\nedition = "2021"\n'
            f'[lib]\npath = "lib.rs"\n[dependencies]\n'
            f'{PACKAGE} = "={VERSION}"\n', encoding="utf-8")
        pathlib.Path(folder, "lib.rs").touch()
        done = subprocess.run(["cargo", "fetch"], cwd=folder, text=True,
                              capture_output=True, check=False)
    # An older cargo may fetch the package and then fail to understand it.
    archive = find_archive()
    if not archive:
        raise Unavailable(f"cargo could not fetch {PACKAGE} {VERSION}: "
                          f"{last_line(done.stderr)}")
    return archive


def check(archive):
    with open(archive, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest() if hasattr(
            hashlib, "file_digest") else hashlib.sha256(
                file.read()).hexdigest()
    if found != SHA256:
        raise Unavailable(f"{archive}: SHA-256 is {found}, not {SHA256}")


def extract(archive, folder):
    """Unpacks what is needed; `folder` exists only once it is complete."""
    top = f"{PACKAGE}-{VERSION}/"
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary, \
            tarfile.open(archive) as tar:
        for member in tar:
            parts = pathlib.PurePosixPath(member.name).parts
            if (member.isfile() and ".." not in parts and
                    member.name.startswith(
                        tuple(top + part for part in PARTS))):
                tar.extract(member, temporary)
        unpacked = pathlib.Path(temporary, top)
        if not unpacked.is_dir():
            raise Unavailable(f"{archive}: holds no {top}")
        unpacked.rename(folder)


def run(command, log):
    with open(log, "a", encoding="utf-8") as file:
        return subprocess.run(command, stdout=file, stderr=subprocess.STDOUT,
                              check=False).returncode == 0


def prepare(folder, tell):
    """Fetches and builds what has changed; programs go to `folder`/bench.

    `tell` takes a line of progress. Raises Unavailable.
    """
    if platform.machine() != "x86_64":
        raise Unavailable("Oilpan's build is described for x86-64 only, not "
                          f"{platform.machine()}")
    if not shutil.which(COMPILER):
        raise Unavailable(f"no {COMPILER} to build Oilpan with; {SETUP}")
    folder = folder.resolve()  # CMake has another idea of where it is
    folder.mkdir(parents=True, exist_ok=True)
    sources = folder / f"{PACKAGE}-{VERSION}"
    if not sources.is_dir():
        tell(f"fetching {PACKAGE} {VERSION} (37 MB)")
        archive = fetch()
        check(archive)
        extract(archive, sources)
    log = folder / "build.log"
    log.unlink(missing_ok=True)
    tell("building Oilpan; the first time takes ten minutes")
    here = pathlib.Path(__file__).resolve().parent
    for command in (
            ["cmake", "-S", str(here / "oilpan"), "-B", str(folder), "-G",
             "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DOILPAN_SOURCE={sources}"],
            ["cmake", "--build", str(folder), "-j", str(os.cpu_count() or 2)]):
        if not run(command, log):
            raise Unavailable(f"Oilpan does not build: see {log}")
