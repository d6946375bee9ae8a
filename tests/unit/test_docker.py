"""What can be known of docker/ without an engine: it names what exists, and serves every queue once."""

import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from veritydraft import fleet
from veritydraft.database import database_config
from veritydraft.env import SETTINGS, Environment
from veritydraft.supervisor import STOP_SECONDS

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
OURS = {name: each for name, each in COMPOSE["services"].items() if each["image"] == "veritydraft"}
WORKERS = {name: each for name, each in OURS.items() if each["command"][2] == "worker"}
NAMES = {setting.name for setting in SETTINGS}
COMPOSES_OWN = {"POSTGRES_PASSWORD", "PUBLISH"}
EXAMPLE = dict(
    line.split("=", 1) for line in (DOCKER / "example.env").read_text().splitlines() if line and line[0] != "#"
)


def instructions() -> list[tuple[str, str]]:
    """(instruction, the rest of it) of the Dockerfile, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", (DOCKER / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line.strip()]


def last_stage() -> list[tuple[str, str]]:
    """The instructions of the image that is kept."""
    found = instructions()
    return found[max(place for place, (word, _) in enumerate(found) if word == "FROM") :]


def assert_is_a_command(words: list[str]) -> None:
    """`python manage.py NAME …` with arguments that NAME takes."""
    assert words[:2] == ["python", "manage.py"]
    name = words[2]
    load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(words[3:])


def test_every_service_runs_a_command_there_is() -> None:
    for each in OURS.values():
        assert_is_a_command(each["command"])


def test_each_queue_has_a_service_of_its_own() -> None:
    served = {name: each["command"][3:] for name, each in WORKERS.items()}
    assert served == {queue: [queue] for queue in fleet.all_queues()}
    assert {"web", "scheduler", "migrate"} <= {each["command"][2] for each in OURS.values()}


def test_every_probe_asks_for_what_its_service_does() -> None:
    for each in WORKERS.values():
        program, *words = each["healthcheck"]["test"]
        assert (program, words[:2]) == ("CMD", ["python", "-m"])
        assert find_spec(words[2])
        assert words[3:] == each["command"][3:]
    program, *words = OURS["scheduler"]["healthcheck"]["test"]
    assert (program, words) == ("CMD", ["python", "-m", "veritydraft.processes.ringing"])
    assert find_spec(words[2])
    without = {name for name, each in COMPOSE["services"].items() if each.get("healthcheck", {}).get("disable")}
    assert without == {"migrate"}, "which ends when it is done"
    for name in ("postgres", "redis"):
        assert COMPOSE["services"][name]["healthcheck"]["test"]


def test_every_variable_is_a_setting_and_the_example_holds_no_secret() -> None:
    assert set(EXAMPLE) <= NAMES | COMPOSES_OWN
    for each in OURS.values():
        assert set(each["environment"]) <= NAMES
    asked_for = set(re.findall(r"\$\{(\w+)", (DOCKER / "compose.yaml").read_text()))
    assert asked_for <= set(EXAMPLE)
    secret = {setting.name for setting in SETTINGS if setting.secret} | {"POSTGRES_PASSWORD"}
    assert {name: EXAMPLE[name] for name in secret & set(EXAMPLE) if EXAMPLE[name]} == {}
    Environment({name: value for name, value in EXAMPLE.items() if name in NAMES})


def test_the_urls_name_services_there_are() -> None:
    for each in OURS.values():
        url = re.sub(r"\$\{[^}]*\}", "secret", each["environment"]["DATABASE_URL"])
        assert database_config(url)["HOST"] in COMPOSE["services"]
        host = re.match(r"redis://(\w+):", each["environment"]["REDIS_URL"])
        assert host
        assert host[1] in COMPOSE["services"]
        assert set(each["depends_on"]) <= set(COMPOSE["services"])
        assert {volume.split(":")[0] for volume in each["volumes"]} <= set(COMPOSE["volumes"])


def test_nobody_is_killed_while_they_hand_back_their_work() -> None:
    for each in WORKERS.values():
        assert int(each["stop_grace_period"].removesuffix("s")) > Environment({}).SHUTDOWN_GRACE_SECONDS + STOP_SECONDS


def test_what_the_image_copies_exists_and_is_not_ignored() -> None:
    stages = {rest.split(" AS ")[1] for word, rest in instructions() if word == "FROM" and " AS " in rest}
    kept = {line[1:] for line in (DOCKER / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")}
    for word, rest in instructions():
        if word != "COPY":
            continue
        first, *others = shlex.split(rest)
        if first.startswith("--from="):
            assert first.removeprefix("--from=") in stages
            continue
        for source in [first, *others][:-1]:
            assert (ROOT / source).exists(), source
            assert source.split("/")[0] in kept, source


def test_the_image_holds_the_program_and_no_tools_to_build_it() -> None:
    copied = {word for name, rest in last_stage() if name == "COPY" for word in rest.split()}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {
        "tests",
        "training",
    }  # nothing that runs needs them
    assert packages | {"manage.py", "samples"} <= copied
    assert not [rest for word, rest in last_stage() if word == "RUN" and ("apt" in rest or "pip" in rest)]


def test_the_image_runs_as_nobody_in_particular() -> None:
    users = [rest for word, rest in last_stage() if word == "USER"]
    assert users
    assert users[-1] not in {"root", "0"}
    assert [word for word, _ in last_stage()].index("USER") < [word for word, _ in last_stage()].index("CMD")


@pytest.mark.parametrize("word", ["CMD", "HEALTHCHECK"])
def test_what_the_image_runs_can_be_run(word: str) -> None:
    (rest,) = [rest for found, rest in last_stage() if found == word]
    words = json.loads(rest[rest.index("[") :])
    if word == "CMD":
        assert_is_a_command(words)
    else:
        assert words[:2] == ["python", "-m"]
        assert find_spec(words[2])


def test_images_are_of_a_named_version_and_pythons_is_the_oldest_we_run_on() -> None:
    images = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    images += [each["image"] for name, each in COMPOSE["services"].items() if name not in OURS]
    assert all(re.search(r":\w*\d", image) for image in images), images
    target = re.search(r'target-version = "py3(\d+)"', (ROOT / "pyproject.toml").read_text())
    assert target
    assert all(image.startswith(f"python:3.{target[1]}-") for image in images if image.startswith("python"))
