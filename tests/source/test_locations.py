"""Where the rulesets are found."""

from pathlib import Path

import pytest

from tsolve.source import project


def test_a_checkout_uses_its_own_folder() -> None:
    assert (project.rulesets_path() / "thunderstone" / "ruleset.yaml").is_file()


def test_an_installed_package_uses_the_folder_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tsolve"
    (package / "rulesets").mkdir(parents=True)
    monkeypatch.setattr(project, "_PACKAGE", package)

    assert project.rulesets_path() == package / "rulesets"
    (package / "rulesets").rmdir()
    assert project.rulesets_path() == tmp_path / "rulesets"
