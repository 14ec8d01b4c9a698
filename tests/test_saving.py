"""Files are written whole or not at all, and stay the files that they were."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tsolve.errors import UsageError
from tsolve.saving import save, save_cached, save_new, save_output

LONGEST = "n" * 245 + ".yaml"
"""A name that leaves no room for an ending: file systems allow 255 bytes."""


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes, as on a disk without room."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / LONGEST
    path.write_bytes(b"before")
    return path


def test_a_file_keeps_its_other_names(mine: Path) -> None:
    other = mine.with_name("other")
    os.link(mine, other)
    save(str(mine), b"now")
    assert mine.read_bytes() == other.read_bytes() == b"now"
    assert mine.samefile(other)


def test_a_file_keeps_its_permissions_and_its_owner(mine: Path) -> None:
    mine.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(mine, 1234, 4321)
    before = mine.stat()
    save(str(mine), b"now")
    after = mine.stat()
    assert mine.read_bytes() == b"now"
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


def test_a_file_whose_owner_cannot_be_given_is_written_into(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("tsolve.saving.shutil.copystat", refuse)
    number = mine.stat().st_ino
    save(str(mine), b"")
    assert (mine.read_bytes(), mine.stat().st_ino) == (b"", number)


def test_links_are_followed(mine: Path) -> None:
    link = mine.with_name("link")
    link.symlink_to(mine.name)
    save(str(link), b"now")
    assert link.is_symlink()
    assert mine.read_bytes() == b"now"


def test_a_read_only_file_is_left_alone(mine: Path) -> None:
    mine.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        save(str(mine), b"now")
    assert mine.read_bytes() == b"before"


@pytest.mark.parametrize("names", [1, 2])
def test_a_full_disk_loses_nothing(mine: Path, names: int) -> None:
    if names == 2:
        os.link(mine, mine.with_name("other"))
    with full_disk(1_000):
        for write in (save, save_cached):
            with pytest.raises(OSError, match="File too large"):
                write(str(mine), b"x" * 2_000)
        with pytest.raises(OSError, match="File too large"):
            save_new(str(mine.with_name("new")), b"x" * 2_000)
    assert mine.read_bytes() == b"before"
    assert len(list(mine.parent.iterdir())) == names


def test_what_a_file_held_is_put_back(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.link(mine, mine.with_name("other"))
    whole = os.ftruncate

    def fail_once(_: int, __: int) -> None:
        monkeypatch.setattr("tsolve.saving.os.ftruncate", whole)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tsolve.saving.os.ftruncate", fail_once)
    with pytest.raises(OSError, match="No space left"):
        save(str(mine), b"something longer")
    assert mine.read_bytes() == b"before"


def test_a_new_file_replaces_nothing(mine: Path) -> None:
    with pytest.raises(FileExistsError):
        save_new(str(mine), b"now")
    dangling = mine.with_name("dangling")
    dangling.symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        save_new(str(dangling), b"now")
    assert mine.read_bytes() == b"before"
    assert not mine.with_name("nowhere").exists()


def test_a_new_file_has_the_usual_permissions(mine: Path) -> None:
    usual = mine.with_name("usual")
    usual.touch()
    save_new(str(mine.with_name("new")), b"")
    save(str(mine.with_name("another")), b"")
    modes = {stat.S_IMODE(mine.with_name(name).stat().st_mode) for name in ("usual", "new", "another")}
    assert len(modes) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no/file", "there is no such folder"),
        (".", "this is a folder"),
        ("dangling", "this link leads to nowhere, which does not exist"),
        ("pipe", "a device or a pipe"),
        ("/dev/null", "a device or a pipe"),
        ("mine", "never overwritten"),
        ("same", "never overwritten"),
        ("link", "never overwritten"),
    ],
)
def test_places_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_bytes(b"before")
    os.link("mine", "same")
    os.symlink("mine", "link")
    os.symlink("nowhere", "dangling")
    os.mkfifo("pipe")
    with pytest.raises(UsageError, match=said):
        save_output(name, "now", ["mine", "not there"])
    assert Path("mine").read_bytes() == b"before"
    assert not Path("nowhere").exists()


def test_it_says_what_to_do_where_a_file_is_already(tmp_path: Path) -> None:
    path = tmp_path / "page.svg"
    save_output(str(path), "first", instead="take another")
    with pytest.raises(UsageError, match=r"page\.svg exists; take another"):
        save_output(str(path), "second", instead="take another")
    assert path.read_text() == "first"
    save_output(str(path), "second \udcff")
    assert path.read_text() == "second ?"
