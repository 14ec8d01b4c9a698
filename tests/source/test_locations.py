"""Where the rulesets are found."""

from pathlib import Path

import pytest

from tsolve.source import locations


def test_a_checkout_uses_its_own_folder() -> None:
    assert (locations.rulesets_path() / "thunderstone" / "ruleset.yaml").is_file()


def test_an_installed_package_uses_the_folder_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tsolve"
    (package / "rulesets").mkdir(parents=True)
    monkeypatch.setattr(locations, "_PACKAGE", package)

    assert locations.rulesets_path() == package / "rulesets"
    (package / "rulesets").rmdir()
    assert locations.rulesets_path() == tmp_path / "rulesets"
