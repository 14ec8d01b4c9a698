"""Whatever a path leads to, reading it ends: with the bytes of a regular file, or with what it is instead."""

import os
import resource
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from tsolve.errors import InputError
from tsolve.source import project, reading
from tsolve.source.reading import MAX_BYTES, NoFileError, contents, read_bytes


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


NO_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "folder": (Path.mkdir, "a directory"),
    "pipe": (os.mkfifo, "a pipe"),
    "zeros": (lambda path: path.symlink_to("/dev/zero"), "a device"),
    "terminal": (lambda path: path.symlink_to("/dev/tty"), "a device"),
    "socket": (_socket, "a socket"),
}


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_regular_file(
    kind: str, linked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket is short
    make, name = NO_FILES[kind]
    make(path := Path("x.yaml"))
    if linked:
        Path("link.yaml").symlink_to(path)
        path = Path("link.yaml")

    with pytest.raises(NoFileError):
        contents(path)
    with pytest.raises(InputError) as caught:
        read_bytes(path)
    assert str(caught.value) == f"{path}:1:1: error E102: this is {name}, not a file"


@pytest.mark.parametrize(("size", "read"), [(0, 0), (MAX_BYTES, MAX_BYTES), (1 << 40, MAX_BYTES + 1)])
def test_at_most_one_byte_more_than_the_limit_is_read(size: int, read: int, tmp_path: Path) -> None:
    with open(tmp_path / "large.yaml", "wb") as stream:
        stream.truncate(size)  # without taking room on the disk

    (tmp_path / "link.yaml").symlink_to("large.yaml")
    assert len(contents(tmp_path / "link.yaml")) == read
    assert len(contents(tmp_path / "large.yaml", 100)) == min(size, 101)
    with open("/dev/zero", "rb") as endless:
        assert len(contents(f"/dev/fd/{endless.fileno()}")) == MAX_BYTES + 1


def test_a_file_that_becomes_a_pipe_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked about a path may be true no longer; what was opened is asked again."""
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    before = os.stat(tmp_path / "file")
    monkeypatch.setattr(reading.os, "stat", lambda _: before)

    with pytest.raises(NoFileError, match="a pipe"):
        contents(tmp_path / "pipe")


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_process_substitution_is_read_to_its_end(folder: str) -> None:
    """The shell writes `<(command)` as the path of a pipe that it opened."""
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)  # a part of a file would be another file

    def write() -> None:
        os.write(theirs, b"a: 1\n")
        sleep(0.05)  # so that the reader finds nothing
        os.write(theirs, b"b: 2\n")
        os.close(theirs)

    writer = Thread(target=write)
    writer.start()
    assert contents(f"{folder}/{ours}") == b"a: 1\nb: 2\n"
    writer.join()
    os.close(ours)


def test_nothing_stays_open(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    lowest, most = os.dup(0), resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.close(lowest)
    for _ in range(min(most, 300)):
        contents(tmp_path / "file")
        with pytest.raises(NoFileError):
            contents(tmp_path / "pipe")

    again = os.dup(0)
    os.close(again)
    assert again == lowest
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)


def test_a_checkout_uses_its_own_folder() -> None:
    assert (project.rulesets_path() / "thunderstone" / "ruleset.yaml").is_file()


def test_an_installed_package_uses_the_folder_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tsolve"
    (package / "rulesets").mkdir(parents=True)
    monkeypatch.setattr(project, "_PACKAGE", package)

    assert project.rulesets_path() == package / "rulesets"
    (package / "rulesets").rmdir()
    assert project.rulesets_path() == tmp_path / "rulesets"
