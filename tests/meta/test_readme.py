"""The README's example gives the output that stands below it."""

import contextlib
import io
import re
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_example_gives_the_output_below_it():
    text = README.read_text()
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1)
    promised = re.search(r"```text\n(.*?)```", text, re.DOTALL).group(1)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().split() == promised.split()


def test_every_file_that_the_readme_links_to_is_there():
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text())
    assert targets
    assert [target for target in targets if not (README.parent / target).exists()] == []
