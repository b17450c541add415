"""The documentation holds together: its site builds without a warning, and names only what exists."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
LOADS = re.compile(r"""<(?:script|link|img|iframe)[^>]*?\b(?:src|href)=["']?(?:https?:)?//[^>]*>""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it: a broken link or a page outside the navigation fails."""
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.glob("**/*.html"))
    assert len(pages) > len(PAGES) - 2
    assert [found for page in pages for found in LOADS.findall(page.read_text(encoding="utf-8"))] == []


def test_the_search_finds_guides_and_functions(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    titles = {re.sub("<[^>]+>", "", document["title"]) for document in index["docs"]}
    assert {"Architecture", "Contributing", "Glossary"} <= titles
    places = {document["location"] for document in index["docs"]}
    assert {"reference/python.html#pitboss.api.par", "reference/games.html#pitboss.games.Game"} <= places


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_target_a_page_names_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make ([a-z]+)|`make ([a-z]+)", page.read_text(encoding="utf-8"), flags=re.M):
        assert re.search(rf"^{''.join(target)}:", makefile, flags=re.M), target


def test_contributors_find_the_tests_of_every_folder() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| (.*?) \| (.*?) \|", page, flags=re.M))
    named = set(re.findall(r"`(\w+)/`", " ".join(table)))
    assert {path.parent.name for path in ROOT.glob("src/pitboss/*/__init__.py")} <= named
    for place in re.findall(r"tests/[\w./]+", " ".join(table.values())):
        assert (ROOT / place).exists(), place
