"""A cache of results that no other test or person wrote to, beside the kernels that everybody may use."""

from pathlib import Path

from pitboss.disk import cache_folder

KERNELS = cache_folder("kernels").resolve()


def new_cache(folder: Path) -> str:
    """An empty cache in a folder, as `PITBOSS_CACHE` names it; kernels are kept by what they come from."""
    folder.mkdir(parents=True, exist_ok=True)
    KERNELS.mkdir(parents=True, exist_ok=True)
    if not (folder / "kernels").exists():
        (folder / "kernels").symlink_to(KERNELS, target_is_directory=True)
    return str(folder)
