"""Pages of the site that live at the root of the repository, where people look for them first."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
PAGES = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "reporting.md"}


def on_files(files: Files, config: Any) -> Files:
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links as they work in the repository become links of the site."""
    for name, page in PAGES.items():
        markdown = re.sub(rf"\]\((\.\./)?{re.escape(name)}", f"]({page}", markdown)
    return markdown.replace("](docs/", "](")
