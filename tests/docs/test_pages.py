"""The code of the README, the tutorials and the how-to pages runs, and gives what they show."""

import re

import pytest
from page_code import DOCS, IMAGES, PAGES, README, Block, agrees, blocks_of, figures_of, run_page, same_drawing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_gives_the_output_and_the_figures_that_it_shows(page, tmp_path):
    for block, printed in run_page(page, tmp_path):
        assert agrees(block, printed), f"{page.name}, line {block.line} prints\n{printed}"
    for name in figures_of(page.read_text()):
        drawn, shown = (tmp_path / name).read_text(), (IMAGES / name).read_text()
        assert same_drawing(drawn, shown), f"{name} has changed; python docs/_ext/page_code.py draws it anew."


def test_the_readme_shows_a_figure_of_the_tutorial():
    shown = re.findall(r"!\[[^\]]*\]\(docs/images/(.+)\)", README.read_text())
    assert set(shown) <= set(figures_of((DOCS / "tutorials" / "election-survey.md").read_text()))
    assert shown


def test_every_file_that_the_readme_links_to_is_there():
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text())
    assert targets
    assert [target for target in targets if not (README.parent / target).exists()] == []


def test_a_text_block_shows_what_the_block_before_it_prints():
    page = "# Title\n```python\nprint(1)\n```\nwords\n\n```text\n1\n```\n\n```bash\nmake\n```\n"
    assert blocks_of(page) == [Block("python", "print(1)\n", 3, "1\n")]


@pytest.mark.parametrize(
    ("shown", "printed", "agreed"),
    [
        ("1.5  2\n", "1.5 2\n", True),
        ("written: ...\n", "written: a.csv\n", True),
        ("1\n", "2\n", False),
        ("", "unexpected\n", False),
        ("1\n", "", False),
    ],
)
def test_output_agrees_but_for_white_space_and_dots(shown, printed, agreed):
    assert agrees(Block("python", "", 1, shown), printed) is agreed


@pytest.mark.parametrize(
    ("drawn", "same"),
    [
        ('<path d="M 1.2 2" id="b"/>', True),
        ('<path d="M 9 2" id="a"/>', False),
        ('<path d="M 1 2 3" id="a"/>', False),
        ('<path d="L 1 2" id="a"/>', False),
    ],
)
def test_drawings_agree_but_for_small_shifts(drawn, same):
    assert same_drawing('<path d="M 1.0 2" id="a"/>', drawn) is same
