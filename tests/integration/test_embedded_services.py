"""The embedded PostgreSQL and Redis, with real processes that come, go and are killed."""

import contextlib
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.scratch import scratch_folder
from veritydraft.embedded import EmbeddedError, Urls, connection_urls, hold, kept_secret, wait_until_stopped
from veritydraft.embedded.locks import guardian_lives
from veritydraft.embedded.processes import is_alive, processes_in, read_pid
from veritydraft.parsing import BASE_DIR

USER = """
import sys
from pathlib import Path
from tests.scratch import scratch_folder
from veritydraft.embedded import EmbeddedError, hold
try:
    held = hold(Path(sys.argv[1]), postgres="postgres" in sys.argv[2], redis="redis" in sys.argv[2])
except EmbeddedError as error:
    sys.exit(str(error))
print("ready", flush=True)
sys.stdin.read()
"""


def start_user(data_dir: Path, *, services: str = "postgres redis", path: str | None = None) -> subprocess.Popen[str]:
    """A process that uses the services until its input ends."""
    env = {**os.environ, "PATH": path or os.environ["PATH"]}
    return subprocess.Popen(
        [sys.executable, "-c", USER, str(data_dir), services],
        cwd=BASE_DIR, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def wait_ready(user: subprocess.Popen[str]) -> None:
    line = user.stdout.readline()
    assert line == "ready\n", user.stderr.read()


def leave(user: subprocess.Popen[str]) -> None:
    user.stdin.close()
    user.wait(10)


def eventually(what: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(psycopg.Error, redis.RedisError):
            if what():
                return True
        time.sleep(0.1)
    return False


def ask(urls: Urls, query: str, *values: object) -> list[tuple[object, ...]]:
    with psycopg.connect(urls.database, autocommit=True, connect_timeout=3) as connection:
        cursor = connection.execute(query, values)
        return cursor.fetchall() if cursor.description else []


def ping(urls: Urls) -> bool:
    with redis.Redis.from_url(urls.redis, socket_timeout=3) as client:
        return client.ping()


def postmaster(data_dir: Path) -> int:
    pid = read_pid(data_dir / "postgres" / "postmaster.pid")
    assert pid is not None
    return pid


def redis_pid(data_dir: Path) -> int:
    pid = read_pid(data_dir / "redis" / "redis.pid")
    assert pid is not None
    return pid


def guardian_pid(data_dir: Path) -> int:
    """Found by its command line: it is nobody's child."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if b"veritydraft.embedded.guardian" in words and os.fsencode(data_dir) in words:
                return int(entry.name)
    raise AssertionError("no guardian")


def nothing_is_left(data_dir: Path) -> bool:
    folders = [(data_dir / name).resolve() for name in ("postgres", "redis")]
    return not guardian_lives(data_dir) and not any(processes_in(folder) for folder in folders)


def hurried(data_dir: Path) -> Path:
    """The folder, made, with a server that does not wait for the disk: these tests kill processes, not the machine."""
    data_dir.mkdir(parents=True)
    (data_dir / "postgres.options").write_text("fsync=off\n")
    return data_dir


@pytest.fixture
def new_dir() -> Iterator[Path]:
    """A DATA_DIR to be, where every user may reach it; its servers have stopped before it is removed."""
    folder = scratch_folder("embedded")
    yield folder / "data"
    for used in folder.rglob("guardian.lock"):
        assert wait_until_stopped(used.parent)
    shutil.rmtree(folder)


@pytest.fixture
def data_dir(new_dir: Path) -> Path:
    """A DATA_DIR in which nothing ran yet."""
    return hurried(new_dir)


def test_the_servers_are_the_promised_ones_and_ask_for_a_password(new_dir: Path) -> None:
    held = hold(new_dir)
    ((version, pgvector),) = ask(
        held.urls,
        "SELECT current_setting('server_version_num')::int,"
        " (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')",
    )
    assert version // 10000 == 18
    assert tuple(map(int, pgvector.split(".")))[:2] >= (0, 8)
    assert ask(held.urls, "SELECT current_setting('fsync'), current_setting('listen_addresses')") == [
        ("on", "127.0.0.1")
    ]
    assert ping(held.urls)
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(held.urls.database.replace(":", ":wrong", 2).replace(":wrong//", "://"))
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url(held.urls.redis.replace("redis://:", "redis://:wrong")).ping()
    assert stat.S_IMODE((new_dir / "services.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(new_dir.stat().st_mode) & 0o066 == 0
    held.release()


def test_users_share_the_servers_and_the_last_one_takes_them_down(data_dir: Path) -> None:
    first, second = start_user(data_dir), start_user(data_dir)
    wait_ready(first)
    wait_ready(second)
    running = postmaster(data_dir), redis_pid(data_dir)
    leave(first)
    time.sleep(1)
    assert (postmaster(data_dir), redis_pid(data_dir)) == running
    assert all(map(is_alive, running))
    leave(second)
    assert eventually(lambda: nothing_is_left(data_dir))
    assert "database system is shut down" in (data_dir / "postgres.log").read_text()


def test_ports_passwords_and_data_stay_from_run_to_run(data_dir: Path) -> None:
    held = hold(data_dir)
    before = held.urls
    ask(before, "CREATE TABLE kept AS SELECT 42 AS answer")
    held.release_and_wait()
    assert nothing_is_left(data_dir)
    held = hold(data_dir)
    assert held.urls == before
    assert ask(held.urls, "SELECT answer FROM kept") == [(42,)]
    held.release()


def test_a_killed_user_leaves_nothing_behind(data_dir: Path) -> None:
    user = start_user(data_dir)
    wait_ready(user)
    user.kill()
    user.wait()
    assert eventually(lambda: nothing_is_left(data_dir))


def test_two_projects_live_side_by_side(data_dir: Path) -> None:
    one, other = hold(data_dir), hold(hurried(data_dir.with_name("other")))
    ask(one.urls, "CREATE TABLE mine ()")
    assert ask(other.urls, "SELECT to_regclass('mine')") == [(None,)]
    assert ping(one.urls)
    assert ping(other.urls)
    other.release_and_wait()
    assert ping(one.urls)
    one.release()


def test_a_killed_guardian_is_replaced_and_the_servers_are_adopted(data_dir: Path) -> None:
    user = start_user(data_dir)
    wait_ready(user)
    running = postmaster(data_dir), redis_pid(data_dir)
    os.kill(guardian_pid(data_dir), signal.SIGKILL)
    assert eventually(lambda: not guardian_lives(data_dir))
    held = hold(data_dir)
    assert (postmaster(data_dir), redis_pid(data_dir)) == running
    leave(user)
    held.release()
    assert eventually(lambda: nothing_is_left(data_dir))


def test_servers_left_by_a_killed_guardian_are_stopped_by_the_next_one(data_dir: Path) -> None:
    user = start_user(data_dir)
    wait_ready(user)
    os.kill(guardian_pid(data_dir), signal.SIGKILL)
    leave(user)
    hold(data_dir).release()
    assert eventually(lambda: nothing_is_left(data_dir))


def test_a_long_lived_user_brings_its_guardian_back(data_dir: Path) -> None:
    held = hold(data_dir)
    os.kill(guardian_pid(data_dir), signal.SIGKILL)
    assert eventually(lambda: not guardian_lives(data_dir))
    held.ensure_guardian()
    assert guardian_lives(data_dir)
    held.release()


def test_a_killed_postgres_comes_back_with_what_was_committed(data_dir: Path) -> None:
    held = hold(data_dir)
    ask(held.urls, "CREATE TABLE kept AS SELECT 42 AS answer")
    killed = postmaster(data_dir)
    os.kill(killed, signal.SIGKILL)
    assert eventually(lambda: ask(held.urls, "SELECT answer FROM kept") == [(42,)])
    assert postmaster(data_dir) != killed
    held.release()


def test_a_killed_redis_comes_back_empty_at_the_same_address(data_dir: Path) -> None:
    held = hold(data_dir)
    redis.Redis.from_url(held.urls.redis).set("bell", "rung")
    os.kill(redis_pid(data_dir), signal.SIGKILL)
    assert eventually(lambda: redis.Redis.from_url(held.urls.redis).get("bell") is None and ping(held.urls))
    held.release()


def test_users_who_come_at_the_same_moment_get_the_same_servers(data_dir: Path) -> None:
    users = [start_user(data_dir) for _ in range(4)]
    for user in users:
        wait_ready(user)
    assert ask(connection_urls(data_dir), "SELECT 1") == [(1,)]
    for user in users:
        leave(user)
    assert eventually(lambda: nothing_is_left(data_dir))


def test_a_user_who_comes_while_the_servers_stop_gets_new_ones(data_dir: Path) -> None:
    for _ in range(3):
        held = hold(data_dir)
        assert ask(held.urls, "SELECT 1") == [(1,)]
        held.release()
        time.sleep(0.2)  # the guardian is about to stop them, or does


def test_only_what_is_wanted_is_started_until_somebody_wants_more(data_dir: Path) -> None:
    only_redis = start_user(data_dir, services="redis")
    wait_ready(only_redis)
    assert ping(connection_urls(data_dir))
    assert not (data_dir / "postgres").exists()
    held = hold(data_dir)
    assert ask(held.urls, "SELECT 1") == [(1,)]
    leave(only_redis)
    held.release()


def test_a_path_too_long_for_a_unix_socket_is_no_obstacle(data_dir: Path) -> None:
    held = hold(hurried(data_dir / ("a" * 100) / ("b" * 100)))
    assert ask(held.urls, "SELECT 1") == [(1,)]
    held.release_and_wait()


def test_a_path_with_blanks_and_quotes_is_no_obstacle(data_dir: Path) -> None:
    held = hold(hurried(data_dir / 'it\'s "my" dätä \\ folder'))
    assert ask(held.urls, "SELECT 1") == [(1,)]
    assert ping(held.urls)
    held.release_and_wait()


def test_a_port_that_somebody_took_is_replaced(data_dir: Path) -> None:
    held = hold(data_dir)
    held.release_and_wait()
    kept = json.loads((data_dir / "services.json").read_text())
    with contextlib.ExitStack() as stack:
        for service in kept.values():
            taken = stack.enter_context(socket.socket())
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(("127.0.0.1", service["port"]))
            taken.listen()
        held = hold(data_dir)
        assert ask(held.urls, "SELECT 1") == [(1,)]
        assert ping(held.urls)
        held.release_and_wait()


def test_lost_passwords_are_made_anew_and_the_data_stay(data_dir: Path) -> None:
    held = hold(data_dir)
    ask(held.urls, "CREATE TABLE kept AS SELECT 42 AS answer")
    held.release_and_wait()
    (data_dir / "services.json").unlink()
    held = hold(data_dir)
    assert ask(held.urls, "SELECT answer FROM kept") == [(42,)]
    held.release()


def test_a_stale_pid_file_that_names_a_living_stranger_is_no_obstacle(data_dir: Path) -> None:
    held = hold(data_dir)
    pid_file = data_dir / "postgres" / "postmaster.pid"
    lines = pid_file.read_text().split("\n")
    held.release_and_wait()
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    (data_dir / "redis" / "redis.pid").write_text(f"{os.getpid()}\n")
    held = hold(data_dir)
    assert ask(held.urls, "SELECT 1") == [(1,)]
    assert ping(held.urls)
    held.release()


def test_a_cluster_half_made_when_the_power_went_is_made_again(data_dir: Path) -> None:
    (data_dir / "postgres.new" / "base").mkdir(parents=True)
    held = hold(data_dir)
    assert ask(held.urls, "SELECT 1") == [(1,)]
    held.release()


def test_another_version_s_cluster_is_refused_in_one_line(data_dir: Path) -> None:
    (data_dir / "postgres").mkdir()
    (data_dir / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(EmbeddedError, match="made by PostgreSQL 16, not 18") as caught:
        hold(data_dir)
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_made_is_refused_in_one_line(new_dir: Path) -> None:
    new_dir.write_text("a file is in the way")
    with pytest.raises(EmbeddedError, match="DATA_DIR") as caught:
        hold(new_dir / "below")
    assert "\n" not in str(caught.value)
    new_dir.unlink()


def mounted(data_dir: Path, size: str) -> bool:
    data_dir.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", str(data_dir)]
    return subprocess.run(["mount", *options], capture_output=True, check=False).returncode == 0


def test_a_full_disk_is_told_in_one_line_and_leaves_no_half_cluster(new_dir: Path) -> None:
    if not mounted(new_dir, "10m"):
        pytest.skip("a small file system can only be mounted by root")
    try:
        with pytest.raises(EmbeddedError, match="No space left on device") as caught:
            hold(new_dir)
        assert "\n" not in str(caught.value)
        assert not (new_dir / "postgres").exists()
        assert eventually(lambda: nothing_is_left(new_dir))
    finally:
        subprocess.run(["umount", str(new_dir)], check=True)


@pytest.fixture
def path_without_namespaces(data_dir: Path) -> str:
    """A PATH on which user namespaces are forbidden."""
    if os.geteuid() != 0:
        pytest.skip("only root needs another user")
    folder = data_dir.with_name("bin")
    folder.mkdir()
    (folder / "unshare").write_text("#!/bin/sh\nexit 1\n")
    (folder / "unshare").chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def owner_of_server(data_dir: Path) -> int:
    return Path(f"/proc/{postmaster(data_dir)}").stat().st_uid


def test_root_without_namespaces_lets_another_user_run_postgres(data_dir: Path, path_without_namespaces: str) -> None:
    user = start_user(data_dir, path=path_without_namespaces)
    wait_ready(user)
    assert owner_of_server(data_dir) != 0
    assert ask(connection_urls(data_dir), "SELECT 1") == [(1,)]
    leave(user)
    assert eventually(lambda: nothing_is_left(data_dir))


def test_root_on_a_closed_path_moves_the_database_where_another_user_can_go(
    data_dir: Path, path_without_namespaces: str
) -> None:
    closed = data_dir / "closed"
    closed.mkdir(mode=0o700)
    held = hold(hurried(closed / "data"))  # first with namespaces, as root's own
    ask(held.urls, "CREATE TABLE kept AS SELECT 42 AS answer")
    held.release_and_wait()
    user = start_user(closed / "data", path=path_without_namespaces)
    wait_ready(user)
    home = (closed / "data" / "postgres").resolve().parent
    assert home.parent == Path("/var/tmp")
    assert ask(connection_urls(closed / "data"), "SELECT answer FROM kept") == [(42,)]
    leave(user)
    assert eventually(lambda: nothing_is_left(closed / "data"))
    held = hold(closed / "data")  # and later with namespaces again
    assert ask(held.urls, "SELECT answer FROM kept") == [(42,)]
    held.release_and_wait()
    shutil.rmtree(home)


def test_the_operator_s_own_options_reach_the_server(new_dir: Path) -> None:
    new_dir.mkdir()
    (new_dir / "postgres.options").write_text("# more memory\nwork_mem = 64MB\n")
    held = hold(new_dir)
    assert ask(held.urls, "SELECT current_setting('work_mem')") == [("64MB",)]
    held.release()


def test_placeholders_stand_in_for_what_never_ran(new_dir: Path) -> None:
    urls = connection_urls(new_dir)
    assert "127.0.0.1:1/" in urls.database
    assert not new_dir.exists()


def test_a_kept_secret_is_the_same_for_processes_that_ask_at_once(new_dir: Path) -> None:
    code = "import sys; from pathlib import Path; from veritydraft.embedded.state import kept_secret;"
    code += "print(kept_secret(Path(sys.argv[1]), 'secret_key'))"
    asking = [
        subprocess.Popen([sys.executable, "-c", code, str(new_dir)], cwd=BASE_DIR, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    answers = {process.communicate()[0].strip() for process in asking}
    assert answers == {kept_secret(new_dir, "secret_key")}
    assert len(answers.pop()) >= 50
    assert stat.S_IMODE((new_dir / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in new_dir.iterdir()] == ["secret_key"]
