"""nginx for the test of `docs/deploy.md`: `python -m tests.floor.proxy` finds it, fetches it, or says so.

Debian's package is unpacked beside the sources, not installed: that would start a server at every boot.
"""

import os
import shutil
import subprocess
from pathlib import Path

KEPT = Path(__file__).parents[2] / ".cache/nginx"
PLACES = os.pathsep.join(
    [os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin", f"{KEPT}/usr/sbin"]
)
"""An ordinary user's path has no sbin."""
MISSING = "no nginx here: the proxy's block of docs/deploy.md was not tried (`make proxy` fetches Debian's)"


def find_nginx() -> str | None:
    """The program, if it starts."""
    found = shutil.which("nginx", path=PLACES)
    return found if found and subprocess.run([found, "-v"], capture_output=True).returncode == 0 else None


def _fetch() -> bool:
    """Unpack Debian's package, which takes no rights; missing lists of packages are brought if we may."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return False
    KEPT.mkdir(parents=True, exist_ok=True)
    if not _runs("apt-get", "download", "-qq", "nginx"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        if not _runs(*root, "apt-get", "update", "-qq") or not _runs("apt-get", "download", "-qq", "nginx"):
            return False
    return all(_runs("dpkg-deb", "-x", package.name, ".") for package in KEPT.glob("nginx_*.deb"))


def _runs(*command: str) -> bool:
    """Whether a command ends well in the folder of what is kept."""
    if not shutil.which(command[0]):
        return False
    return subprocess.run(command, cwd=KEPT, capture_output=True).returncode == 0


def main() -> None:
    if not find_nginx() and not (_fetch() and find_nginx()):
        print(f"There is {MISSING}.")


if __name__ == "__main__":
    main()
