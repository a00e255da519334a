"""The home: who may read it, who holds it, and what is filled in from it."""

import os
from pathlib import Path

import pytest

from memoryhub import home, logfiles, running
from memoryhub.home import Home, HomeTaken


def test_a_home_is_made_once_and_keeps_its_key(tmp_path):
    here = Home(tmp_path / "home")
    here.make()
    first = here.secret_key.read_text()

    here.make()

    assert here.secret_key.read_text() == first
    assert here.path.stat().st_mode & 0o777 == 0o700
    assert here.secret_key.stat().st_mode & 0o777 == 0o600


def test_a_home_is_held_by_one_and_free_again_when_let_go(tmp_path):
    here = Home(tmp_path)

    with here.lock(), pytest.raises(HomeTaken, match=str(os.getpid())):
        here.lock()

    here.lock().close()


def test_a_private_file_replaces_an_open_one_whole(tmp_path):
    path = tmp_path / "secret"
    path.write_text("everybody may read this")
    path.chmod(0o644)

    home.private(path, "nobody else may")

    assert path.read_text() == "nobody else may"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_set_is_never_replaced_by_what_the_home_knows(tmp_path):
    Home(tmp_path).make()
    values = {"MEMORYHUB_HOME": str(tmp_path), "MEMORYHUB_SECRET_KEY": "mine", "DATABASE_URL": "postgres://mine/mine"}

    home.complete(values, making=False)

    assert (values["MEMORYHUB_SECRET_KEY"], values["DATABASE_URL"]) == ("mine", "postgres://mine/mine")


def test_only_a_start_makes_a_home_and_others_read_it(tmp_path):
    values = {"MEMORYHUB_HOME": str(tmp_path / "home")}

    home.complete(values, making=False)
    unmade = dict(values)
    home.complete(values, making=True)

    assert unmade == {"MEMORYHUB_HOME": str(tmp_path / "home")}
    assert len(values["MEMORYHUB_SECRET_KEY"]) >= 50
    assert values["DATABASE_URL"] == Home(tmp_path / "home").server().url()


def test_a_log_that_has_grown_is_cut_and_its_writer_goes_on(tmp_path):
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as writer:
        writer.write(b"x" * 100)

        logfiles.keep_small(tmp_path, largest=50)
        writer.write(b"next")

    assert log.read_bytes() == b"next"
    assert (tmp_path / "web.log.1").read_bytes() == b"x" * 100


def test_a_small_log_stays_as_it_is(tmp_path):
    log = tmp_path / "web.log"
    log.write_bytes(b"x" * 50)

    logfiles.keep_small(tmp_path, largest=50)

    assert list(tmp_path.iterdir()) == [log]


@pytest.mark.parametrize("owner", ["", "no number", "1", "999999999"])
def test_a_lock_that_names_no_supervisor_means_that_nothing_runs(tmp_path: Path, owner: str):
    (tmp_path / "lock").write_text(owner)

    assert running.processes(tmp_path) == {}
