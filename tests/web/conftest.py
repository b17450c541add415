"""What tests of pages share: games that lie outside the package."""

from collections.abc import Iterator

import pytest

from pitboss.games import GAMES, discovery
from tests.web.outside import OUTSIDE


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games in a folder of somebody's own, until all tests of a module are done."""
    folder = tmp_path_factory.mktemp("own")
    for slug, (name, text) in OUTSIDE.items():
        place = folder / slug.replace("-", "_")
        place.mkdir()
        (place / name).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(discovery.VARIABLE, str(folder))
        assert not GAMES.troubles
        yield
    discovery.forget()
